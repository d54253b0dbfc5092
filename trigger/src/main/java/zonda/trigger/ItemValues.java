package zonda.trigger;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import zonda.model.ItemValueType;
import zonda.model.LogValue;
import zonda.model.Slices;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;

/// One item as triggers see it: its recent values, as many as the windows over it need, whether it
/// is supported, and who
/// reads it. Owned by the shard's thread.
///
/// Values lie in rings of columns, ordered by (time, arrival), and are named by a sequence number
/// that stays while a
/// value is kept; a value that comes late is put in its place and the windows count themselves
/// anew.
final class ItemValues {
    private static final long[] NOTHING = new long[0];

    /// How a value is held.
    enum Form {
        UNSIGNED,
        DOUBLE,
        TEXT
    }

    final long itemId;
    final long hostId;
    final String name;
    final Form form;
    /// Who reads it, by id.
    LiveTrigger[] triggers = new LiveTrigger[0];

    /// Whose `nodata` its silence turns.
    Watch[] watches = new Watch[0];

    /// Indexes of shards that want this item's rows.
    int[] subscribers = new int[0];

    /// Where its rows come from: -1 for this shard, else another's index.
    int source = -1;

    /// The step in which the item's last row was taken.
    long step = -1;

    /// The time of the newest row of any kind.
    long newestRowNanos = Long.MIN_VALUE;

    /// Monotonic time at which the last value was taken, or a `nodata` first asked; only kept up
    /// while one does.
    long arrivalNanos;

    /// Why the item is not supported; empty while it is.
    String unsupported = "";

    /// Whether stored values must be read, since a window needs more than what is here.
    boolean wantsLoad = true;

    /// The newest value, here too so that `last()` needs no ring. Items without windows have no
    /// ring at all.
    private boolean hasNewest;

    private long newestNanos;
    private long newestBits;
    private double newestNumber;
    private String newestText = "";

    private final Map<String, Span> spans = new LinkedHashMap<>();
    private final List<Span> spanList = new ArrayList<>();

    private long[] times = NOTHING;
    private long[] bits = NOTHING;
    private @Nullable String[] texts = new String[0];
    private int mask = -1;
    private long first;
    private long next;

    ItemValues(long itemId, long hostId, String name, Form form, long nowMonotonicNanos) {
        this.itemId = itemId;
        this.hostId = hostId;
        this.name = name;
        this.form = form;
        this.arrivalNanos = nowMonotonicNanos;
    }

    static Form formOf(ItemValueType type) {
        return switch (type) {
            case UNSIGNED -> Form.UNSIGNED;
            case FLOAT -> Form.DOUBLE;
            case CHARACTER, TEXT, LOG, BINARY -> Form.TEXT;
        };
    }

    boolean isUnused() {
        return triggers.length == 0 && subscribers.length == 0;
    }

    // ---- windows

    /// The window of that key, shared by those who ask for the same; made by `maker` when there is
    /// none.
    Span span(String key, Supplier<Span> maker) {
        Span span = spans.get(key);
        if (span == null) {
            if (spanList.isEmpty() && hasNewest && next == first) {
                putInRing(newestNanos, newestBits, newestText);
            }
            span = maker.get();
            spans.put(key, span);
            spanList.add(span);
            wantsLoad = true;
        }
        span.users++;
        return span;
    }

    void release(Span span) {
        if (--span.users == 0) {
            spans.values().remove(span);
            spanList.remove(span);
            if (spanList.isEmpty()) {
                clearRing();
            }
        }
    }

    /// How many values the windows by count need.
    int leastValues() {
        int least = 1;
        for (Span span : spanList) {
            least = Math.max(least, span.leastValues());
        }
        return least;
    }

    /// How far back from its newest value the windows reach, nanoseconds.
    long reachNanos() {
        long reach = 0;
        for (Span span : spanList) {
            reach = Math.max(reach, span.reachNanos());
        }
        return reach;
    }

    /// How many values before a time shift the windows by count need.
    int leastBeforeShift() {
        int least = 0;
        for (Span span : spanList) {
            least = Math.max(least, span.leastBeforeShift());
        }
        return least;
    }

    // ---- values

    long firstSequence() {
        return first;
    }

    long nextSequence() {
        return next;
    }

    boolean hasValue() {
        return hasNewest;
    }

    long timeOf(long sequence) {
        return times[(int) sequence & mask];
    }

    long bitsOf(long sequence) {
        return bits[(int) sequence & mask];
    }

    String textOf(long sequence) {
        String text = texts[(int) sequence & mask];
        return text == null ? "" : text;
    }

    double numberOf(long sequence) {
        long cell = bits[(int) sequence & mask];
        return form == Form.UNSIGNED ? ValueBatch.unsignedToDouble(cell) : Double.longBitsToDouble(cell);
    }

    /// The newest value as a number.
    double lastNumber() {
        return newestNumber;
    }

    /// The newest value as text.
    String lastText() {
        return newestText;
    }

    void addReader(LiveTrigger trigger) {
        triggers = Arrays.copyOf(triggers, triggers.length + 1);
        triggers[triggers.length - 1] = trigger;
        Arrays.sort(triggers);
    }

    void removeReader(LiveTrigger trigger) {
        triggers = Arrays.stream(triggers)
                .filter(reader -> reader.id != trigger.id)
                .toArray(LiveTrigger[]::new);
    }

    void addWatch(Watch watch) {
        watches = Arrays.copyOf(watches, watches.length + 1);
        watches[watches.length - 1] = watch;
    }

    void removeWatch(Watch watch) {
        watches = Arrays.stream(watches).filter(known -> known != watch).toArray(Watch[]::new);
    }

