package zonda.preprocessing;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.ItemSlots;
import zonda.model.ItemValueType;
import zonda.model.LogValue;
import zonda.model.PreprocessingStep;
import zonda.model.RawBatch;
import zonda.model.Slices;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;
import zonda.model.WireType;
import zonda.preprocessing.script.ScriptResult;
import zonda.preprocessing.step.Parses;
import zonda.preprocessing.step.StepCompiler;
import zonda.preprocessing.step.StepException;
import zonda.runtime.Counter;
import zonda.runtime.Duty;
import zonda.runtime.Errands;
import zonda.runtime.Sink;

/// Turns raw values into items' values. One per shard, owned by its thread.
///
/// Rates. A change per second of an SNMP value is taken over the monotonic receive times, in
/// nanoseconds. When a
/// counter steps back, that is a wrap only for a Counter32 whose wrapped difference is plausible
/// ([#PLAUSIBLE_WRAP]);
/// all else is a reset: no value, and the base starts anew. So it is when the answer's uptime went
/// back (a wrap of
/// the uptime itself after 497 days is none), when its discontinuity indicator changed, or when the
/// counter's width
/// changed. A counter that reads exactly zero after a larger value may be a reset or a lone bad
/// reading: neither that
/// value nor the next one gives a rate. Values from elsewhere behave as Zabbix's: a step back gives
/// no value, and time
/// is the value's own.
///
/// A value that cannot be made is a NOT_SUPPORTED row with its reason, sent on when the reason
/// changes, and after it
/// the next good value passes even a throttle, so that the item's state is always told.
///
/// Stored times. Polled values are stored in whole milliseconds, strictly increasing per item: when
/// the wall clock has
/// stepped back the item's time advances by a millisecond ([#heldTimes] counts it). Pushed values
/// keep their time.
public final class Preprocessor implements Sink<RawBatch>, Duty {
    /// A wrapped Counter32 difference is believed below this many units: the half of the range
    /// beyond it could not be
    /// told from a reset at all.
    private static final long PLAUSIBLE_WRAP = 1L << 31;

    /// Up to this many units a wrapped difference is believed whatever the rate before: a reset
    /// that happens to leave a
    /// counter within a 64th of its range of the top, and then near the bottom, is rare.
    private static final long UNSUSPICIOUS_WRAP = 1L << 26;

    /// Beyond that, it must be at most so many times what the rate before makes expect.
    private static final double LIKELY_GROWTH = 8;

    private static final long WRAP32 = 1L << 32;
    private static final long NANOS_PER_TICK = 10_000_000;

    /// How far a device's uptime may lag behind our clock before that means anything: 60 s of its
    /// ticks.
    private static final long UPTIME_SLACK_TICKS = 6_000;

    /// Two polls closer than this give no rate; the base stays. Agents refresh their counters every
    /// second or slower.
    private static final long LEAST_ELAPSED_NANOS = 100_000_000;

    private static final long NANOS_PER_MILLISECOND = 1_000_000;
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final int CHARACTERS_OF_CHARACTER = 255;

    /// The flags of a state that outlive a restart.
    private static final int REMEMBERED = ItemStates.HAS_BASE | ItemStates.BASE_IS_SUSPECT_ZERO | ItemStates.HAS_KEPT;

    /// Width of values that came from elsewhere than SNMP.
    private static final byte PUSHED = 0;

    /// Texts longer than this are none for a shard's thread.
    private static final int LONG_TEXT = 1 << 16;

    /// Values that come back from errands, taken in one turn.
    private static final int MOST_A_TURN = 256;

    /// What dependents have instead of an answer of a device.
    private static final RawBatch NO_ORIGIN = new RawBatch(1);
    private static final LogValue NO_LINE = new LogValue("", "", 0, 0, 0);

    private static final Scalar.Form[] FORMS = Scalar.Form.values();

    private final ItemSlots slots;
    private final Sink<ValueBatch> out;
    private final StepCompiler compiler;

    /// Values that wait, where dear steps are errands.
    private final @Nullable Waiting waiting;

    private long lastTurnNanos;
    private StepMemory memory = new StepMemory("");
    private boolean clockGoesOn;
    private StepObserver observer = StepObserver.NONE;
    private final ValueBatch batch = new ValueBatch(256);
    private final Parses parses = new Parses();
    private final Scalar value = new Scalar(parses);

    private @Nullable Program[] programOf = new Program[0];

    /// The program that an item's state belongs to: that of the last value, not of the next one.
    private @Nullable Program[] stateOf = new Program[0];

    private @Nullable Dependents[] dependentsOf = new Dependents[0];
    private final ItemStates states = new ItemStates();

    private final Counter received = new Counter();
    private final Counter passed = new Counter();
    private final Counter discarded = new Counter();
    private final Counter failed = new Counter();
    private final Counter notSupported = new Counter();
    private final Counter heldTimes = new Counter();
    private final Counter overrun = new Counter();

    /// @param slots of the shard; items without a slot are given one by [#apply]
    /// @param out takes the values of each raw batch as one batch, valid during the call
    public Preprocessor(ItemSlots slots, Sink<ValueBatch> out) {
        this(slots, out, StepCompiler.withoutScripts());
    }

    /// One that runs every step where it is.
    ///
    /// @param slots of the shard; items without a slot are given one by [#apply]
    /// @param out takes the values of each raw batch as one batch, valid during the call
    /// @param compiler of the items' steps
    public Preprocessor(ItemSlots slots, Sink<ValueBatch> out, StepCompiler compiler) {
        this(slots, out, compiler, Optional.empty());
    }

