package zonda.server;

import java.io.IOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import zonda.collector.LearnedSizes;
import zonda.runtime.Disk;
import zonda.runtime.Duty;
import zonda.runtime.Errands;
import zonda.runtime.Shard;

/// Writes what is learned of devices' sizes every few minutes, so that a server which is killed has
/// nearly all of it again. On the alerting shard; the paths give their parts on their own shards,
/// and an errand writes.
final class SizeKeeper implements Duty {
    private static final Logger LOG = LoggerFactory.getLogger(SizeKeeper.class);
    private static final long EVERY_NANOS = 300_000_000_000L;

    private final List<ValuePath> paths;
    private final Shard own;
    private final Errands errands;
    private final Disk disk;
    private long nextNanos;
    private int round;
    private int missing;
    private LearnedSizes gathered = new LearnedSizes();

    /// What the file holds; under this object's lock.
    private LearnedSizes written;

    /// @param own the shard that this runs on
    /// @param written what the file holds
    SizeKeeper(List<ValuePath> paths, Shard own, Errands errands, Disk disk, long nowNanos, LearnedSizes written) {
        this.paths = paths;
        this.own = own;
        this.errands = errands;
        this.disk = disk;
        this.nextNanos = nowNanos + EVERY_NANOS;
        this.written = written;
    }

    @Override
    public String name() {
        return "learned sizes";
    }

    @Override
    public int turn(long nowNanos) {
        if (nowNanos < nextNanos) {
            return 0;
        }
        nextNanos = nowNanos + EVERY_NANOS;
        // A part of the round before that never came is not waited for.
        int asked = ++round;
        gathered = new LearnedSizes();
        missing = 0;
        for (ValuePath path : paths) {
            if (path.shard().offer(() -> give(path, asked))) {
                missing++;
            }
        }
        return 1;
    }

    private void give(ValuePath path, int asked) {
        LearnedSizes part = new LearnedSizes();
        path.collector().remember(part);
        own.offer(() -> take(part, asked));
    }

    private void take(LearnedSizes part, int asked) {
        if (asked != round) {
            return;
        }
        gathered.addAll(part);
        if (--missing == 0) {
            LearnedSizes whole = gathered;
            errands.start("learned sizes", () -> write(whole));
        }
    }

    /// Replaces the file where it holds something else. Any thread.
    synchronized void write(LearnedSizes sizes) {
        if (sizes.equals(written)) {
            return;
        }
        try {
            sizes.write(disk);
            written = sizes;
        } catch (IOException e) {
            LOG.warn("What was learned of devices' sizes is not kept: {}", e.getMessage());
        }
    }

    @Override
    public long nextWakeNanos() {
        return nextNanos;
    }
}
