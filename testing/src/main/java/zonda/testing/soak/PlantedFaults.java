package zonda.testing.soak;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import zonda.history.ShardHistory;
import zonda.history.StateEntry;
import zonda.model.RawBatch;
import zonda.model.Slices;
import zonda.model.TriggerTransition;
import zonda.model.ValueBatch;
import zonda.model.WireType;
import zonda.protocol.snmp.MessageDecoder;
import zonda.runtime.DatagramPort;
import zonda.runtime.DatagramReceiver;
import zonda.runtime.Datagrams;
import zonda.runtime.Disk;
import zonda.runtime.DiskFile;
import zonda.runtime.Duty;
import zonda.runtime.Errands;
import zonda.runtime.FaultHandler;
import zonda.runtime.Machine;
import zonda.runtime.MonotonicClock;
import zonda.runtime.Shard;
import zonda.runtime.Sink;
import zonda.runtime.Streams;
import zonda.runtime.TimerWheel;
import zonda.runtime.WallClock;
import zonda.runtime.simulation.SeededRandom;
import zonda.runtime.simulation.Simulation;
import zonda.server.Joints;

/// Builds a [Plant] in: at the doors of the machine, and at the joints of the path, behind the
/// watch.
final class PlantedFaults implements Joints {
    private final Plant plant;
    private final Simulation simulation;
    private final SeededRandom random;

    PlantedFaults(Plant plant, Simulation simulation) {
        this.plant = plant;
        this.simulation = simulation;
        this.random = simulation.random("plant");
    }

    Machine machine(Machine sound) {
        return switch (plant) {
            case NO_FSYNC, LATE_ANSWER_TO_NEXT_REQUEST, LOST_TIMER -> new PlantedMachine(sound);
            case NONE,
                    DROP_WHEN_FULL,
                    BASE_NOT_RESEEDED,
                    SKIPPED_RECOVERY,
                    BLOCKED_SHARD,
                    ANSWERED_BEFORE_SYNC,
                    ID_REUSED -> sound;
        };
    }

    private final class PlantedMachine implements Machine {
        private final Machine sound;
        private final MonotonicClock clock;

        PlantedMachine(Machine sound) {
            this.sound = sound;
            this.clock =
                    plant == Plant.LOST_TIMER ? new ForgetfulClock(sound.monotonicClock()) : sound.monotonicClock();
        }

        @Override
        public MonotonicClock monotonicClock() {
            return clock;
        }

        @Override
        public WallClock wallClock() {
            return sound.wallClock();
        }

        @Override
        public Disk disk() {
            return plant == Plant.NO_FSYNC ? new UnsyncedDisk(sound.disk()) : sound.disk();
        }

        @Override
        public Errands errands() {
            return sound.errands();
        }

        @Override
        public FaultHandler faults() {
            return sound.faults();
        }

        @Override
        public Shard newShard(int index, String name, int mailboxCapacity) {
            return sound.newShard(index, name, mailboxCapacity);
        }

        @Override
        public Datagrams datagrams(Shard shard) {
            Datagrams datagrams = sound.datagrams(shard);
            return plant == Plant.LATE_ANSWER_TO_NEXT_REQUEST
                    ? local -> new CredulousPort(datagrams.open(local))
                    : datagrams;
        }

        @Override
        public Streams streams(Shard shard) {
            return sound.streams(shard);
        }

        @Override
        public Running run(Shard shard) {
            return sound.run(shard);
        }
    }

    // ---- no fsync

    private record UnsyncedDisk(Disk sound) implements Disk {
        @Override
        public DiskFile create(String name) throws IOException {
            return new UnsyncedFile(sound.create(name));
        }

        @Override
        public DiskFile open(String name) throws IOException {
            return new UnsyncedFile(sound.open(name));
        }

        @Override
        public boolean exists(String name) {
            return sound.exists(name);
        }