    /// One that runs dear steps as errands.
    ///
    /// @param slots of the shard; items without a slot are given one by [#apply]
    /// @param out takes the values of each raw batch as one batch, valid during the call
    /// @param scripts of the items' steps
    /// @param errands run the dear steps, on platform threads
    /// @param wake of the shard; any thread
    public Preprocessor(ItemSlots slots, Sink<ValueBatch> out, Scripts scripts, Errands errands, Runnable wake) {
        this(slots, out, new StepCompiler(scripts), Optional.of(new Waiting(errands, wake)));
    }

    private Preprocessor(ItemSlots slots, Sink<ValueBatch> out, StepCompiler compiler, Optional<Waiting> waiting) {
        this.slots = slots;
        this.out = out;
        this.compiler = compiler;
        this.waiting = waiting.orElse(null);
    }

    /// Takes over the items of a host, new or changed. A step keeps its state when nothing up to
    /// and including it
    /// changed; so does an item whose image stays.
    ///
    /// @return faults of steps, in words; such an item passes no value and says so as its state
    public List<String> apply(Host host) {
        List<String> faults = new ArrayList<>();
        Map<List<Object>, Program> programs = new HashMap<>();
        reserve(slots.capacity());
        for (Item item : host.items()) {
            int slot = slots.assign(item.id());
            reserve(slot + 1);
            Program former = programOf[slot];
            dependentsOf[slot] = null;
            states.lower(slot, ItemStates.HAS_DEPENDENTS);
            if (former != null && isCompiledFrom(former, item)) {
                programs.put(List.of(item.steps(), item.valueType()), former);
                continue;
            }
            Program program;
            try {
                program = compiled(item, programs);
            } catch (StepException e) {
                faults.add(host.host() + ", " + item.key() + ": " + e.getMessage());
                program = Program.broken(String.valueOf(e.getMessage()), item.valueType());
            }
            programOf[slot] = program;
            states.lower(slot, ItemStates.IS_ADOPTED);
            if (former == null && memory.knows(item.id())) {
                restore(slot, program, memory.row(item.id()));
            }
        }
        applyDependents(host);
        return faults;
    }

    private void applyDependents(Host host) {
        Map<Long, List<Item>> byMaster = new LinkedHashMap<>();
        for (Item item : host.items()) {
            if (item.masterItemId() != 0) {
                byMaster.computeIfAbsent(item.masterItemId(), id -> new ArrayList<>())
                        .add(item);
            }
        }
        byMaster.forEach((masterId, items) -> {
            int[] theirs = new int[items.size()];
            long[] ids = new long[items.size()];
            Program[] programs = new Program[items.size()];
            for (int i = 0; i < ids.length; i++) {
                ids[i] = items.get(i).id();
                theirs[i] = slots.slotOf(ids[i]);
                programs[i] = Objects.requireNonNull(programOf[theirs[i]]);
            }
            int master = slots.slotOf(masterId);
            if (master >= 0 && master < dependentsOf.length) {
                dependentsOf[master] = new Dependents(theirs, ids, programs);
                states.raise(master, ItemStates.HAS_DEPENDENTS);
            }
        });
    }

    /// Gives items that are applied from now on what the run before remembered of them. Before the
    /// shard runs; once all are applied it is to be let go with an empty memory.
    ///
    /// @param bootId of the machine now
    public void recall(StepMemory known, String bootId) {
        memory = known;
        clockGoesOn = known.isOfBoot(bootId);
    }

    /// What is as it was goes on; a base whose time cannot be compared with that of the next value
    /// does not.
    private void restore(int slot, Program program, StepMemory.Row row) {
        boolean keepsBase = row.changeSteps() != 0
                && row.changeSteps() == program.changePrint()
                && (row.baseWidth() == PUSHED || clockGoesOn);
        boolean keepsThrottle = row.throttleSteps() != 0 && row.throttleSteps() == program.throttlePrint();
        if (!keepsBase && !keepsThrottle) {
            return;
        }
        stateOf[slot] = program;
        states.raise(slot, ItemStates.IS_ADOPTED);
        states.lastNanos(slot, row.lastNanos());
        if (keepsBase && (row.flags() & ItemStates.HAS_BASE) != 0) {
            states.base(
                    slot,
                    row.baseBits(),
                    row.baseForm(),
                    row.baseNanos(),
                    row.baseWidth(),
                    row.baseUptime(),
                    row.baseDiscontinuity());
            states.raise(slot, row.flags() & ItemStates.BASE_IS_SUSPECT_ZERO);
            states.baseRate(slot, row.baseRate());
        }
        if (keepsThrottle && (row.flags() & ItemStates.HAS_KEPT) != 0) {
            states.kept(slot, row.keptBits(), row.keptForm(), row.keptNanos());
        }
    }

    /// Lets somebody watch values go through their steps.
    void observe(StepObserver watching) {
        observer = watching;
    }

    /// Adds what steps remember. Once the shard has stopped.
    public void remember(StepMemory into) {
        for (int slot = 0; slot < programOf.length; slot++) {
            Program program = stateOf[slot];
            if (programOf[slot] == null || program == null || (states.flags(slot) & REMEMBERED) == 0) {
                continue;
            }
            into.add(new StepMemory.Row(
                    slots.itemIn(slot),
                    program.changePrint(),
                    program.throttlePrint(),
                    states.lastNanos(slot),
                    (byte) (states.flags(slot) & REMEMBERED),
                    states.baseWidth(slot),
                    states.baseForm(slot),
                    states.keptForm(slot),
                    states.baseRate(slot),
                    states.baseBits(slot),
                    states.baseNanos(slot),
                    states.baseUptime(slot),
                    states.baseDiscontinuity(slot),
                    states.keptBits(slot),
                    states.keptNanos(slot)));
        }
    }

