package zonda.web.live;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import zonda.web.MonitoringView;
import zonda.web.MonitoringView.LatestValue;

/// Asks the server for the newest values of all items that clients follow, and tells each client
/// those that changed. The cost is that of looking up so many values twice a second, whatever the
/// rate at which the server takes values in: nothing is added to the path of a value.
public final class LiveFeed implements AutoCloseable {
    /// The most items that one client follows.
    public static final int MOST_ITEMS = 500;

    /// The most clients at a time.
    public static final int MOST_CLIENTS = 200;

    private static final long TURN_NANOS = 500_000_000L;
    private static final int TURNS_PER_PULSE = 2;
    /// A client that has not taken anything for so many pulses, which are seconds, is cut off.
    private static final int MOST_UNTAKEN = 60;

    private static final int READ_AT_ONCE = 1_000;

    private final MonitoringView view;
    private final BiConsumer<String, RuntimeException> faults;
    private final CopyOnWriteArrayList<LiveClient> clients = new CopyOnWriteArrayList<>();
    private final Thread thread;
    private volatile boolean open = true;

    // Owned by the feed's thread.
    private Map<Long, LatestValue> told = new HashMap<>();
    private long problemsVersion = -1;
    private int turns;

    /// Starts feeding.
    ///
    /// @param faults told of what no one expected; the feed goes on
    public LiveFeed(MonitoringView view, BiConsumer<String, RuntimeException> faults) {
        this(view, faults, true);
    }

    /// @param running false for tests, which call [#turn] themselves
    LiveFeed(MonitoringView view, BiConsumer<String, RuntimeException> faults, boolean running) {
        this.view = view;
        this.faults = faults;
        this.thread = Thread.ofVirtual().name("live feed").unstarted(this::run);
        if (running) {
            thread.start();
        }
    }

    private void run() {
        while (open) {
            try {
                turn();
            } catch (RuntimeException e) {
                faults.accept("live feed", e);
            }
            LockSupport.parkNanos(TURN_NANOS);
        }
    }

    /// Adds a client, which is first told all it follows; empty when there are too many.
    public Optional<LiveClient> join(List<Long> itemIds) {
        if (!open || clients.size() >= MOST_CLIENTS) {
            return Optional.empty();
        }
        LiveClient client = new LiveClient(itemIds);
        client.offer(latest(itemIds), true, true);
        clients.add(client);
        return Optional.of(client);
    }

    /// Forgets a client.
    public void leave(LiveClient client) {
        clients.remove(client);
        client.close();
    }

    /// Looks once for what changed, and tells the clients.
    void turn() {
        if (clients.isEmpty()) {
            told = new HashMap<>();
            return;
        }
        Set<Long> wanted = new LinkedHashSet<>();
        for (LiveClient client : clients) {
            wanted.addAll(client.itemIds());
        }
        Map<Long, LatestValue> now = new HashMap<>();
        List<LatestValue> changed = new ArrayList<>();
        for (LatestValue value : latest(List.copyOf(wanted))) {
            now.put(value.itemId(), value);
            LatestValue before = told.get(value.itemId());
            if (before == null || !same(before, value)) {
                changed.add(value);
            }
        }
        told = now;
        long version = view.problems().version();
        boolean problems = version != problemsVersion;
        problemsVersion = version;
        boolean pulse = ++turns % TURNS_PER_PULSE == 0;
        for (LiveClient client : clients) {
            client.offer(changed, pulse, problems);
            if (client.untaken() > MOST_UNTAKEN) {
                clients.remove(client);
                client.cut();
            }
        }
    }

    private static boolean same(LatestValue a, LatestValue b) {
        if (!a.error().equals(b.error()) || a.samples().isEmpty() != b.samples().isEmpty()) {
            return false;
        }
        return a.samples().isEmpty()
                || a.samples().getFirst().epochNanos() == b.samples().getFirst().epochNanos();
    }

    private List<LatestValue> latest(List<Long> ids) {
        if (ids.size() <= READ_AT_ONCE) {
            return ids.isEmpty() ? List.of() : view.latest(ids);
        }
        List<LatestValue> out = new ArrayList<>(ids.size());
        for (int from = 0; from < ids.size(); from += READ_AT_ONCE) {
            out.addAll(view.latest(ids.subList(from, Math.min(ids.size(), from + READ_AT_ONCE))));
        }
        return out;
    }

    /// How many clients follow.
    public int clients() {
        return clients.size();
    }

    /// Stops feeding and lets all clients go.
    @Override
    public void close() {
        open = false;
        LockSupport.unpark(thread);
        for (LiveClient client : clients) {
            leave(client);
        }
    }
}