        @Override
        public List<String> list(String folder) throws IOException {
            return sound.list(folder);
        }

        @Override
        public void createFolder(String name) throws IOException {
            sound.createFolder(name);
        }

        @Override
        public void rename(String from, String to) throws IOException {
            sound.rename(from, to);
        }

        @Override
        public void delete(String name) throws IOException {
            sound.delete(name);
        }

        @Override
        public void syncFolder(String folder) throws IOException {
            sound.syncFolder(folder);
        }

        @Override
        public long usableBytes() throws IOException {
            return sound.usableBytes();
        }
    }

    private record UnsyncedFile(DiskFile sound) implements DiskFile {
        @Override
        public void write(ByteBuffer source, long position) throws IOException {
            sound.write(source, position);
        }

        @Override
        public int read(ByteBuffer target, long position) throws IOException {
            return sound.read(target, position);
        }

        @Override
        public long size() throws IOException {
            return sound.size();
        }

        @Override
        public void truncate(long bytes) throws IOException {
            sound.truncate(bytes);
        }

        @Override
        public void sync() {
            // The fault: nothing is done.
        }

        @Override
        public void close() throws IOException {
            sound.close();
        }
    }

    // ---- late answer to the next request

    private static final class CredulousPort implements DatagramPort {
        private final DatagramPort sound;
        private final MessageDecoder decoder = new MessageDecoder();
        private final Map<InetSocketAddress, Integer> newestRequest = new HashMap<>();

        CredulousPort(DatagramPort sound) {
            this.sound = sound;
        }

        @Override
        public boolean send(ByteBuffer payload, InetSocketAddress target) throws IOException {
            if (decoder.open(payload.array(), payload.arrayOffset() + payload.position(), payload.remaining())) {
                newestRequest.put(target, decoder.requestId());
            }
            return sound.send(payload, target);
        }

        @Override
        public int receive(DatagramReceiver receiver, int most) {
            return sound.receive(
                    (payload, source) -> {
                        Integer newest = newestRequest.get(source);
                        byte[] copy = new byte[payload.remaining()];
                        payload.get(copy);
                        if (newest != null && decoder.open(copy, 0, copy.length)) {
                            rename(copy, decoder.requestId(), newest);
                        }
                        receiver.received(ByteBuffer.wrap(copy), source);
                    },
                    most);
        }

        private static void rename(byte[] message, int from, int to) {
            ByteBuffer bytes = ByteBuffer.wrap(message);
            for (int at = 0; at + 6 <= message.length; at++) {
                if (message[at] == 2 && message[at + 1] == 4 && bytes.getInt(at + 2) == from) {
                    bytes.putInt(at + 2, to);
                    return;
                }
            }
        }

        @Override
        public InetSocketAddress localAddress() {
            return sound.localAddress();
        }

        @Override
        public void close() {
            sound.close();
        }
    }

    // ---- lost timer

    private final class ForgetfulClock implements MonotonicClock {
        private final MonotonicClock sound;

        ForgetfulClock(MonotonicClock sound) {
            this.sound = sound;
        }

        @Override
        public long nanos() {
            return sound.nanos();
        }

        @Override
        public TimerWheel timers(long tickNanos, long startNanos) {
            return new TimerWheel(tickNanos, startNanos) {
                @Override
                public int schedule(long deadlineNanos, long payload) {
                    return super.schedule(random.chance(0.005) ? Long.MAX_VALUE : deadlineNanos, payload);
                }
            };
        }
    }

    // ---- at the joints

    @Override
    public ShardHistory history(int shard, ShardHistory next) {
        boolean isPlanted = plant == Plant.DROP_WHEN_FULL || plant == Plant.ANSWERED_BEFORE_SYNC;
        return isPlanted ? new UnreliableHistory(next, plant == Plant.DROP_WHEN_FULL) : next;
    }