    /// Forgets the items of a host whose slots are about to be released.
    public void remove(Host host) {
        for (Item item : host.items()) {
            remove(slots.slotOf(item.id()));
        }
    }

    /// Forgets an item whose slot is about to be released.
    public void remove(int slot) {
        if (slot >= 0 && slot < programOf.length) {
            programOf[slot] = null;
            stateOf[slot] = null;
            dependentsOf[slot] = null;
            if (waiting != null) {
                waiting.forget(slot);
            }
            states.clear(slot);
        }
    }

    /// Whether a slot's item takes one more value: it is known, and not so much of it waits for
    /// dear steps that it has to catch up first.
    public boolean takes(int slot) {
        return has(slot) && (waiting == null || !waiting.isFull(slot));
    }

    /// Values that were not taken since too many of their item waited for dear steps. Any thread.
    public long overrun() {
        return overrun.value();
    }

    /// Whether values of a slot's item are taken.
    public boolean has(int slot) {
        return slot >= 0 && slot < programOf.length && programOf[slot] != null;
    }

    private static boolean isCompiledFrom(Program program, Item item) {
        List<Program.Step> steps = program.steps();
        if (program.valueType() != item.valueType()
                || !program.fault().isEmpty()
                || steps.size() != item.steps().size()) {
            return false;
        }
        for (int i = 0; i < steps.size(); i++) {
            if (!steps.get(i).source().equals(item.steps().get(i))) {
                return false;
            }
        }
        return true;
    }

    /// Items of one host with equal steps share a program.
    private Program compiled(Item item, Map<List<Object>, Program> programs) throws StepException {
        List<Object> key = List.of(item.steps(), item.valueType());
        Program known = programs.get(key);
        if (known == null) {
            known = Program.compile(item.steps(), item.valueType(), compiler);
            programs.put(key, known);
        }
        return known;
    }

    private void keepWhatHolds(int slot, @Nullable Program former, Program program) {
        states.reasonHash(slot, 0);
        if (former == null || !program.keepsBaseOf(former)) {
            states.lower(slot, ItemStates.HAS_BASE | ItemStates.BASE_IS_SUSPECT_ZERO);
            states.baseRate(slot, 0);
        }
        if (former == null || !program.keepsThrottleOf(former)) {
            states.lower(slot, ItemStates.HAS_KEPT);
        }
    }

    private void reserve(int length) {
        if (length <= programOf.length) {
            return;
        }
        int rows = Math.max(1024, Math.max(length, programOf.length + programOf.length / 2));
        programOf = Arrays.copyOf(programOf, rows);
        stateOf = Arrays.copyOf(stateOf, rows);
        dependentsOf = Arrays.copyOf(dependentsOf, rows);
        states.reserve(rows);
    }

    @Override
    public void accept(RawBatch raw) {
        batch.clear();
        int rows = raw.size();
        received.add(rows);
        states.touch(raw.slots, rows);
        int end = known(raw.slots, rows) == 0 ? 0 : rows;
        for (int row = 0; row < end; row++) {
            int slot = raw.slots[row];
            Program program = slot >= 0 && slot < programOf.length ? programOf[slot] : null;
            if (program == null) {
                continue;
            }
            if (waiting != null && waiting.isFull(slot)) {
                overrun.increment();
            } else if (waiting != null && waiting.hasAny(slot)) {
                waiting.add(new Passage(
                        slot,
                        raw.itemIds[row],
                        program,
                        dependents(slot),
                        Passage.copy(raw, row),
                        false,
                        1,
                        raw.wireType(row),
                        parses));
            } else {
                process(raw, row, slot, program);
            }
        }
        handOn();
    }

    /// How many rows have an item. Like [ItemStates#touch] it fetches what the rows will need in
    /// reads that do not wait for each other.
    private int known(int[] slotOfRow, int rows) {
        int known = 0;
        for (int row = 0; row < rows; row++) {
            known += has(slotOfRow[row]) ? 1 : 0;
        }
        return known;
    }

    private void handOn() {
        if (!batch.isEmpty()) {
            passed.add(batch.size());
            out.accept(batch);
        }
        if (waiting != null) {
            waiting.send();
            waiting.runDue();
        }
    }

    /// Runs something once all values that were taken since the last call are handed on, and their
    /// dependents' too; at once where none waits. On the shard's thread.
    public void whenPassed(Runnable action) {
        if (waiting != null) {
            waiting.whenPassed(action);
        } else {
            action.run();
        }
    }

    @Override
    public String name() {
        return "preprocessing";
    }

    /// Takes back what errands have done.
    @Override
    public int turn(long nowNanos) {
        if (waiting == null || !waiting.hasDone()) {
            return 0;
        }
        lastTurnNanos = nowNanos;
        batch.clear();
        int done = 0;
        while (done < MOST_A_TURN) {
            Passage passage = waiting.takeDone();
            if (passage == null) {
                break;
            }
            done++;
            if (waiting.isHead(passage)) {
                goOn(passage);
                waiting.cameOf(null);
            }
        }
        handOn();
        return done;
    }

