package zonda.history;

import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import zonda.runtime.Datagrams;
import zonda.runtime.Disk;
import zonda.runtime.Errands;
import zonda.runtime.FaultHandler;
import zonda.runtime.LocalDisk;
import zonda.runtime.Machine;
import zonda.runtime.MonotonicClock;
import zonda.runtime.Shard;
import zonda.runtime.Streams;
import zonda.runtime.Waiter;
import zonda.runtime.WallClock;

/// A machine whose crank the test turns: time stands still until it is moved, errands run when
/// told.
final class HandMachine implements Machine {
    long nanos = 1_000_000_000L;
    private final Disk disk;
    private final List<Runnable> errands = new ArrayList<>();
    private final List<Shard> shards = new ArrayList<>();

    HandMachine(Path folder) {
        this(new LocalDisk(folder));
    }

    HandMachine(Disk disk) {
        this.disk = disk;
    }

    @Override
    public MonotonicClock monotonicClock() {
        return () -> nanos;
    }

    @Override
    public WallClock wallClock() {
        return new WallClock() {
            @Override
            public long epochNanos() {
                return 1_700_000_000_000_000_000L + nanos;
            }

            @Override
            public java.time.ZoneId zone() {
                return ZoneOffset.UTC;
            }
        };
    }

    @Override
    public Disk disk() {
        return disk;
    }

    @Override
    public Errands errands() {
        return (name, errand) -> errands.add(errand);
    }

    @Override
    public FaultHandler faults() {
        return FaultHandler.throwing();
    }

    @Override
    public Shard newShard(int index, String name, int mailboxCapacity) {
        Waiter still = new Waiter() {
            @Override
            public void await(long waitNanos) {
                // time is moved by the test
            }

            @Override
            public void wake() {
                // turns are taken by the test
            }
        };
        Shard shard = new Shard(index, monotonicClock(), still, mailboxCapacity, faults());
        shards.add(shard);
        return shard;
    }

    @Override
    public Datagrams datagrams(Shard shard) {
        throw new IllegalStateException("history sends no datagrams");
    }

    @Override
    public Streams streams(Shard shard) {
        throw new IllegalStateException("history has no connections");
    }

    @Override
    public Running run(Shard shard) {
        throw new IllegalStateException("the test turns the crank");
    }

    /// Lets everything that is due happen, with time moved on a little between the rounds.
    void settle() {
        for (int round = 0; round < 60; round++) {
            nanos += 20_000_000L;
            turnWithoutTime();
        }
    }

    /// Lets everything happen that is due now.
    void turnWithoutTime() {
        for (int guard = 0; guard < 1_000; guard++) {
            boolean busy = false;
            for (Shard shard : shards) {
                busy |= shard.turn();
            }
            for (Runnable errand : List.copyOf(errands)) {
                errands.remove(errand);
                errand.run();
                busy = true;
            }
            if (!busy) {
                break;
            }
        }
    }
}
