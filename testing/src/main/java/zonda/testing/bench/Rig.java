package zonda.testing.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import zonda.history.History;
import zonda.history.HistorySettings;
import zonda.history.HistoryStatistics;
import zonda.history.ShardHistory;
import zonda.model.ItemSlots;
import zonda.model.ValueBatch;
import zonda.runtime.Duty;
import zonda.runtime.FaultHandler;
import zonda.runtime.LocalMachine;
import zonda.runtime.Machine;
import zonda.runtime.Shard;

/// A history of its own, with one shard that writes.
final class Rig implements AutoCloseable {
    final Path folder;
    private final LocalMachine machine;
    final History history;
    private final ShardHistory writer;
    final Feeder feeder;
    private final Machine.Running log;
    private final Machine.Running shard;
    private boolean hasEnded;

    Rig(Path folder, int items) {
        this.folder = folder;
        machine = new LocalMachine(folder, ZoneOffset.UTC, FaultHandler.throwing());
        ItemSlots slots = new ItemSlots();
        for (int item = 0; item < items; item++) {
            slots.assign(item + 1L);
        }
        Shard logShard = machine.newShard(-1, "log", 8192);
        Shard writing = machine.newShard(0, "shard-0", 8192);
        HistorySettings settings = new HistorySettings(
                Duration.ofMillis(200),
                64L << 20,
                64L << 30,
                Duration.ofDays(1),
                32 << 20,
                64L << 20,
                Duration.ofDays(10_000),
                64L << 30);
        history = History.open(
                machine, settings, logShard, List.of(new History.Writer(writing, slots)), _ -> 0, (read, all) -> {});
        writer = history.writer(0);
        feeder = new Feeder(writer);
        writing.add(writer);
        writing.add(feeder);
        log = machine.run(logShard);
        shard = machine.run(writing);
    }

    /// Lets the shard take batches until the source has no more.
    void feed(Source source) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        feeder.next = new Work(source, done, false);
        done.await();
    }

    /// All that was fed goes to a block.
    void seal() throws InterruptedException {
        long seals = history.statistics().seals();
        history.seal();
        while (history.statistics().seals() == seals) {
            Thread.sleep(2);
        }
    }

    void settle() throws InterruptedException {
        seal();
        history.merge();
        int still = 0;
        HistoryStatistics before = history.statistics();
        while (still < 20) {
            Thread.sleep(100);
            HistoryStatistics now = history.statistics();
            boolean isSame = now.blocks() == before.blocks() && now.blockBytes() == before.blockBytes();
            still = isSame ? still + 1 : 0;
            before = now;
        }
        if (!history.faults().isEmpty()) {
            throw new IllegalStateException(String.join("; ", history.faults()));
        }
    }

    /// Ends in order; the folder stays.
    void end() {
        if (!hasEnded) {
            hasEnded = true;
            shard.close();
            log.close();
            history.close();
        }
    }

    @Override
    public void close() throws IOException {
        end();
        PeerProcess.delete(folder);
    }

    /// Gives batches, on the shard's thread.
    interface Source {
        /// @return false when there was no more
        boolean fill(ValueBatch batch);
    }

    record Work(Source source, CountDownLatch done, boolean isNone) {}

    /// Takes batches as the collector does: while there is room.
    static final class Feeder implements Duty {
        private static final int BATCHES_A_TURN = 64;
        private static final Work NONE = new Work(_ -> false, new CountDownLatch(0), true);

        private final ShardHistory writer;
        private final ValueBatch batch = new ValueBatch(HistoryCommand.ITEMS_AN_ANSWER);
        private volatile Work next = NONE;
        private long lastTurn;
        /// Turns by how long they took, in steps of 1/10 ms.
        private final long[] stalls = new long[10_000];

        Feeder(ShardHistory writer) {
            this.writer = writer;
        }

        @Override
        public String name() {
            return "feeder";
        }

        @Override
        public int turn(long nowNanos) {
            Work work = next;
            if (work.isNone()) {
                lastTurn = 0;
                return 0;
            }
            if (lastTurn != 0) {
                stalls[Math.clamp((nowNanos - lastTurn) / 100_000, 0, stalls.length - 1)]++;
            }
            lastTurn = nowNanos;
            for (int i = 0; i < BATCHES_A_TURN && writer.accepting(); i++) {
                batch.clear();
                if (!work.source().fill(batch)) {
                    next = NONE;
                    writer.awaitSynced(() -> work.done().countDown());
                    return 1;
                }
                writer.accept(batch);
            }
            return 1;
        }

        @Override
        public long nextWakeNanos() {
            return next.isNone() ? System.nanoTime() + 1_000_000L : System.nanoTime();
        }

        double stallMillis(double share) {
            long all = Arrays.stream(stalls).sum();
            long left = (long) (all * (1 - share));
            for (int i = stalls.length - 1; i >= 0; i--) {
                left -= stalls[i];
                if (left < 0) {
                    return (i + 1) / 10.0;
                }
            }
            return 0;
        }
    }
}