    @Override
    public long nextWakeNanos() {
        return waiting != null && waiting.hasDone() ? lastTurnNanos : Long.MAX_VALUE;
    }

    /// Whether so much waits that no new values should be asked for or taken.
    public boolean isPressed() {
        return waiting != null && waiting.isPressed();
    }

    /// Values that wait for errands, their own or those of values of the same item before them.
    public int waiting() {
        return waiting != null ? waiting.size() : 0;
    }

    /// A passage is back from its errand: the shard does its part, then lets those behind it pass.
    private void goOn(Passage passage) {
        Waiting lanes = Objects.requireNonNull(waiting);
        failed.add(passage.failures);
        passage.failures = 0;
        Passage next = passage;
        while (next != null) {
            lanes.cameOf(next);
            if (!resume(next)) {
                return;
            }
            next = lanes.finish(next);
        }
    }

    /// Lets the head of a lane pass, as far as it comes here.
    ///
    /// @return false when it is on an errand now
    private boolean resume(Passage passage) {
        int slot = passage.slot;
        if (!passage.isStarted) {
            passage.isStarted = true;
            if (passage.isOfMaster) {
                return startOfMaster(passage);
            }
            return start(passage.raw, 0, slot, passage.program, passage.wire, passage.dependents, passage);
        }
        StepException fault = passage.fault;
        if (fault != null) {
            notSupported(
                    passage.itemId, slot, passage.storedNanos, String.valueOf(fault.getMessage()), passage.dependents);
            return true;
        }
        if (passage.isDiscarded) {
            discarded.increment();
            return true;
        }
        value.take(passage.value);
        return walk(passage.raw, 0, slot, passage.program, passage.wire, passage.storedNanos, passage.next, passage);
    }

    private void process(RawBatch raw, int row, int slot, Program program) {
        start(raw, row, slot, program, raw.wireType(row), dependents(slot), null);
    }

    /// Begins with a raw value.
    ///
    /// @return false when it is on an errand now
    private boolean start(
            RawBatch raw,
            int row,
            int slot,
            Program program,
            WireType wire,
            @Nullable Dependents dependents,
            @Nullable Passage passage) {
        long storedNanos = storedNanos(raw.epochNanos[row], wire, slot);
        if (passage != null) {
            passage.storedNanos = storedNanos;
        }
        adopt(slot, program);
        if (!program.fault().isEmpty()) {
            String own = wire == WireType.NOT_SUPPORTED ? raw.text(row) : program.fault();
            notSupported(raw.itemIds[row], slot, storedNanos, own, dependents);
            return true;
        }
        int first = 0;
        if (wire == WireType.NOT_SUPPORTED) {
            try {
                first = caught(program, raw.text(row));
            } catch (StepException e) {
                notSupported(raw.itemIds[row], slot, storedNanos, String.valueOf(e.getMessage()), dependents);
                return true;
            }
            if (first < 0) {
                discarded.increment();
                return true;
            }
        } else {
            load(raw, row, wire);
        }
        return walk(raw, row, slot, program, wire, storedNanos, first, passage);
    }

    /// Takes `value` through the steps from `first` on.
    ///
    /// @param passage of the value, where there is one already
    /// @return false when it is on an errand now
    private boolean walk(
            RawBatch raw,
            int row,
            int slot,
            Program program,
            WireType wire,
            long storedNanos,
            int first,
            @Nullable Passage passage) {
        boolean isOfMaster = passage != null && passage.isOfMaster;
        long itemId = passage != null ? passage.itemId : raw.itemIds[row];
        Dependents dependents = passage != null ? passage.dependents : dependents(slot);
        List<Program.Step> steps = program.steps();
        try {
            for (int i = first; i < steps.size(); i++) {
                Program.Step step = steps.get(i);
                observer.begins(step);
                boolean isOn = true;
                boolean isParked = waiting != null && isDear(step);
                if (!isParked && waiting != null && step.text() instanceof Scripts.Step script) {
                    ScriptResult brief = script.runBriefly(value.asText());
                    isParked = brief instanceof ScriptResult.Postponed;
                    isOn = isParked || takes(step, brief);
                } else if (!isParked) {
                    isOn = run(step, raw, slot, wire, storedNanos, program);
                }
                if (waiting != null && isParked) {
                    Passage parked = passage != null
                            ? passage
                            : new Passage(
                                    slot, itemId, program, dependents, Passage.copy(raw, row), false, 1, wire, parses);
                    parked.isStarted = true;
                    parked.storedNanos = storedNanos;
                    parked.next = i;
                    parked.value.take(value);
                    waiting.park(parked);
                    return false;
                }
                if (!isOn) {
                    discarded.increment();
                    observer.discarded(step);
                    return true;
                }
                observer.gave(step, value);
            }
            if (program.valueType() == ItemValueType.BINARY && steps.isEmpty() && isBytes(wire) && !isOfMaster) {
                long slice = raw.bits[row];
                batch.addBytes(
                        itemId,
                        slot,
                        storedNanos,
                        ValueKind.BINARY,
                        raw.arena,
                        Slices.offset(slice),
                        Slices.length(slice));
            } else if (dependents == null) {
                emit(itemId, slot, storedNanos, program.valueType(), raw, row, wire);
            } else {
                // What dependents get is what the steps made of it, not what is stored.
                Scalar made = new Scalar(parses);
                value.shared();
                made.take(value);
                emit(itemId, slot, storedNanos, program.valueType(), raw, row, wire);
                states.reasonHash(slot, 0);
                states.lastNanos(slot, storedNanos);
                feed(
                        dependents,
                        made,
                        made.form == Scalar.Form.UNSIGNED ? WireType.UNSIGNED : WireType.TEXT,
                        storedNanos);
                return true;
            }
            states.reasonHash(slot, 0);
            states.lastNanos(slot, storedNanos);
        } catch (StepException e) {
            observer.failed(String.valueOf(e.getMessage()));
            notSupported(itemId, slot, storedNanos, String.valueOf(e.getMessage()), dependents);
        }
        return true;
    }

