package zonda.devices.demo;

/// Uninterruptible power supplies (UPS-MIB, RFC 1628).
final class PowerSupplies {
    private static final String UPS = "1.3.6.1.2.1.33.1.";
    private static final int FROM_MAINS = 3;
    private static final int FROM_BATTERY = 5;
    private static final int BATTERY_NORMAL = 2;
    private static final int BATTERY_LOW = 3;

    private PowerSupplies() {}

    /// @param onBattery when mains are away
    static void ups(Draft device, Episodes onBattery) {
        device.tag("kind", "ups");
        device.tag("role", "power");
        device.system("Zonda demo UPS ZU-3000, 3 kVA", "1.3.6.1.4.1.99999.2.4", 64);
        Wave load = new Wave(device.key("load"), 46, 12);
        Wave volts = new Wave(device.key("volts"), 231, 4);
        Wave warmth = new Wave(device.key("battery temperature"), 25, 2);
        identity(device);
        battery(device, onBattery, warmth);
        device.object(UPS + "3.2.0", Cell.integer(1));
        device.object(UPS + "3.3.1.2.1", Cell.integer(500));
        device.object(
                UPS + "3.3.1.3.1", Cell.integer(millis -> onBattery.isOn(millis) ? 0 : Math.round(volts.at(millis))));
        device.object(UPS + "4.1.0", Cell.integer(millis -> onBattery.isOn(millis) ? FROM_BATTERY : FROM_MAINS));
        device.object(UPS + "4.2.0", Cell.integer(500));
        device.object(UPS + "4.3.0", Cell.integer(1));
        device.object(UPS + "4.4.1.2.1", Cell.integer(230));
        device.object(UPS + "4.4.1.4.1", Cell.integer(millis -> Math.round(load.at(millis) * 27)));
        device.object(UPS + "4.4.1.5.1", Cell.integer(millis -> Sensors.percent(load.at(millis))));
        monitor(device);
    }

    private static void identity(Draft device) {
        device.object(UPS + "1.1.0", Cell.text("Zonda demo"));
        device.object(UPS + "1.2.0", Cell.text("ZU-3000"));
        device.object(UPS + "1.3.0", Cell.text("UPS 2.1"));
        device.object(UPS + "1.4.0", Cell.text("Agent 2.1"));
        device.object(UPS + "1.5.0", Cell.text(device.host()));
    }

    private static void battery(Draft device, Episodes onBattery, Wave warmth) {
        device.object(
                UPS + "2.1.0", Cell.integer(millis -> charge(onBattery, millis) < 30 ? BATTERY_LOW : BATTERY_NORMAL));
        device.object(UPS + "2.2.0", Cell.integer(millis -> secondsOnBattery(onBattery, millis)));
        device.object(UPS + "2.3.0", Cell.integer(millis -> charge(onBattery, millis) * 34 / 100));
        device.object(UPS + "2.4.0", Cell.integer(millis -> charge(onBattery, millis)));
        device.object(UPS + "2.5.0", Cell.integer(millis -> 480 + charge(onBattery, millis) * 66 / 100));
        device.object(UPS + "2.7.0", Cell.integer(millis -> Math.round(warmth.at(millis))));
    }

    private static long secondsOnBattery(Episodes onBattery, long millis) {
        return onBattery.isOn(millis) ? (millis - onBattery.lastStart(millis, millis)) / 1000 : 0;
    }

    /// Percent: a battery for about a minute of the demo, charged again in half of one.
    private static long charge(Episodes onBattery, long millis) {
        if (onBattery.isOn(millis)) {
            return Math.max(10, 100 - secondsOnBattery(onBattery, millis) * 3 / 2);
        }
        long end = onBattery.lastChange(millis, Long.MIN_VALUE / 2);
        if (end < 0) {
            return 100;
        }
        long drained = (end - onBattery.lastStart(millis, end)) / 1000;
        long atEnd = Math.max(10, 100 - drained * 3 / 2);
        return Math.min(100, atEnd + (millis - end) / 300);
    }

    private static void monitor(Draft device) {
        device.item("ups.output.source", "Output source", UPS + "4.1.0", "unsigned", "", "2s");
        device.item("ups.output.load", "Output load", UPS + "4.4.1.5.1", "unsigned", "%", "5s");
        device.item("ups.output.power", "Output power", UPS + "4.4.1.4.1", "unsigned", "W", "5s");
        device.item("ups.input.voltage", "Input voltage", UPS + "3.3.1.3.1", "unsigned", "V", "5s");
        device.item("ups.battery.charge", "Battery charge", UPS + "2.4.0", "unsigned", "%", "5s");
        device.item("ups.battery.minutes", "Battery time left", UPS + "2.3.0", "unsigned", "min", "5s");
        device.item(
                "ups.battery.voltage",
                "Battery voltage",
                UPS + "2.5.0",
                "float",
                "V",
                "5s",
                Plan.Step.multiplier("0.1"));
        device.item("ups.battery.temp", "Battery temperature", UPS + "2.7.0", "unsigned", "°C", "10s");
        device.item("ups.model", "Model", UPS + "1.2.0", "character", "", "1m", Plan.Step.unchangedFor("1h"));
        device.trigger(
                "{HOST.NAME} runs on battery",
                "last(" + device.reference("ups.output.source") + ")=" + FROM_BATTERY,
                "",
                "high",
                "power");
        device.trigger(
                "Battery of {HOST.NAME} is low",
                "last(" + device.reference("ups.battery.charge") + ")<50 and last("
                        + device.reference("ups.output.source") + ")=" + FROM_BATTERY,
                "",
                "disaster",
                "power");
        device.trigger(
                "{HOST.NAME} is heavily loaded",
                "avg(" + device.reference("ups.output.load") + ",30s)>80",
                "",
                "warning",
                "capacity");
    }
}