    /// Drops values when full, or tells of a sync that was not.
    private record UnreliableHistory(ShardHistory sound, boolean drops) implements ShardHistory {
        @Override
        public void accept(ValueBatch batch) {
            if (!drops || sound.accepting()) {
                sound.accept(batch);
            }
        }

        @Override
        public boolean accepting() {
            return sound.accepting();
        }

        @Override
        public long putStates(List<StateEntry> entries) {
            return sound.putStates(entries);
        }

        @Override
        public long lastSequence() {
            return sound.lastSequence();
        }

        @Override
        public long syncedSequence() {
            return sound.syncedSequence();
        }

        @Override
        public void commitSoon() {
            sound.commitSoon();
        }

        @Override
        public void awaitSynced(Runnable whenSynced) {
            if (drops) {
                sound.awaitSynced(whenSynced);
            } else {
                whenSynced.run();
            }
        }

        @Override
        public boolean newest(int slot, long itemId, ValueBatch out) {
            return sound.newest(slot, itemId, out);
        }

        @Override
        public boolean isSealed(int slot) {
            return sound.isSealed(slot);
        }

        @Override
        public void forget(int slot) {
            sound.forget(slot);
        }

        @Override
        public String name() {
            return sound.name();
        }

        @Override
        public int turn(long nowNanos) {
            return sound.turn(nowNanos);
        }

        @Override
        public long nextWakeNanos() {
            return sound.nextWakeNanos();
        }
    }

    @Override
    public Sink<RawBatch> raw(int shard, Sink<RawBatch> next) {
        if (plant != Plant.BASE_NOT_RESEEDED) {
            return next;
        }
        TreeMap<Long, Long> bases = new TreeMap<>();
        return batch -> {
            RawBatch kept = new RawBatch(batch.size());
            kept.monotonicNanos = batch.monotonicNanos;
            kept.configurationEpoch = batch.configurationEpoch;
            for (int row = 0; row < batch.size(); row++) {
                WireType type = batch.wireType(row);
                boolean counts = type == WireType.COUNTER32 || type == WireType.COUNTER64;
                Long base = bases.get(batch.itemIds[row]);
                boolean backwards = counts && base != null && Long.compareUnsigned(batch.bits[row], base) < 0;
                if (counts && !backwards) {
                    bases.put(batch.itemIds[row], batch.bits[row]);
                }
                if (!backwards) {
                    copy(batch, row, kept);
                }
            }
            next.accept(kept);
        };
    }

    private static void copy(RawBatch batch, int row, RawBatch into) {
        long cell = batch.bits[row];
        if (batch.wireType(row).isSlice()) {
            into.addBytes(
                    batch.itemIds[row],
                    batch.slots[row],
                    batch.epochNanos[row],
                    batch.wireType(row),
                    batch.arena,
                    Slices.offset(cell),
                    Slices.length(cell));
        } else {
            into.addNumber(batch.itemIds[row], batch.slots[row], batch.epochNanos[row], batch.wireTypes[row], cell);
        }
    }

    @Override
    public Sink<TriggerTransition> transitions(int shard, Sink<TriggerTransition> next) {
        if (plant != Plant.SKIPPED_RECOVERY) {
            return next;
        }
        return transition -> {
            if (transition.problem() || random.chance(0.5)) {
                next.accept(transition);
            }
        };
    }

    @Override
    public long highestEventId(long found) {
        return plant == Plant.ID_REUSED ? 0 : found;
    }

    @Override
    public Duty duty(int shard, Duty duty) {
        if (plant != Plant.BLOCKED_SHARD) {
            return duty;
        }
        return new Duty() {
            @Override
            public String name() {
                return duty.name();
            }

            @Override
            public int turn(long nowNanos) {
                if (random.chance(0.0001)) {
                    simulation.charge(30_000_000_000L);
                }
                return duty.turn(nowNanos);
            }

            @Override
            public long nextWakeNanos() {
                return duty.nextWakeNanos();
            }
        };
    }
}