    /// Takes over what a script returned.
    ///
    /// @return false when the value is discarded
    private boolean takes(Program.Step step, ScriptResult result) throws StepException {
        try {
            String text = Waiting.returned(result, value);
            if (text != null) {
                value.text(text);
            }
            return text != null;
        } catch (StepException e) {
            failed.increment();
            return step.settles(e, value);
        }
    }

    /// Hands a master's value, or the reason why there is none, to its dependents, in their order.
    ///
    /// @param wire NOT_SUPPORTED for a reason
    private void feed(Dependents dependents, Scalar made, WireType wire, long nanos) {
        for (int i = 0; i < dependents.slots().length; i++) {
            int slot = dependents.slots()[i];
            long itemId = dependents.itemIds()[i];
            if (slots.itemIn(slot) != itemId || programOf[slot] == null) {
                continue;
            }
            received.increment();
            Passage passage = new Passage(
                    slot,
                    itemId,
                    dependents.programs()[i],
                    dependents(slot),
                    NO_ORIGIN,
                    true,
                    dependents.programs().length,
                    wire,
                    parses);
            passage.value.take(made);
            passage.storedNanos = nanos;
            if (waiting != null && waiting.isFull(slot)) {
                overrun.increment();
            } else if (waiting != null && waiting.hasAny(slot)) {
                waiting.add(passage);
            } else {
                passage.isStarted = true;
                startOfMaster(passage);
            }
        }
    }

    /// Begins with a value that came from a master.
    ///
    /// @return false when it is on an errand now
    private boolean startOfMaster(Passage passage) {
        int slot = passage.slot;
        Program program = passage.program;
        adopt(slot, program);
        value.take(passage.value);
        int first = 0;
        boolean isReason = passage.wire == WireType.NOT_SUPPORTED;
        String reason = isReason ? value.asText() : "";
        try {
            if (!program.fault().isEmpty()) {
                throw new StepException(isReason ? reason : program.fault());
            }
            if (isReason) {
                first = caught(program, reason);
            }
        } catch (StepException e) {
            notSupported(passage.itemId, slot, passage.storedNanos, String.valueOf(e.getMessage()), passage.dependents);
            return true;
        }
        if (first < 0) {
            discarded.increment();
            return true;
        }
        return walk(NO_ORIGIN, 0, slot, program, passage.wire, passage.storedNanos, first, passage);
    }

    /// From now on the item's state belongs to this program.
    @SuppressWarnings("ReferenceEquality")
    private void adopt(int slot, Program program) {
        boolean isPresent = programOf[slot] == program;
        if (isPresent && states.has(slot, ItemStates.IS_ADOPTED)) {
            return;
        }
        Program former = stateOf[slot];
        if (former != program) {
            keepWhatHolds(slot, former, program);
            stateOf[slot] = program;
        }
        if (isPresent) {
            states.raise(slot, ItemStates.IS_ADOPTED);
        } else {
            states.lower(slot, ItemStates.IS_ADOPTED);
        }
    }

    private @Nullable Dependents dependents(int slot) {
        return states.has(slot, ItemStates.HAS_DEPENDENTS) ? dependentsOf[slot] : null;
    }

    /// Whether a step is none for a shard's thread: long documents, and scripts once one has shown
    /// itself slow.
    private boolean isDear(Program.Step step) {
        if (!step.isOnText()) {
            return false;
        }
        if (step.text() instanceof Scripts.Step script && script.isSlow()) {
            return true;
        }
        return value.form == Scalar.Form.TEXT && value.text.length() > LONG_TEXT;
    }

    private static boolean isPushed(WireType wire) {
        return wire == WireType.TEXT || wire == WireType.UNSIGNED || wire == WireType.LOG;
    }

    private static boolean isBytes(WireType wire) {
        return wire.isSlice() && wire != WireType.LOG;
    }

    /// Polled values are stored in whole milliseconds, later than the item's last one; pushed ones
    /// as they came.
    private long storedNanos(long epochNanos, WireType wire, int slot) {
        if (isPushed(wire)) {
            return epochNanos;
        }
        long cut = epochNanos - Math.floorMod(epochNanos, NANOS_PER_MILLISECOND);
        long last = states.lastNanos(slot);
        if (cut > last) {
            return cut;
        }
        heldTimes.increment();
        return last - Math.floorMod(last, NANOS_PER_MILLISECOND) + NANOS_PER_MILLISECOND;
    }

    private void load(RawBatch raw, int row, WireType wire) {
        long cell = raw.bits[row];
        switch (wire) {
            case INTEGER -> value.signed(cell);
            case COUNTER32, GAUGE32, TIME_TICKS, COUNTER64, UNSIGNED -> value.unsigned(cell);
            case DOUBLE -> value.number(Double.longBitsToDouble(cell));
            case OCTET_STRING, OPAQUE -> value.text(Octets.text(raw.arena, Slices.offset(cell), Slices.length(cell)));
            case OBJECT_IDENTIFIER, IP_ADDRESS, TEXT, NOT_SUPPORTED -> value.text(raw.text(row));
            case LOG -> value.text(line(raw, row).text());
        }
    }

