package zonda.collector;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import zonda.model.SnmpInterface;
import zonda.runtime.Disk;
import zonda.runtime.DiskFile;

/// What was learned of the sizes that devices can take, carried from one run of the server to the
/// next. It is only ever a hint: where it is lost or too old, sizes are learned again. Owned by one
/// thread.
///
/// The file `learned-sizes` is text: a line `zonda-learned-sizes 1`, one line for each interface
/// that takes less than its settings allow (its id, a print of where and how it is asked, values a
/// request, rows a GETBULK or 0, requests before the next larger one is tried), and a line `end`
/// with the number of interfaces.
public final class LearnedSizes {
    private static final String FILE = "learned-sizes";
    private static final String UNFINISHED = "learned-sizes.new";
    private static final String FIRST_LINE = "zonda-learned-sizes 1";
    private static final String LAST_LINE = "end ";
    private static final int FIELDS = 5;
    private static final int MOST = 1 << 20;

    private final TreeMap<Long, Learned> known = new TreeMap<>();

    /// One interface's.
    record Learned(int print, int varbinds, int repetitions, int growAfter) {}

    /// How many interfaces it knows.
    public int size() {
        return known.size();
    }

    /// Takes over what another one knows.
    public void addAll(LearnedSizes other) {
        known.putAll(other.known);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LearnedSizes sizes && known.equals(sizes.known);
    }

    @Override
    public int hashCode() {
        return known.hashCode();
    }

    /// Another device may stand behind another address.
    private static int print(SnmpInterface to) {
        return (to.address() + " " + to.port() + " " + SnmpLogins.version(to.security())).hashCode();
    }

    void add(Target target) {
        SnmpInterface to = target.snmp();
        boolean isLess =
                target.size < to.maxVarbinds() || (target.repetitions > 0 && target.repetitions < to.maxRepetitions());
        if (isLess) {
            known.put(target.interfaceId, new Learned(print(to), target.size, target.repetitions, target.growAfter));
        }
    }

    /// Gives a new target what is known of its device.
    void recall(Target target) {
        Learned learned = known.get(target.interfaceId);
        SnmpInterface to = target.snmp();
        if (learned == null || learned.print() != print(to)) {
            return;
        }
        target.size = Math.clamp(learned.varbinds(), 1, to.maxVarbinds());
        target.repetitions = Math.clamp(learned.repetitions(), 0, to.maxRepetitions());
        target.growAfter = Math.clamp(learned.growAfter(), Target.FIRST_GROWTH, Target.MOST_GROWTH);
    }

    /// Replaces the file.
    ///
    /// @throws IOException when it cannot be written; the one that was there stays
    public void write(Disk disk) throws IOException {
        StringBuilder text = new StringBuilder(FIRST_LINE).append('\n');
        for (Map.Entry<Long, Learned> each : known.entrySet()) {
            Learned learned = each.getValue();
            text.append(each.getKey()).append(' ').append(learned.print()).append(' ');
            text.append(learned.varbinds())
                    .append(' ')
                    .append(learned.repetitions())
                    .append(' ');
            text.append(learned.growAfter()).append('\n');
        }
        text.append(LAST_LINE).append(known.size()).append('\n');
        if (disk.exists(UNFINISHED)) {
            disk.delete(UNFINISHED);
        }
        try (DiskFile file = disk.create(UNFINISHED)) {
            file.write(ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.US_ASCII)), 0);
            file.sync();
        }
        disk.rename(UNFINISHED, FILE);
        disk.syncFolder("");
    }

    /// Reads the file; what is damaged in it counts as not learned.
    ///
    /// @throws IOException when it cannot be read at all
    public static LearnedSizes read(Disk disk) throws IOException {
        if (!disk.exists(FILE)) {
            return new LearnedSizes();
        }
        try (DiskFile file = disk.open(FILE)) {
            long size = file.size();
            ByteBuffer all = ByteBuffer.allocate((int) Math.min(size, Integer.MAX_VALUE - 8));
            int got = 0;
            while (got >= 0 && all.hasRemaining()) {
                got = file.read(all, all.position());
            }
            return parse(new String(all.array(), 0, all.position(), StandardCharsets.US_ASCII));
        }
    }

    /// @return an empty one where the text is not whole
    static LearnedSizes parse(String text) {
        LearnedSizes sizes = new LearnedSizes();
        String[] lines = text.split("\n", -1);
        if (!lines[0].equals(FIRST_LINE)) {
            return sizes;
        }
        for (int i = 1; i < lines.length; i++) {
            if (lines[i].equals(LAST_LINE + sizes.known.size()) && i == lines.length - 2) {
                return sizes;
            }
            if (!sizes.take(lines[i])) {
                break;
            }
        }
        return new LearnedSizes();
    }

    private boolean take(String line) {
        String[] parts = line.split(" ", -1);
        if (parts.length != FIELDS) {
            return false;
        }
        try {
            int varbinds = Integer.parseInt(parts[2]);
            int repetitions = Integer.parseInt(parts[3]);
            int growAfter = Integer.parseInt(parts[4]);
            boolean isSound = varbinds >= 1 && varbinds <= MOST && repetitions >= 0 && repetitions <= MOST;
            known.put(
                    Long.parseLong(parts[0]),
                    new Learned(Integer.parseInt(parts[1]), varbinds, repetitions, growAfter));
            return isSound;
        } catch (NumberFormatException _) {
            return false;
        }
    }
}
