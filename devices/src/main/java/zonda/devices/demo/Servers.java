package zonda.devices.demo;

import java.util.Locale;

/// Servers as net-snmp shows them: processors, storage and processes of HOST-RESOURCES-MIB (RFC
/// 2790), load and memory of UCD-SNMP-MIB.
final class Servers {
    private static final String UCD = "1.3.6.1.4.1.2021.";
    private static final long GIGABYTE = 1L << 30;
    private static final int PROCESSORS = 4;

    private Servers() {}

    /// @param filling when `/var` runs full: from half to nearly all of it within that time
    /// @param spikes when all processors are busy
    static void server(Draft device, Episodes filling, Episodes spikes) {
        device.tag("kind", "server");
        device.system("Linux " + device.host() + " 6.1.0-demo x86_64", "1.3.6.1.4.1.8072.3.2.10", 72);
        ports(device);
        for (int i = 0; i < PROCESSORS; i++) {
            // net-snmp numbers processors from 196608 on.
            Sensors.processor(device, 196_608 + i, Chance.between(device.key("mean " + i), 8, 40.0), spikes);
        }
        monitorProcessors(device);
        load(device, spikes);
        memory(device);
        storage(device, filling);
        processes(device);
    }

    private static void ports(Draft device) {
        long key = device.key("rate");
        Port loopback = new Port(1, "lo", "lo", "", 10_000_000L, 40_000, 40_000, Episodes.never());
        Port network = new Port(
                2,
                "eth0",
                "eth0",
                "",
                1_000_000_000L,
                Chance.between(key, 100_000L, 9_000_000L),
                Chance.between(key + 1, 100_000L, 20_000_000L),
                Episodes.never());
        loopback.write(device);
        network.write(device);
        network.monitor(device, "5s", "high");
        network.monitorClosely(device);
        device.object("1.3.6.1.2.1.2.1.0", Cell.integer(2));
    }

    private static void monitorProcessors(Draft device) {
        for (int i = 0; i < PROCESSORS; i++) {
            device.item(
                    "system.cpu.util[" + i + "]",
                    "CPU " + i + ": load",
                    "1.3.6.1.2.1.25.3.3.1.2." + (196_608 + i),
                    "unsigned",
                    "%",
                    i == 0 ? "2s" : "5s");
        }
        String average = "avg(" + device.reference("system.cpu.util[0]") + ",30s)";
        device.trigger(
                "CPU of {HOST.NAME} is busy",
                average + ">{$CPU.MAX} and min(" + device.reference("system.cpu.util[1]") + ",15s)>{$CPU.MAX}",
                average + "<{$CPU.MAX}-10",
                "warning",
                "performance");
    }

    private static void load(Draft device, Episodes spikes) {
        Wave load = new Wave(device.key("load"), 0.9, 0.6);
        int[] minutes = {1, 5, 15};
        for (int i = 1; i <= minutes.length; i++) {
            double damping = 1.0 / i;
            device.object(UCD + "10.1.1." + i, Cell.integer(i));
            device.object(UCD + "10.1.2." + i, Cell.text("Load-" + minutes[i - 1]));
            device.object(
                    UCD + "10.1.3." + i,
                    Cell.text(millis -> String.format(Locale.ROOT, "%.2f", loadAt(load, spikes, millis, damping))));
            device.object(
                    UCD + "10.1.5." + i,
                    Cell.integer(millis -> Math.round(loadAt(load, spikes, millis, damping) * 100)));
            device.item(
                    "system.cpu.load[avg" + minutes[i - 1] + "]",
                    "Load average over " + minutes[i - 1] + " minutes",
                    UCD + "10.1.3." + i,
                    "float",
                    "",
                    "5s");
        }
    }

    private static double loadAt(Wave load, Episodes spikes, long millis, double damping) {
        return Math.max(0.01, load.at(millis) * (0.5 + 0.5 * damping) + (spikes.isOn(millis) ? 6 * damping : 0));
    }

