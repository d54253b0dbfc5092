package zonda.runtime;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/// The real machine.
public final class LocalMachine implements Machine {
    /// So that some that take their time leave others for the rest.
    private static final int LEAST_WORKERS = 4;

    private record Place(NioWaiter waiter, String name) {}

    private final MonotonicClock monotonicClock = MonotonicClock.system();
    private final WallClock wallClock;
    private final Disk disk;
    private final Errands errands;
    private final Errands workers;
    private final FaultHandler faults;
    private final IdentityHashMap<Shard, Place> places = new IdentityHashMap<>();

    /// @param dataFolder an existing folder
    /// @param zone of scheduling, maintenance and `now/d`
    public LocalMachine(Path dataFolder, ZoneId zone, FaultHandler faults) {
        this.wallClock = WallClock.system(zone);
        this.disk = new LocalDisk(dataFolder);
        this.faults = faults;
        this.errands = Errands.onVirtualThreads(faults);
        this.workers = Errands.onPlatformThreads(
                "worker", Math.max(LEAST_WORKERS, 2 * Runtime.getRuntime().availableProcessors()), faults);
    }

    @Override
    public MonotonicClock monotonicClock() {
        return monotonicClock;
    }

    @Override
    public WallClock wallClock() {
        return wallClock;
    }

    /// Linux counts its monotonic clock from the boot on, which has an id.
    @Override
    public String bootId() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
        } catch (IOException e) {
            return "";
        }
    }

    @Override
    public Disk disk() {
        return disk;
    }

    @Override
    public Errands errands() {
        return errands;
    }

    @Override
    public Errands workers() {
        return workers;
    }

    @Override
    public FaultHandler faults() {
        return faults;
    }

    @Override
    public void together(List<Runnable> tasks) {
        List<CompletableFuture<Void>> running = tasks.stream()
                .map(task -> CompletableFuture.runAsync(
                        task, work -> Thread.ofPlatform().name("start").start(work)))
                .toList();
        try {
            CompletableFuture.allOf(running.toArray(CompletableFuture[]::new)).join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException own) {
                throw own;
            }
            throw e;
        }
    }

    @Override
    public Shard newShard(int index, String name, int mailboxCapacity) {
        try {
            NioWaiter waiter = new NioWaiter();
            Shard shard = new Shard(index, monotonicClock, waiter, mailboxCapacity, faults);
            synchronized (places) {
                places.put(shard, new Place(waiter, name));
            }
            return shard;
        } catch (IOException e) {
            throw new UncheckedIOException("no selector for shard " + name, e);
        }
    }

    @Override
    public Datagrams datagrams(Shard shard) {
        return new NioDatagrams(placeOf(shard).waiter());
    }

    @Override
    public Streams streams(Shard shard) {
        return new NioStreams(placeOf(shard).waiter());
    }

    @Override
    public Running run(Shard shard) {
        Place place = placeOf(shard);
        ShardThread thread = new ShardThread(shard);
        thread.start(place.name());
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        return new Running() {
            @Override
            public long cpuNanos() {
                return Math.max(0, threads.getThreadCpuTime(thread.threadId()));
            }

            @Override
            public long allocatedBytes() {
                return Math.max(0, threads.getThreadAllocatedBytes(thread.threadId()));
            }

            @Override
            public void close() {
                thread.close();
                synchronized (places) {
                    places.remove(shard);
                }
                try {
                    place.waiter().close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
    }

    private Place placeOf(Shard shard) {
        synchronized (places) {
            Place place = places.get(shard);
            if (place == null) {
                throw new IllegalArgumentException("shard " + shard.index() + " is not of this machine");
            }
            return place;
        }
    }
}
