package zonda.devices.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// The demo's devices. What goes wrong with them starts within the first half minute and comes
/// again
/// and again:
///
/// | device | what happens |
/// |---|---|
/// | `sw-access-07` | the link of port 3 flaps |
/// | `sw-access-21` | silent from 10 s on for a minute, again and again |
/// | `sw-access-33` | too warm |
/// | `rt-branch-02` | the line to the provider is nearly full at times |
/// | `rt-branch-03` | restarts every two minutes |
/// | `rt-branch-05` | answers after 300 to 800 ms |
/// | `rt-branch-08` | loses its BGP peer |
/// | `ups-04` | runs on battery |
/// | `srv-db-02` | `/var` runs full, and is cleaned now and then |
/// | `srv-app-05` | processors are busy at times |
/// | `prn-03` | a toner is nearly empty |
public final class DemoNetwork {
    private static final int CORES = 4;
    private static final int ACCESS_SWITCHES = 56;
    private static final int ROUTERS = 10;
    private static final int SUPPLIES = 10;
    private static final String[] SERVERS = {"web", "app", "db", "file"};
    private static final int SERVERS_OF_A_KIND = 8;
    private static final int PRINTERS = 6;

    private final List<Device> devices;

    private DemoNetwork(List<Device> devices) {
        this.devices = List.copyOf(devices);
    }

    /// Builds the network.
    ///
    /// @param seed of all its values and of what goes wrong when
    /// @param base four octets; the devices' addresses have its first two
    /// @param epochMillis the wall clock at the start, from which counters go on
    public static DemoNetwork build(long seed, int[] base, long epochMillis) {
        List<Device> devices = new ArrayList<>();
        Builder builder = new Builder(seed, base[0] + "." + base[1] + ".", epochMillis);
        builder.switches(devices);
        builder.routers(devices);
        builder.supplies(devices);
        builder.servers(devices);
        builder.printers(devices);
        return new DemoNetwork(devices);
    }

    List<Device> devices() {
        return devices;
    }

    /// How many devices there are.
    public int size() {
        return devices.size();
    }

    /// How many items the configuration has.
    public int items() {
        return devices.stream().mapToInt(device -> device.plan().items().size()).sum();
    }

    /// How many triggers the configuration has.
    public int triggers() {
        return devices.stream()
                .mapToInt(device -> device.plan().triggers().size())
                .sum();
    }

    private record Builder(long seed, String network, long epochMillis) {
        private Draft draft(String prefix, String name, String group, int block, int number) {
            String host = String.format(Locale.ROOT, "%s-%02d", prefix, number);
            return new Draft(
                    host,
                    name + " " + number,
                    group,
                    network + block + "." + number,
                    Chance.key(seed, host),
                    epochMillis);
        }

        private Episodes episodes(Draft draft, int firstSecond, int onLeast, int onMost, int offLeast, int offMost) {
            return Episodes.of(
                    draft.key("episodes"),
                    firstSecond * 1000L,
                    onLeast * 1000L,
                    onMost * 1000L,
                    offLeast * 1000L,
                    offMost * 1000L);
        }

        private Episodes only(Draft draft, String host, int firstSecond, int on, int off) {
            return draft.host().equals(host) ? episodes(draft, firstSecond, on, on, off, off) : Episodes.never();
        }

        private void switches(List<Device> devices) {
            for (int i = 1; i <= CORES; i++) {
                Draft draft = draft("sw-core", "Core switch", "Switches", 1, i);
                Switches.core(draft);
                devices.add(draft.finished());
            }
            for (int i = 1; i <= ACCESS_SWITCHES; i++) {
                Draft draft = draft("sw-access", "Access switch", "Switches", 2, i);
                draft.tag("floor", String.valueOf((i - 1) / 4 + 1));
                Episodes flapping = i == 7 ? episodes(draft, 12, 8, 14, 12, 26) : Episodes.never();
                Switches.access(draft, flapping, only(draft, "sw-access-33", 8, 60, 60));
                draft.silentDuring(only(draft, "sw-access-21", 10, 60, 60));
                devices.add(draft.finished());
            }
        }

        private void routers(List<Device> devices) {
            for (int i = 1; i <= ROUTERS; i++) {
                Draft draft = draft("rt-branch", "Branch router", "Routers", 3, i);
                if (i == 3) {
                    draft.rebootsAt(episodes(draft, 14, 6, 6, 114, 114));
                }
                if (i == 5) {
                    draft.answersWithin(300, 800);
                }
                Routers.router(draft, i, i == 2, only(draft, "rt-branch-08", 16, 45, 75));
                devices.add(draft.finished());
            }
        }

        private void supplies(List<Device> devices) {
            for (int i = 1; i <= SUPPLIES; i++) {
                Draft draft = draft("ups", "UPS", "Power", 4, i);
                PowerSupplies.ups(draft, only(draft, "ups-04", 12, 50, 70));
                devices.add(draft.finished());
            }
        }

        private void servers(List<Device> devices) {
            for (int kind = 0; kind < SERVERS.length; kind++) {
                for (int i = 1; i <= SERVERS_OF_A_KIND; i++) {
                    String prefix = "srv-" + SERVERS[kind];
                    Draft draft = draft(prefix, "Server " + SERVERS[kind], "Servers", 5 + kind, i);
                    draft.tag("role", SERVERS[kind]);
                    // Starts at half of the disk and passes 90 % after 20 seconds.
                    Episodes filling = only(draft, "srv-db-02", 1, 75, 45);
                    Servers.server(draft, filling, only(draft, "srv-app-05", 2, 50, 60));
                    devices.add(draft.finished());
                }
            }
        }

        private void printers(List<Device> devices) {
            for (int i = 1; i <= PRINTERS; i++) {
                Draft draft = draft("prn", "Printer", "Printers", 9, i);
                Printers.printer(draft, i == 3 ? 4 : 0);
                devices.add(draft.finished());
            }
        }
    }

    /// Macros of the configuration that hold for all hosts.
    static Map<String, String> globalMacros(String community) {
        Map<String, String> macros = new TreeMap<>();
        macros.put("{$SNMP_COMMUNITY}", community);
        macros.put("{$CPU.MAX}", "85");
        macros.put("{$DISK.MAX}", "90");
        macros.put("{$IF.UTIL.MAX}", "85");
        macros.put("{$TEMP.MAX}", "60");
        return macros;
    }
}