    /// Takes a row: a value, or NOT_SUPPORTED.
    ///
    /// @return whether it was a value
    boolean take(ValueBatch batch, int row) {
        long time = batch.epochNanos[row];
        newestRowNanos = Math.max(newestRowNanos, time);
        byte kind = batch.kinds[row];
        if (kind == ValueKind.NOT_SUPPORTED.code()) {
            unsupported = name + " is not supported: " + batch.text(row);
            return false;
        }
        if (form == Form.TEXT) {
            return takeText(batch, row, time);
        }
        if (kind == ValueKind.UNSIGNED.code()) {
            long cell = batch.bits[row];
            double number = ValueBatch.unsignedToDouble(cell);
            put(time, form == Form.UNSIGNED ? cell : Double.doubleToRawLongBits(number), number, "");
        } else if (kind == ValueKind.DOUBLE.code() && form == Form.DOUBLE) {
            put(time, batch.bits[row], Double.longBitsToDouble(batch.bits[row]), "");
        } else {
            return false;
        }
        unsupported = "";
        return true;
    }

    private boolean takeText(ValueBatch batch, int row, long time) {
        String text = switch (batch.kind(row)) {
            case TEXT -> batch.text(row);
            case LOG -> logText(batch, row);
            case UNSIGNED, DOUBLE, BINARY, NOT_SUPPORTED -> null;
        };
        if (text == null) {
            return false;
        }
        put(time, 0, 0, text);
        unsupported = "";
        return true;
    }

    private static String logText(ValueBatch batch, int row) {
        long slice = batch.bits[row];
        int offset = Slices.offset(slice);
        int length = Slices.length(slice);
        if (length < 20) {
            return new String(batch.arena, offset, length, StandardCharsets.UTF_8);
        }
        return LogValue.decode(batch.arena, offset, length).text();
    }

    private void put(long time, long cell, double number, String text) {
        if (!hasNewest || time >= newestNanos) {
            hasNewest = true;
            newestNanos = time;
            newestBits = cell;
            newestNumber = number;
            newestText = text;
        }
        if (!spanList.isEmpty()) {
            putInRing(time, cell, text);
        }
    }

    private void putInRing(long time, long cell, String text) {
        if (next - first == times.length) {
            makeRoom();
        }
        long at = next;
        if (next > first && time < timeOf(next - 1)) {
            at = shiftedUp(time);
            for (Span span : spanList) {
                span.isStale = true;
            }
        }
        next++;
        int index = (int) at & mask;
        times[index] = time;
        bits[index] = cell;
        if (form == Form.TEXT) {
            texts[index] = text;
        }
    }

    private void clearRing() {
        first = 0;
        next = 0;
        times = NOTHING;
        bits = NOTHING;
        texts = new String[0];
        mask = -1;
    }

    /// Moves values newer than `time` up by one.
    ///
    /// @return the sequence number that is free now
    private long shiftedUp(long time) {
        long at = next;
        while (at > first && timeOf(at - 1) > time) {
            int to = (int) at & mask;
            int from = (int) (at - 1) & mask;
            times[to] = times[from];
            bits[to] = bits[from];
            if (form == Form.TEXT) {
                texts[to] = texts[from];
            }
            at--;
        }
        return at;
    }

    /// Drops what no window needs any more, and grows the rings where that was not enough.
    private void makeRoom() {
        long low = Math.max(first, next - 1);
        for (Span span : spanList) {
            // Any later evaluation is at or after the newest row: the window may move up to there
            // now.
            span.advance(newestRowNanos);
            low = Math.min(low, span.from());
        }
        first = low;
        int kept = (int) (next - first);
        if (kept <= times.length / 2 && times.length > 0) {
            return;
        }
        int length = Math.max(2, times.length * 2);
        long[] newTimes = new long[length];
        long[] newBits = new long[length];
        @Nullable String[] newTexts = form == Form.TEXT ? new String[length] : texts;
        for (long sequence = first; sequence < next; sequence++) {
            int from = (int) sequence & mask;
            int to = (int) sequence & (length - 1);
            newTimes[to] = times[from];
            newBits[to] = bits[from];
            if (form == Form.TEXT) {
                newTexts[to] = texts[from];
            }
        }
        times = newTimes;
        bits = newBits;
        texts = newTexts;
        mask = length - 1;
    }

    /// Replaces all values by stored ones, oldest first; does nothing where those lack what is here
    /// (an item whose
    /// values are not stored).
    void reload(ValueBatch past, String notSupportedReason) {
        boolean isNew = newestRowNanos == Long.MIN_VALUE;
        if (hasNewest && (past.isEmpty() || past.epochNanos[past.size() - 1] < newestNanos)) {
            return;
        }
        String formerly = unsupported;
        clearRing();
        hasNewest = false;
        for (Span span : spanList) {
            span.restart();
        }
        for (int row = 0; row < past.size(); row++) {
            if (past.itemIds[row] == itemId) {
                take(past, row);
            }
        }
        if (isNew) {
            unsupported = notSupportedReason.isEmpty() ? "" : name + " is not supported: " + notSupportedReason;
        } else {
            unsupported = formerly;
        }
    }

    void subscribe(int shard) {
        for (int known : subscribers) {
            if (known == shard) {
                return;
            }
        }
        subscribers = Arrays.copyOf(subscribers, subscribers.length + 1);
        subscribers[subscribers.length - 1] = shard;
    }

    void unsubscribe(int shard) {
        subscribers = Arrays.stream(subscribers).filter(known -> known != shard).toArray();
    }
}
