package zonda.devices.demo;

import java.util.Locale;

/// What several kinds of devices show in the same way: load and memory (HOST-RESOURCES-MIB, RFC
/// 2790), temperature (ENTITY-SENSOR-MIB, RFC 3433).
final class Sensors {
    private static final String PROCESSOR_LOAD = "1.3.6.1.2.1.25.3.3.1.2.";
    private static final String STORAGE = "1.3.6.1.2.1.25.2.3.1.";
    private static final String SENSOR = "1.3.6.1.2.1.99.1.1.1.";
    private static final String STORAGE_TYPE = "1.3.6.1.2.1.25.2.1.";
    private static final int RAM = 2;
    private static final int FIXED_DISK = 4;
    private static final int UNIT_BYTES = 4096;

    private Sensors() {}

    /// A processor with its load in percent.
    ///
    /// @param spikes when it is nearly fully busy
    static void processor(Draft device, int index, double mean, Episodes spikes) {
        Wave load = new Wave(device.key("cpu " + index), mean, mean * 0.6);
        Wave spike = new Wave(device.key("spike " + index), 95, 4);
        device.object(
                PROCESSOR_LOAD + index,
                Cell.integer(millis -> percent(spikes.isOn(millis) ? spike.at(millis) : load.at(millis))));
    }

    /// The item of a processor, and the trigger on it.
    static void monitorProcessor(Draft device, int index, String interval) {
        String itemKey = "system.cpu.util[" + index + "]";
        device.item(itemKey, "CPU " + index + ": load", PROCESSOR_LOAD + index, "unsigned", "%", interval);
        String average = "avg(" + device.reference(itemKey) + ",30s)";
        device.trigger(
                "CPU " + index + " of {HOST.NAME} is busy",
                average + ">{$CPU.MAX}",
                average + "<{$CPU.MAX}-10",
                "warning",
                "performance");
    }

    /// Main memory as a row of the storage table.
    ///
    /// @param used percent of it
    static void memory(Draft device, int index, long bytes, Wave used) {
        storage(device, index, RAM, "Physical memory", bytes, millis -> used.at(millis) / 100);
        monitorStorage(device, index, "vm.memory", "Memory", "10s");
    }

    /// A file system as a row of the storage table.
    static void fileSystem(Draft device, int index, String path, long bytes, Share used) {
        storage(device, index, FIXED_DISK, path, bytes, used);
        monitorStorage(device, index, "vfs.fs", path, "5s");
        String usedItem = device.reference("vfs.fs.used[" + path + "]");
        String total = device.reference("vfs.fs.total[" + path + "]");
        String percent = "100*last(" + usedItem + ")/last(" + total + ")";
        device.trigger(
                path + " of {HOST.NAME} is nearly full",
                percent + ">{$DISK.MAX}",
                percent + "<{$DISK.MAX}-5",
                "high",
                "capacity");
    }

    /// How much of a thing is used, 0 to 1, at a time.
    interface Share {
        double at(long millis);
    }

    private static void storage(Draft device, int index, int type, String name, long bytes, Share used) {
        long units = bytes / UNIT_BYTES;
        device.object(STORAGE + "1." + index, Cell.integer(index));
        device.object(STORAGE + "2." + index, Cell.oid(STORAGE_TYPE + type));
        device.object(STORAGE + "3." + index, Cell.text(name));
        device.object(STORAGE + "4." + index, Cell.integer(UNIT_BYTES));
        device.object(STORAGE + "5." + index, Cell.integer(units));
        device.object(STORAGE + "6." + index, Cell.integer(millis ->
                (long) (units * Math.clamp(used.at(millis), 0.0, 1.0))));
    }

    private static void monitorStorage(Draft device, int index, String prefix, String name, String interval) {
        String parameter = prefix.equals("vfs.fs") ? "[" + name + "]" : "";
        Plan.Step bytes = Plan.Step.multiplier(String.valueOf(UNIT_BYTES));
        device.item(
                prefix + ".used" + parameter,
                name + ": used",
                STORAGE + "6." + index,
                "unsigned",
                "B",
                interval,
                bytes);
        device.item(
                prefix + ".total" + parameter, name + ": size", STORAGE + "5." + index, "unsigned", "B", "30s", bytes);
    }

    /// A temperature in tenths of a degree Celsius.
    ///
    /// @param hot when it is too warm: it takes some seconds to get there
    static void temperature(Draft device, int index, String name, double mean, Episodes hot) {
        Wave wave = new Wave(device.key("temperature " + index), mean, 3);
        device.object(SENSOR + "1." + index, Cell.integer(8));
        device.object(SENSOR + "2." + index, Cell.integer(9));
        device.object(SENSOR + "3." + index, Cell.integer(1));
        device.object(SENSOR + "4." + index, Cell.integer(millis -> {
            double warmth = hot.isOn(millis) ? Math.min(30, (millis - hot.lastStart(millis, 0)) / 250.0) : 0;
            return Math.round((wave.at(millis) + warmth) * 10);
        }));
        device.object(SENSOR + "5." + index, Cell.integer(1));
        device.object(SENSOR + "6." + index, Cell.text("celsius"));
        String itemKey = "sensor.temp[" + name.toLowerCase(Locale.ROOT) + "]";
        device.item(
                itemKey,
                name + ": temperature",
                SENSOR + "4." + index,
                "float",
                "°C",
                "5s",
                Plan.Step.multiplier("0.1"));
        device.trigger(
                name + " of {HOST.NAME} is too warm",
                "min(" + device.reference(itemKey) + ",10s)>{$TEMP.MAX}",
                "max(" + device.reference(itemKey) + ",10s)<{$TEMP.MAX}-5",
                "high",
                "environment");
    }

    static long percent(double value) {
        return Math.clamp(Math.round(value), 0, 100);
    }
}
