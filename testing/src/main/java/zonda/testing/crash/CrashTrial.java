package zonda.testing.crash;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import zonda.configuration.ItemNames;
import zonda.history.StoreTools;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;
import zonda.runtime.LocalDisk;
import zonda.runtime.simulation.SeededRandom;
import zonda.testing.PushedValues;

/// Kills a server under load again and again, and counts. One thread, beside those of the load.
final class CrashTrial {
    private static final int ITEMS_A_PUSHER = 8;
    private static final int POLLED_ITEMS = 40;
    private static final int LEAST_LOAD_MILLIS = 100;
    private static final int LOOK_MILLIS = 5;
    private static final long ACKNOWLEDGE_PATIENCE_NANOS = 60_000_000_000L;

    /// How it goes.
    ///
    /// @param kills so many
    /// @param seed of the moments of the kills and the sizes of batches
    /// @param sender the real `zabbix_sender`
    /// @param senders so many of them push at once
    /// @param framed and so many clients of our own
    /// @param mostLoadMillis the server is killed so long after something was acknowledged, at most
    /// @param heap of the server
    record Plan(int kills, long seed, Path sender, int senders, int framed, int mostLoadMillis, String heap) {}

    /// What came of it. Counts of rows are of the last reading, of all that is stored.
    record Outcome(
            int kills,
            long acknowledgedBySender,
            long acknowledgedFramed,
            long storedPushed,
            long storedPolled,
            long repeatedBatches,
            long lost,
            long invented,
            long doubled,
            List<String> faults) {
        boolean isClean() {
            return lost == 0
                    && invented == 0
                    && doubled == 0
                    && faults.isEmpty()
                    && acknowledgedBySender > 0
                    && acknowledgedFramed > 0
                    && storedPolled > 0;
        }
    }

    private final Plan plan;
    private final Path folder;
    private final Path data;
    private final PrintWriter out;
    private final SeededRandom random;
    private final Map<String, Pusher> pushers = new LinkedHashMap<>();
    private final List<String> faults = new ArrayList<>();
    private long worstLost;
    private long worstInvented;
    private long worstDoubled;
    private long storedPolled;

    /// @param folder an empty one, for data and output
    /// @param out is told of each kill
    CrashTrial(Plan plan, Path folder, PrintWriter out) {
        this.plan = plan;
        this.folder = folder;
        this.data = folder.resolve("data");
        this.out = out;
        this.random = new SeededRandom(plan.seed());
        long now = System.currentTimeMillis() * 1_000_000L;
        for (int i = 0; i < plan.senders() + plan.framed(); i++) {
            boolean isSender = i < plan.senders();
            String host = (isSender ? "sender-" : "framed-") + i;
            Pusher.Wire wire = isSender ? Wires.zabbixSender(plan.sender(), folder) : Wires.framed();
            PushedValues values = new PushedValues(ITEMS_A_PUSHER);
            pushers.put(host, new Pusher(host, wire, values, now, random.split(host)));
        }
    }

    Outcome run() throws IOException, InterruptedException {
        try (TicketDevice device = new TicketDevice()) {
            Path configuration = Files.writeString(folder.resolve("world.yaml"), world(device.port()));
            for (int kill = 1; kill <= plan.kills() && faults.isEmpty(); kill++) {
                try (KilledServer server = new KilledServer(folder, data, configuration, plan.heap())) {
                    load(server.ready());
                    server.kill();
                    rest();
                }
                judge(device);
                tell("kill " + kill);
            }
            try (KilledServer server = new KilledServer(folder, data, configuration, plan.heap())) {
                InetSocketAddress address = server.ready();
                for (Pusher pusher : pushers.values()) {
                    pusher.finish(address);
                }
                server.stop();
            }
            judge(device);
            tell("after a last start and an end in good order");
        }
        return outcome();
    }

    /// Hosts of pushed values, one for each pusher, and a polled one.
    private String world(int port) {
        StringBuilder text = new StringBuilder("hosts:\n");
        for (String host : pushers.keySet()) {
            text.append("  - host: ").append(host).append("\n    items:\n");
            for (int item = 0; item < ITEMS_A_PUSHER; item++) {
                text.append("      - {key: p").append(item).append(", type: trapper, value_type: unsigned}\n");
            }
        }
        text.append("  - host: polled\n    interfaces: [{type: snmp, address: 127.0.0.1, port: ")
                .append(port);
        text.append("}]\n    items:\n");
        for (int item = 1; item <= POLLED_ITEMS; item++) {
            text.append("      - {key: q")
                    .append(item)
                    .append(", oid: 1.3.6.1.4.1.59999.2.")
                    .append(item);
            text.append(", value_type: unsigned, update_interval: 1s}\n");
        }
        return text.toString();
    }