    private static LogValue line(RawBatch raw, int row) {
        try {
            return LogValue.decode(raw.arena, Slices.offset(raw.bits[row]), Slices.length(raw.bits[row]));
        } catch (IllegalArgumentException e) {
            // Bytes that are no log line are its text.
            return new LogValue(raw.text(row), "", 0, 0, 0);
        }
    }

    /// Runs one step with its on-fail choice.
    ///
    /// @return false when the value is discarded
    private boolean run(Program.Step step, RawBatch raw, int slot, WireType wire, long storedNanos, Program program)
            throws StepException {
        try {
            return switch (step.source().type()) {
                case MULTIPLIER -> multiply(step, program.valueType());
                case IN_RANGE -> isWithin(step);
                case CHECK_NOT_SUPPORTED -> true;
                case RTRIM,
                        LTRIM,
                        TRIM,
                        REGEX,
                        BOOL_TO_DECIMAL,
                        OCTAL_TO_DECIMAL,
                        HEX_TO_DECIMAL,
                        XMLPATH,
                        JSONPATH,
                        MATCHES_REGEX,
                        NOT_MATCHES_REGEX,
                        CHECK_JSON_ERROR,
                        CHECK_XML_ERROR,
                        CHECK_REGEX_ERROR,
                        JAVASCRIPT,
                        PROMETHEUS_PATTERN,
                        PROMETHEUS_TO_JSON,
                        CSV_TO_JSON,
                        STR_REPLACE,
                        XML_TO_JSON,
                        SNMP_WALK_VALUE,
                        SNMP_WALK_TO_JSON,
                        SNMP_GET_VALUE -> {
                    String text = Waiting.onText(step, value);
                    if (text != null) {
                        value.text(text);
                    }
                    yield text != null;
                }
                case SIMPLE_CHANGE -> change(step, raw, slot, wire, storedNanos, false, program.valueType());
                case CHANGE_PER_SECOND -> change(step, raw, slot, wire, storedNanos, true, program.valueType());
                case DISCARD_UNCHANGED, DISCARD_UNCHANGED_HEARTBEAT -> isNews(step, slot, storedNanos);
            };
        } catch (StepException e) {
            failed.increment();
            return step.settles(e, value);
        }
    }

    /// Fails a number outside of the bounds. A text that is one stays as it is written.
    private boolean isWithin(Program.Step step) throws StepException {
        boolean inside;
        if (value.form == Scalar.Form.TEXT) {
            String written = value.text;
            value.toNumber(ItemValueType.FLOAT);
            inside = step.range().contains(value);
            value.text(written);
        } else {
            inside = step.range().contains(value);
        }
        if (!inside) {
            throw StepException.at(
                    value.asText(), "out of range, wanted " + step.range().told());
        }
        return true;
    }

    /// Runs the steps that read reasons, which come first. When one is meant for this reason, its
    /// on-fail choice decides.
    ///
    /// @return the number of the step to go on with; -1 when the value is discarded
    private int caught(Program program, String reason) throws StepException {
        List<Program.Step> steps = program.steps();
        for (int i = 0; i < steps.size(); i++) {
            Program.Step step = steps.get(i);
            if (step.source().type() != PreprocessingStep.Type.CHECK_NOT_SUPPORTED) {
                break;
            }
            if (!step.check().catches(reason)) {
                continue;
            }
            PreprocessingStep source = step.source();
            failed.increment();
            return switch (source.onFail()) {
                case DISCARD_VALUE -> -1;
                case SET_VALUE -> {
                    value.text(source.onFailValue());
                    yield i + 1;
                }
                case SET_ERROR -> throw new StepException(step.check().told(source.onFailValue(), reason));
                case DEFAULT -> throw new StepException(reason);
            };
        }
        throw new StepException(reason);
    }

    private boolean multiply(Program.Step step, ItemValueType valueType) throws StepException {
        value.toNumber(valueType);
        boolean exact =
                valueType != ItemValueType.FLOAT && value.form == Scalar.Form.UNSIGNED && step.hasIntegerFactor();
        if (!exact) {
            double product = value.asDouble() * step.factor();
            if (Double.isInfinite(product) || Double.isNaN(product)) {
                throw new StepException("value \"" + value.asText() + "\" times " + step.factor() + " is too large");
            }
            value.number(product);
            return true;
        }
        if (Math.unsignedMultiplyHigh(value.bits, step.integerFactor()) != 0) {
            throw new StepException("value \"" + value.asText() + "\" times "
                    + Long.toUnsignedString(step.integerFactor()) + " is above the largest unsigned 64-bit number");
        }
        value.unsigned(value.bits * step.integerFactor());
        return true;
    }

