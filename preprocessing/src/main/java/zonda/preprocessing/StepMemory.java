package zonda.preprocessing;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32C;
import zonda.runtime.Disk;
import zonda.runtime.DiskFile;

/// What steps remember of their items' last values, carried from one run of the server to the next:
/// the base of a change, the value that a throttle let through last.
///
/// It is written when the server stops in order, and gone from the disk once it is read: after a
/// crash there is none, and steps begin anew, so that nothing is ever compared with a value that
/// others came after. The file is described in `STEP-MEMORY.md`. Owned by one thread.
public final class StepMemory {
    private static final String FILE = "steps";
    private static final String UNFINISHED = "steps.new";
    private static final int MAGIC = 0x5A53_5445;
    private static final int VERSION = 1;
    static final int ROW_BYTES = 104;
    private static final int ROWS_A_WRITE = 8_192;
    private static final int MOST_BOOT_BYTES = 256;

    private final String bootId;
    private ByteBuffer rows = ByteBuffer.allocate(64 * ROW_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final Map<Long, Integer> places = new HashMap<>();

    /// An empty one.
    ///
    /// @param bootId of the machine, of [zonda.runtime.Machine#bootId]
    public StepMemory(String bootId) {
        this.bootId = bootId;
    }

    /// One item's.
    ///
    /// @param itemId of it
    /// @param changeSteps a print of the steps up to the change, 0 where there is none
    /// @param throttleSteps the same up to the throttle
    /// @param lastNanos the time of its last value, nanoseconds since the epoch
    record Row(
            long itemId,
            long changeSteps,
            long throttleSteps,
            long lastNanos,
            byte flags,
            byte baseWidth,
            byte baseForm,
            byte keptForm,
            float baseRate,
            long baseBits,
            long baseNanos,
            long baseUptime,
            long baseDiscontinuity,
            long keptBits,
            long keptNanos) {}

    /// How many items it knows.
    public int size() {
        return rows.position() / ROW_BYTES;
    }

    /// Whether times of the monotonic clock in it are of the clock that runs now.
    boolean isOfBoot(String now) {
        return !now.isEmpty() && now.equals(bootId);
    }

    void add(Row row) {
        if (rows.remaining() < ROW_BYTES) {
            rows = ByteBuffer.wrap(Arrays.copyOf(rows.array(), rows.capacity() * 2))
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .position(rows.position());
        }
        rows.putLong(row.itemId())
                .putLong(row.changeSteps())
                .putLong(row.throttleSteps())
                .putLong(row.lastNanos());
        rows.put(row.flags()).put(row.baseWidth()).put(row.baseForm()).put(row.keptForm());
        rows.putFloat(row.baseRate()).putLong(row.baseBits()).putLong(row.baseNanos());
        rows.putLong(row.baseUptime()).putLong(row.baseDiscontinuity());
        rows.putLong(row.keptBits()).putLong(row.keptNanos()).putLong(0).putLong(0);
    }

    /// Whether it knows an item.
    boolean knows(long itemId) {
        return places.containsKey(itemId);
    }

    Row row(long itemId) {
        ByteBuffer at = rows.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        at.clear().position(places.getOrDefault(itemId, 0) * ROW_BYTES);
        long id = at.getLong();
        long change = at.getLong();
        long throttle = at.getLong();
        long last = at.getLong();
        byte flags = at.get();
        byte width = at.get();
        byte form = at.get();
        byte keptForm = at.get();
        return new Row(
                id,
                change,
                throttle,
                last,
                flags,
                width,
                form,
                keptForm,
                at.getFloat(),
                at.getLong(),
                at.getLong(),
                at.getLong(),
                at.getLong(),
                at.getLong(),
                at.getLong());
    }

    /// Writes it to the data folder; it is there whole or not at all.
    public void write(Disk disk) throws IOException {
        if (disk.exists(UNFINISHED)) {
            disk.delete(UNFINISHED);
        }
        byte[] boot = bootId.getBytes(StandardCharsets.UTF_8);
        ByteBuffer header = ByteBuffer.allocate(16 + boot.length).order(ByteOrder.LITTLE_ENDIAN);
        header.putInt(MAGIC)
                .putInt(VERSION)
                .putInt(boot.length)
                .putInt(size())
                .put(boot)
                .flip();
        CRC32C sum = new CRC32C();
        sum.update(header.duplicate());
        ByteBuffer all = rows.duplicate().flip();
        sum.update(all.duplicate());
        try (DiskFile file = disk.create(UNFINISHED)) {
            long position = 0;
            int length = header.remaining();
            file.write(header, position);
            position += length;
            while (all.hasRemaining()) {
                ByteBuffer some = all.slice(all.position(), Math.min(all.remaining(), ROWS_A_WRITE * ROW_BYTES));
                int bytes = some.remaining();
                file.write(some, position);
                position += bytes;
                all.position(all.position() + bytes);
            }
            ByteBuffer end = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
            end.putLong(sum.getValue()).flip();
            file.write(end, position);
            file.sync();
        }
        disk.rename(UNFINISHED, FILE);
        disk.syncFolder("");
    }

    /// Takes it from the data folder, where it is no more from then on; an empty one where there is
    /// none.
    ///
    /// @throws IOException when it cannot be read or is damaged, with words for people; it is gone
    ///     then too
    public static StepMemory take(Disk disk) throws IOException {
        if (!disk.exists(FILE)) {
            return new StepMemory("");
        }
        try (DiskFile file = disk.open(FILE)) {
            return read(file);
        } finally {
            disk.delete(FILE);
            disk.syncFolder("");
        }
    }

    private static StepMemory read(DiskFile file) throws IOException {
        long size = file.size();
        if (size < 24 || size > Integer.MAX_VALUE - 8) {
            throw new IOException("the steps' memory has " + size + " bytes, wanted 24 to 2 GiB");
        }
        ByteBuffer all = ByteBuffer.allocate((int) size).order(ByteOrder.LITTLE_ENDIAN);
        while (all.hasRemaining()) {
            if (file.read(all, all.position()) < 0) {
                throw new IOException("the steps' memory ends after " + all.position() + " of " + size + " bytes");
            }
        }
        all.flip();
        int magic = all.getInt();
        int version = all.getInt();
        int bootBytes = all.getInt();
        int count = all.getInt();
        if (magic != MAGIC || version != VERSION) {
            throw new IOException(
                    "the steps' memory is of version " + version + ", wanted " + VERSION + "; it is not used");
        }
        if (bootBytes < 0
                || bootBytes > MOST_BOOT_BYTES
                || count < 0
                || size != 24L + bootBytes + (long) count * ROW_BYTES) {
            throw new IOException("the steps' memory of " + count + " items has " + size + " bytes; it is not used");
        }
        CRC32C sum = new CRC32C();
        sum.update(all.duplicate().clear().limit((int) size - 8));
        if (sum.getValue() != all.getLong((int) size - 8)) {
            throw new IOException("the steps' memory is damaged (checksum); it is not used");
        }
        byte[] boot = new byte[bootBytes];
        all.get(boot);
        StepMemory memory = new StepMemory(new String(boot, StandardCharsets.UTF_8));
        memory.rows = ByteBuffer.allocate(count * ROW_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        memory.rows.put(all.slice(all.position(), count * ROW_BYTES));
        for (int i = 0; i < count; i++) {
            memory.places.put(memory.rows.getLong(i * ROW_BYTES), i);
        }
        return memory;
    }
}