    /// Lets everybody push until each has had an answer, and a random while longer.
    private void load(InetSocketAddress address) throws InterruptedException {
        Map<Pusher, Long> before = new LinkedHashMap<>();
        for (Pusher pusher : pushers.values()) {
            before.put(pusher, pusher.acknowledged());
            pusher.start(address);
        }
        long end = System.nanoTime() + ACKNOWLEDGE_PATIENCE_NANOS;
        for (Map.Entry<Pusher, Long> each : before.entrySet()) {
            while (each.getKey().acknowledged() == each.getValue()
                    && each.getKey().refusal().isEmpty()) {
                if (System.nanoTime() > end) {
                    faults.add(each.getKey().host() + " had no answer within 60 s");
                    return;
                }
                Thread.sleep(LOOK_MILLIS);
            }
        }
        Thread.sleep(random.between(LEAST_LOAD_MILLIS, Math.max(LEAST_LOAD_MILLIS, plan.mostLoadMillis())));
    }

    private void rest() throws InterruptedException {
        for (Pusher pusher : pushers.values()) {
            pusher.rest();
            if (!pusher.refusal().isEmpty()) {
                faults.add(pusher.refusal());
            }
        }
    }

    /// Reads all that the folder holds and compares.
    private void judge(TicketDevice device) throws IOException {
        LocalDisk disk = new LocalDisk(data);
        ItemNames names = ItemNames.read(disk);
        pushers.values().forEach(pusher -> pusher.values().startReading());
        Polled polled = new Polled(device.lastTicket());
        StoreTools.dump(
                disk,
                item -> true,
                Long.MIN_VALUE,
                Long.MAX_VALUE,
                batch -> {
                    for (int row = 0; row < batch.size(); row++) {
                        found(batch, row, names, polled);
                    }
                },
                faults::add,
                (bytes, all) -> {});
        long lost = 0;
        long invented = polled.invented;
        long doubled = polled.doubled;
        for (Pusher pusher : pushers.values()) {
            lost += pusher.values().lost();
            invented += pusher.values().invented();
            doubled += pusher.values().doubled();
        }
        storedPolled = polled.rows;
        worstLost = Math.max(worstLost, lost);
        worstInvented = Math.max(worstInvented, invented);
        worstDoubled = Math.max(worstDoubled, doubled);
    }

    /// Polled rows: each ticket once, none that was not given.
    private static final class Polled {
        private final long lastTicket;
        private final Map<Long, Long> itemOfTicket = new HashMap<>();
        private long rows;
        private long invented;
        private long doubled;

        Polled(long lastTicket) {
            this.lastTicket = lastTicket;
        }

        void found(long itemId, long ticket) {
            rows++;
            if (ticket < 1 || ticket > lastTicket) {
                invented++;
            } else if (itemOfTicket.putIfAbsent(ticket, itemId) != null) {
                doubled++;
            }
        }
    }

    private void found(ValueBatch batch, int row, ItemNames names, Polled polled) {
        Optional<ItemNames.Name> name = names.name(batch.itemIds[row]);
        if (name.isEmpty()) {
            faults.add("rows of an item " + batch.itemIds[row] + " that nobody knows");
            return;
        }
        if (batch.kind(row) != ValueKind.UNSIGNED) {
            // The device was silent, or the server was not there to be asked: no value is no value.
            return;
        }
        Pusher pusher = pushers.get(name.get().host());
        if (pusher == null) {
            polled.found(batch.itemIds[row], batch.bits[row]);
        } else {
            int item = Integer.parseInt(name.get().key().substring(1));
            pusher.values().found(item, batch.epochNanos[row], batch.bits[row]);
        }
    }

    private void tell(String when) {
        Outcome now = outcome();
        out.println(when + ": acknowledged " + now.acknowledgedBySender() + " to zabbix_sender and "
                + now.acknowledgedFramed() + " to our own clients, stored " + now.storedPushed() + " pushed and "
                + now.storedPolled() + " polled; lost " + now.lost() + ", invented " + now.invented() + ", doubled "
                + now.doubled());
        out.flush();
    }

    private Outcome outcome() {
        long bySender = 0;
        long framed = 0;
        long stored = 0;
        long repeated = 0;
        for (Pusher pusher : pushers.values()) {
            if (pusher.host().startsWith("sender")) {
                bySender += pusher.values().acknowledged();
            } else {
                framed += pusher.values().acknowledged();
            }
            stored += pusher.values().stored();
            repeated += pusher.repeated();
        }
        return new Outcome(
                plan.kills(),
                bySender,
                framed,
                stored,
                storedPolled,
                repeated,
                worstLost,
                worstInvented,
                worstDoubled,
                List.copyOf(faults));
    }
}