    private boolean change(
            Program.Step step,
            RawBatch raw,
            int slot,
            WireType wire,
            long storedNanos,
            boolean perSecond,
            ItemValueType valueType)
            throws StepException {
        value.toNumber(valueType);
        boolean polled = !isPushed(wire);
        long nanos = polled ? raw.monotonicNanos : storedNanos;
        byte width = polled ? wire.code() : PUSHED;
        boolean usable = states.has(slot, ItemStates.HAS_BASE) && states.baseWidth(slot) == width;
        long elapsed = nanos - states.baseNanos(slot);
        if (usable && polled && perSecond && elapsed < LEAST_ELAPSED_NANOS) {
            return false;
        }
        boolean suspect = states.has(slot, ItemStates.BASE_IS_SUSPECT_ZERO);
        boolean restarted = usable && polled && hasRestarted(raw, slot, elapsed);
        boolean sameDiscontinuity = polled
                && raw.discontinuityTicks != RawBatch.UNKNOWN
                && raw.discontinuityTicks == states.baseDiscontinuity(slot);
        Scalar.Form formBefore = FORMS[states.baseForm(slot)];
        long before = states.baseBits(slot);
        rebase(raw, slot, nanos, width);
        if (!usable || suspect || restarted || (perSecond && elapsed <= 0)) {
            return false;
        }
        boolean counter = wire == WireType.COUNTER32 || wire == WireType.COUNTER64;
        if (counter && value.bits == 0 && before != 0) {
            states.raise(slot, ItemStates.BASE_IS_SUSPECT_ZERO);
            return false;
        }
        if (value.form != Scalar.Form.UNSIGNED || formBefore != Scalar.Form.UNSIGNED) {
            double difference = value.asDouble() - Scalar.asDouble(formBefore, before);
            return difference >= 0 && give(difference, elapsed, perSecond);
        }
        long difference = value.bits - before;
        if (Long.compareUnsigned(value.bits, before) < 0) {
            boolean mayWrap = wire == WireType.COUNTER32 && step.seesRawNumber();
            difference = mayWrap ? wrapped(value.bits, before, elapsed, slot, sameDiscontinuity) : -1;
            if (difference < 0) {
                return false;
            }
        }
        states.baseRate(slot, (float) (ValueBatch.unsignedToDouble(difference) * 1e9 / elapsed));
        if (valueType == ItemValueType.FLOAT) {
            return give(ValueBatch.unsignedToDouble(difference), elapsed, perSecond);
        }
        value.unsigned(perSecond ? perSecond(difference, elapsed) : difference);
        return true;
    }

    /// Makes the value at hand the one that the next is compared with.
    private void rebase(RawBatch raw, int slot, long nanos, byte width) {
        states.base(slot, value.bits, value.form.ordinal(), nanos, width, raw.uptimeTicks, raw.discontinuityTicks);
    }

    private boolean give(double difference, long elapsedNanos, boolean perSecond) {
        value.number(perSecond ? difference * 1e9 / elapsedNanos : difference);
        return true;
    }

    /// Whole units a second, exact on 64 bits: difference x 10^9 / elapsed, rounded down.
    private static long perSecond(long difference, long elapsedNanos) throws StepException {
        long high = Math.unsignedMultiplyHigh(difference, NANOS_PER_SECOND);
        if (high == 0) {
            return Long.divideUnsigned(difference * NANOS_PER_SECOND, elapsedNanos);
        }
        BigInteger rate = new BigInteger(Long.toUnsignedString(difference))
                .multiply(BigInteger.valueOf(NANOS_PER_SECOND))
                .divide(BigInteger.valueOf(elapsedNanos));
        if (rate.bitLength() > 64) {
            throw new StepException("a change of " + Long.toUnsignedString(difference) + " within " + elapsedNanos
                    + " ns is a rate above the largest unsigned 64-bit number");
        }
        return rate.longValue();
    }

    /// @return the difference over a wrap, or -1 where a reset is likelier
    private long wrapped(long now, long before, long elapsed, int slot, boolean sameDiscontinuity) {
        long difference = now + WRAP32 - before;
        if (difference >= PLAUSIBLE_WRAP || difference < 0) {
            return -1;
        }
        double likely = LIKELY_GROWTH * states.baseRate(slot) * elapsed / 1e9;
        return difference <= UNSUSPICIOUS_WRAP || sameDiscontinuity || difference <= likely ? difference : -1;
    }

    /// Whether the same answer says that the device, or this part of it, started anew since the
    /// base was taken.
    private boolean hasRestarted(RawBatch raw, int slot, long elapsed) {
        if (raw.discontinuityTicks != RawBatch.UNKNOWN
                && states.baseDiscontinuity(slot) != RawBatch.UNKNOWN
                && raw.discontinuityTicks != states.baseDiscontinuity(slot)) {
            return true;
        }
        long uptime = raw.uptimeTicks;
        long before = states.baseUptime(slot);
        if (uptime == RawBatch.UNKNOWN || before == RawBatch.UNKNOWN || uptime == before) {
            return false;
        }
        long elapsedTicks = elapsed / NANOS_PER_TICK;
        if (uptime > before) {
            // Younger than the base: it went down and has been up longer since than it had been
            // before.
            return uptime + elapsedTicks / 2 + UPTIME_SLACK_TICKS < elapsedTicks;
        }
        long wrappedTicks = uptime + WRAP32 - before;
        return Math.abs(wrappedTicks - elapsedTicks) > elapsedTicks / 2 + UPTIME_SLACK_TICKS;
    }

    /// Whether a value differs from the last one kept, or the heartbeat asks for it again. The
    /// heartbeat counts in
    /// whole seconds, as Zabbix's does, so that jitter does not make it miss a poll.
    private boolean isNews(Program.Step step, int slot, long storedNanos) {
        byte form = (byte) value.form.ordinal();
        long print = value.form == Scalar.Form.TEXT ? hash(value.text) : value.bits;
        boolean same = states.has(slot, ItemStates.HAS_KEPT)
                && states.keptForm(slot) == form
                && states.keptBits(slot) == print;
        boolean beat = step.heartbeatSeconds() > 0
                && Math.floorDiv(storedNanos, NANOS_PER_SECOND)
                                - Math.floorDiv(states.keptNanos(slot), NANOS_PER_SECOND)
                        >= step.heartbeatSeconds();
        if (same && !beat) {
            return false;
        }
        states.kept(slot, print, form, storedNanos);
        return true;
    }

