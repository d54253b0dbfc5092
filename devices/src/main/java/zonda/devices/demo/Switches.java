package zonda.devices.demo;

/// Access and core switches: ports, processor, memory, temperature, power over Ethernet
/// (POWER-ETHERNET-MIB, RFC 3621).
final class Switches {
    private static final long GIGABIT = 1_000_000_000L;
    private static final String MAIN_POWER = "1.3.6.1.2.1.105.1.3.1.1.";
    private static final int CORE_PORTS = 24;
    private static final int ACCESS_PORTS = 24;

    private Switches() {}

    /// A core switch: 24 ports of 10 Gbit/s.
    static void core(Draft device) {
        device.tag("role", "core");
        device.system("Zonda demo core switch ZC-24X, 24 x 10GBASE-R", "1.3.6.1.4.1.99999.2.1", 6);
        for (int i = 1; i <= CORE_PORTS; i++) {
            long key = device.key("rate " + i);
            boolean used = i <= 16;
            Port port = new Port(
                    i,
                    "Te1/0/" + i,
                    "TenGigabitEthernet1/0/" + i,
                    i > 14 && used ? "to core peer" : used ? "to floor " + i : "",
                    10 * GIGABIT,
                    used ? Chance.between(key, 40_000_000L, 400_000_000L) : 0,
                    used ? Chance.between(key + 1, 40_000_000L, 400_000_000L) : 0,
                    Episodes.never());
            port.write(device);
            if (used) {
                port.monitor(device, i > 12 ? "1s" : "2s", "average");
                port.monitorClosely(device);
            }
        }
        device.object("1.3.6.1.2.1.2.1.0", Cell.integer(CORE_PORTS));
        common(device, 22, Episodes.never());
    }

    /// An access switch: 24 ports for people, 2 towards the core.
    ///
    /// @param flapping when one of its ports for people loses its link
    /// @param hot when it is too warm
    static void access(Draft device, Episodes flapping, Episodes hot) {
        device.tag("role", "access");
        device.system("Zonda demo access switch ZA-24P, 24 x 1000BASE-T PoE, 2 x SFP", "1.3.6.1.4.1.99999.2.2", 2);
        for (int i = 1; i <= ACCESS_PORTS; i++) {
            long key = device.key("rate " + i);
            boolean used = i <= 3 || Chance.fraction(key + 2) < 0.7;
            // Few ports are busy, most hardly: the logarithm of the rate is even.
            double magnitude = Chance.between(key, 8.5, 15.5);
            Port port = new Port(
                    i,
                    "Gi1/0/" + i,
                    "GigabitEthernet1/0/" + i,
                    used && i <= 3 ? "access point " + i : "",
                    GIGABIT,
                    used ? (long) Math.exp(magnitude) : 0,
                    used ? (long) Math.exp(magnitude + 0.8) : 0,
                    i == 3 ? flapping : Episodes.never());
            port.write(device);
            if (used) {
                port.monitor(device, "5s", i <= 3 ? "average" : "warning");
            }
        }
        for (int i = 1; i <= 2; i++) {
            uplink(device, i);
        }
        device.object("1.3.6.1.2.1.2.1.0", Cell.integer(ACCESS_PORTS + 2));
        power(device);
        common(device, 14, hot);
    }

    private static void uplink(Draft device, int number) {
        long key = device.key("uplink " + number);
        Port port = new Port(
                ACCESS_PORTS + number,
                "Te1/1/" + number,
                "TenGigabitEthernet1/1/" + number,
                "uplink to core " + number,
                10 * GIGABIT,
                Chance.between(key, 5_000_000L, 90_000_000L),
                Chance.between(key + 1, 2_000_000L, 40_000_000L),
                Episodes.never());
        port.write(device);
        port.monitor(device, "5s", "high");
        port.monitorClosely(device);
    }

    private static void power(Draft device) {
        Wave watts = new Wave(device.key("poe"), 140, 60);
        device.object(MAIN_POWER + "2.1", Cell.gauge(370));
        device.object(MAIN_POWER + "3.1", Cell.integer(1));
        device.object(MAIN_POWER + "4.1", Cell.gauge(millis -> Math.round(watts.at(millis))));
        device.object(MAIN_POWER + "5.1", Cell.integer(80));
        device.item("poe.power", "PoE: power delivered", MAIN_POWER + "4.1", "unsigned", "W", "5s");
        device.item("poe.power.max", "PoE: power available", MAIN_POWER + "2.1", "unsigned", "W", "1m");
        device.trigger(
                "PoE budget of {HOST.NAME} is nearly used up",
                "last(" + device.reference("poe.power") + ")>0.8*last(" + device.reference("poe.power.max") + ")",
                "",
                "warning",
                "capacity");
    }

    private static void common(Draft device, double load, Episodes hot) {
        Sensors.processor(device, 1, load, Episodes.never());
        Sensors.monitorProcessor(device, 1, "5s");
        Sensors.memory(device, 1, 2L << 30, new Wave(device.key("memory"), 48, 6));
        Sensors.temperature(device, 1, "Chassis", 41, hot);
        device.tag("kind", "switch");
    }
}