    private static void memory(Draft device) {
        long total = 16 * GIGABYTE / 1024;
        Wave used = new Wave(device.key("memory"), 0.6, 0.15);
        Wave cached = new Wave(device.key("cached"), 0.2, 0.05);
        device.object(UCD + "4.3.0", Cell.integer(2 * GIGABYTE / 1024));
        device.object(UCD + "4.4.0", Cell.integer(2 * GIGABYTE / 1024 - 10_240));
        device.object(UCD + "4.5.0", Cell.integer(total));
        device.object(UCD + "4.6.0", Cell.integer(millis -> (long) (total * (1 - used.at(millis)))));
        device.object(UCD + "4.15.0", Cell.integer(millis -> (long) (total * cached.at(millis))));
        Plan.Step bytes = Plan.Step.multiplier("1024");
        device.item("vm.memory.size[total]", "Memory: size", UCD + "4.5.0", "unsigned", "B", "1m", bytes);
        device.item("vm.memory.size[free]", "Memory: free", UCD + "4.6.0", "unsigned", "B", "5s", bytes);
        device.item("vm.memory.size[cached]", "Memory: cached", UCD + "4.15.0", "unsigned", "B", "10s", bytes);
        device.trigger(
                "Memory of {HOST.NAME} runs low",
                "last(" + device.reference("vm.memory.size[free]") + ")<0.1*last("
                        + device.reference("vm.memory.size[total]") + ")",
                "",
                "average",
                "capacity");
    }

    private static void storage(Draft device, Episodes filling) {
        double root = Chance.between(device.key("/"), 0.3, 0.7);
        double home = Chance.between(device.key("/home"), 0.2, 0.8);
        double var = Chance.between(device.key("/var"), 0.3, 0.6);
        Sensors.fileSystem(device, 31, "/", 40 * GIGABYTE, millis -> root);
        Sensors.fileSystem(device, 32, "/var", 80 * GIGABYTE, millis -> varUsed(filling, var, millis));
        Sensors.fileSystem(device, 33, "/home", 200 * GIGABYTE, millis -> home);
        String[] paths = {"/", "/var", "/home"};
        for (int i = 1; i <= paths.length; i++) {
            double share = i == 1 ? root : home;
            boolean isVar = i == 2;
            device.object(UCD + "9.1.1." + i, Cell.integer(i));
            device.object(UCD + "9.1.2." + i, Cell.text(paths[i - 1]));
            device.object(
                    UCD + "9.1.9." + i,
                    Cell.integer(millis -> Sensors.percent(100 * (isVar ? varUsed(filling, var, millis) : share))));
        }
    }

    /// While it fills: from half, about 2 % a second, to 97 %, where it stays until it is cleaned.
    private static double varUsed(Episodes filling, double calm, long millis) {
        if (!filling.isOn(millis)) {
            return calm;
        }
        long since = millis - filling.lastStart(millis, millis);
        return Math.min(0.97, 0.5 + since * 0.00002);
    }

    private static void processes(Draft device) {
        Wave count = new Wave(device.key("processes"), 180, 25);
        Wave users = new Wave(device.key("users"), 3, 2);
        device.object("1.3.6.1.2.1.25.1.1.0", Cell.ticks(millis -> (millis - device.startedAt(millis)) / 10));
        device.object("1.3.6.1.2.1.25.1.5.0", Cell.gauge(millis -> Math.round(users.at(millis))));
        device.object("1.3.6.1.2.1.25.1.6.0", Cell.gauge(millis -> Math.round(count.at(millis))));
        device.item("proc.num", "Processes", "1.3.6.1.2.1.25.1.6.0", "unsigned", "", "10s");
        device.item("system.users.num", "Users logged in", "1.3.6.1.2.1.25.1.5.0", "unsigned", "", "30s");
    }
}