    /// FNV-1a over 64 bits, finished by a mix: that two texts in a row collide is once in 1.8e19.
    private static long hash(String text) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
        }
        hash ^= hash >>> 32;
        return hash * 0x9E3779B97F4A7C15L;
    }

    /// Steps work on the text of a log line; its attributes stay.
    private void emit(long itemId, int slot, long nanos, ItemValueType type, RawBatch raw, int row, WireType wire)
            throws StepException {
        switch (type) {
            case UNSIGNED -> batch.addNumber(itemId, slot, nanos, ValueKind.UNSIGNED, asUnsigned());
            case FLOAT -> batch.addNumber(itemId, slot, nanos, ValueKind.DOUBLE, asFinite());
            case TEXT -> batch.addText(itemId, slot, nanos, ValueKind.TEXT, value.asText());
            case CHARACTER -> batch.addText(itemId, slot, nanos, ValueKind.TEXT, cut(value.asText()));
            case LOG -> {
                LogValue line = wire == WireType.LOG ? line(raw, row) : NO_LINE;
                byte[] encoded = new LogValue(
                                value.asText(), line.source(), line.severity(), line.eventId(), line.timestampSeconds())
                        .encoded();
                batch.addBytes(itemId, slot, nanos, ValueKind.LOG, encoded, 0, encoded.length);
            }
            case BINARY -> {
                byte[] bytes = value.asText().getBytes(StandardCharsets.UTF_8);
                batch.addBytes(itemId, slot, nanos, ValueKind.BINARY, bytes, 0, bytes.length);
            }
        }
    }

    private static String cut(String text) {
        if (text.length() <= CHARACTERS_OF_CHARACTER) {
            return text;
        }
        int characters = Math.min(CHARACTERS_OF_CHARACTER, text.codePointCount(0, text.length()));
        return text.substring(0, text.offsetByCodePoints(0, characters));
    }

    private long asFinite() throws StepException {
        Scalar.Form former = value.form;
        if (former == Scalar.Form.TEXT) {
            toNumberOf("Numeric (float)");
        }
        double number = value.asDouble();
        if (Double.isNaN(number) || Double.isInfinite(number)) {
            throw notSuitable("Numeric (float)");
        }
        return Double.doubleToRawLongBits(number);
    }

    private long asUnsigned() throws StepException {
        if (value.form == Scalar.Form.TEXT) {
            toNumberOf("Numeric (unsigned)");
        }
        if (value.form == Scalar.Form.UNSIGNED) {
            return value.bits;
        }
        double number = value.asDouble();
        if (number >= 0 && number < 0x1p64) {
            return Scalar.truncated(number);
        }
        throw notSuitable("Numeric (unsigned)");
    }

    private void toNumberOf(String wanted) throws StepException {
        try {
            value.toNumber(ItemValueType.FLOAT);
        } catch (StepException e) {
            throw notSuitable(wanted);
        }
    }

    private StepException notSuitable(String wanted) {
        return new StepException("Value of type \"" + value.formName() + "\" is not suitable for value type \"" + wanted
                + "\". Value \"" + StepException.shortened(value.asText()) + "\"");
    }

    private void notSupported(long itemId, int slot, long nanos, String words, @Nullable Dependents dependents) {
        // Readers take an empty reason for "supported".
        String reason = words.isEmpty() ? "no reason given" : words;
        int hash = reason.hashCode() | 1;
        states.lower(slot, ItemStates.HAS_KEPT);
        notSupported.increment();
        if (states.reasonHash(slot) != hash) {
            states.reasonHash(slot, hash);
            states.lastNanos(slot, nanos);
            batch.addText(itemId, slot, nanos, ValueKind.NOT_SUPPORTED, reason);
        }
        if (dependents != null) {
            Scalar made = new Scalar(parses);
            made.text(reason);
            feed(dependents, made, WireType.NOT_SUPPORTED, nanos);
        }
    }

    /// Raw values taken. Any thread.
    public long received() {
        return received.value();
    }

    /// Documents that were parsed. Any thread.
    ///
    /// @param json of JSONPath and of what else reads JSON
    /// @param prometheus pages of the Prometheus exposition format
    /// @param walks texts of SNMP walks
    public record Parsed(long json, long prometheus, long xml, long walks) {}

    public Parsed parsed() {
        return new Parsed(parses.json(), parses.prometheus(), parses.xml(), parses.walks());
    }

    /// Values handed on, NOT_SUPPORTED rows included. Any thread.
    public long passed() {
        return passed.value();
    }

    /// Values discarded by steps. Any thread.
    public long discarded() {
        return discarded.value();
    }

    /// Steps that failed. Any thread.
    public long failedSteps() {
        return failed.value();
    }

    /// Raw values that left their item not supported, whether told or a repetition. Any thread.
    public long notSupported() {
        return notSupported.value();
    }

    /// Values whose time was moved past that of the item's last one, since the wall clock had
    /// stepped back. Any thread.
    public long heldTimes() {
        return heldTimes.value();
    }
}
