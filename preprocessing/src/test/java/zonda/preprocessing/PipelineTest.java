package zonda.preprocessing;

import static org.assertj.core.api.Assertions.assertThat;
import static zonda.preprocessing.Bench.step;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import zonda.model.AllowedHosts;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.ItemSlots;
import zonda.model.ItemType;
import zonda.model.ItemValueType;
import zonda.model.PreprocessingStep;
import zonda.model.RawBatch;
import zonda.model.UpdateInterval;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;
import zonda.model.WireType;
import zonda.preprocessing.script.HttpAnswer;
import zonda.preprocessing.script.HttpQuestion;
import zonda.preprocessing.script.ScriptSurroundings;

/// Values that wait for errands, and values that came of other items' values. Errands run when the
/// test says so.
final class PipelineTest {
    private static final String SLOW = "var n = 0; for (var i = 0; i < 100000; i++) n++; return value + '!';";

    private final ItemSlots slots = new ItemSlots();
    private final Deque<Runnable> errands = new ArrayDeque<>();
    private final List<String> told = new ArrayList<>();
    private final Preprocessor preprocessor = new Preprocessor(
            slots, this::tell, new Scripts(new Nowhere(), 512 << 20), (name, errand) -> errands.add(errand), () -> {});

    private void tell(ValueBatch batch) {
        for (int row = 0; row < batch.size(); row++) {
            boolean isReason = batch.kinds[row] == ValueKind.NOT_SUPPORTED.code();
            boolean isText = batch.kinds[row] == ValueKind.TEXT.code();
            String value = isReason || isText ? batch.text(row) : Long.toUnsignedString(batch.bits[row]);
            told.add(batch.itemIds[row] + (isReason ? "!" : "=") + value);
        }
    }

    private static Item item(long id, long master, ItemValueType type, PreprocessingStep... steps) {
        return new Item(
                id,
                1,
                "key" + id,
                "Name",
                master == 0 ? ItemType.TRAPPER : ItemType.DEPENDENT,
                0,
                "",
                type,
                "",
                UpdateInterval.every(Duration.ZERO),
                List.of(steps),
                Duration.ZERO,
                Duration.ZERO,
                List.of(),
                AllowedHosts.ANYONE,
                master);
    }

    private void apply(Item... items) {
        Host host = new Host(1, "h", "H", List.of(), List.of(), List.of(items), List.of(), List.of(), 1);
        assertThat(preprocessor.apply(host)).isEmpty();
    }

    private void give(long id, String text) {
        RawBatch raw = new RawBatch();
        raw.addText(id, slots.slotOf(id), 1_000_000_000L * ++second, WireType.TEXT, text);
        preprocessor.accept(raw);
    }

    private long second;

    private void runErrand() {
        errands.remove().run();
        preprocessor.turn(0);
    }

    private static PreprocessingStep script(String source) {
        return step(PreprocessingStep.Type.JAVASCRIPT, source);
    }

    @Test
    void runsCheapScriptsWhereTheyAre() {
        apply(item(1, 0, ItemValueType.TEXT, script("return value * 2")));
        give(1, "21");
        assertThat(told).containsExactly("1=42");
        assertThat(errands).isEmpty();
    }

    @Test
    void makesSlowScriptsErrandsAndKeepsTheOrderOfTheirItem() {
        apply(item(1, 0, ItemValueType.TEXT, script(SLOW)), item(2, 0, ItemValueType.TEXT));
        give(1, "a");
        give(1, "b");
        give(2, "other");
        give(1, "c");
        assertThat(told).containsExactly("2=other");
        assertThat(preprocessor.waiting()).isEqualTo(3);
        runErrand();
        runErrand();
        runErrand();
        assertThat(told).containsExactly("2=other", "1=a!", "1=b!", "1=c!");
        assertThat(preprocessor.waiting()).isZero();
        assertThat(errands).isEmpty();
    }

    @Test
    void runsStepsWithStateInOrderBetweenErrands() {
        apply(item(
                1,
                0,
                ItemValueType.UNSIGNED,
                script("for (var i = 0; i < 100000; i++); return value"),
                step(PreprocessingStep.Type.SIMPLE_CHANGE)));
        give(1, "10");
        give(1, "15");
        give(1, "17");
        runErrand();
        runErrand();
        runErrand();
        assertThat(told).containsExactly("1=5", "1=2");
    }

    @Test
    void handsAMastersValueToItsDependentsInOrder() {
        apply(
                item(1, 0, ItemValueType.TEXT, script(SLOW)),
                item(2, 1, ItemValueType.TEXT, step(PreprocessingStep.Type.STR_REPLACE, "!", "?")),
                item(3, 2, ItemValueType.TEXT, step(PreprocessingStep.Type.RTRIM, "?")),
                item(4, 1, ItemValueType.TEXT, script("throw 'no'")));
        give(1, "a");
        give(1, "b");
        runErrand();
        runErrand();
        assertThat(told)
                .containsExactly(
                        "1=a!",
                        "2=a?",
                        "3=a",
                        "4!preprocessing step 1 (javascript): value \"a!\": no (line 1)",
                        "1=b!",
                        "2=b?",
                        "3=b",
                        "4!preprocessing step 1 (javascript): value \"b!\": no (line 1)");
    }

    @Test
    void tellsDependentsWhyTheirMasterIsNotSupported() {
        apply(
                item(1, 0, ItemValueType.UNSIGNED, step(PreprocessingStep.Type.HEX_TO_DECIMAL)),
                item(2, 1, ItemValueType.TEXT),
                item(
                        3,
                        1,
                        ItemValueType.TEXT,
                        step(
                                PreprocessingStep.Type.CHECK_NOT_SUPPORTED,
                                PreprocessingStep.OnFail.SET_VALUE,
                                "none",
                                "-1")));
        give(1, "xyz");
        assertThat(told).hasSize(3);
        assertThat(told.get(0)).startsWith("1!preprocessing step 1");
        assertThat(told.get(1)).isEqualTo("2" + told.get(0).substring(1));
        assertThat(told.get(2)).isEqualTo("3=none");
        give(1, "ff");
        assertThat(told.subList(3, 6)).containsExactly("1=255", "2=255", "3=255");
    }

    @Test
    void goesOnWithTheConfigurationThatAValueWasCollectedUnder() {
        apply(item(1, 0, ItemValueType.TEXT, script(SLOW)));
        give(1, "old");
        give(1, "old too");
        apply(item(1, 0, ItemValueType.TEXT, script(SLOW + " "), step(PreprocessingStep.Type.STR_REPLACE, "!", "#")));
        give(1, "new");
        while (!errands.isEmpty()) {
            runErrand();
        }
        assertThat(told).containsExactly("1=old!", "1=old too!", "1=new#");
    }

    /// An item whose steps never end must not take the room of the others.
    @Test
    void takesNoMoreOfAnItemThatCannotKeepUpAndAllOfTheOthers() {
        PreprocessingStep slow = Bench.step(PreprocessingStep.Type.JAVASCRIPT, SLOW);
        apply(item(1, 0, ItemValueType.TEXT, slow), item(2, 0, ItemValueType.TEXT));
        int given = 0;
        while (preprocessor.takes(slots.slotOf(1)) && given < 100_000) {
            give(1, "value " + given++);
        }
        assertThat(given).isLessThan(10_000);
        assertThat(preprocessor.isPressed()).isFalse();
        give(1, "one too many");
        assertThat(preprocessor.overrun()).isEqualTo(1);
        assertThat(preprocessor.takes(slots.slotOf(2))).isTrue();
        give(2, "plain");
        assertThat(told).containsExactly("2=plain");
        while (!errands.isEmpty()) {
            runErrand();
        }
        assertThat(told).hasSize(1 + given);
        assertThat(told.getLast()).isEqualTo("1=value " + (given - 1) + "!");
        assertThat(preprocessor.takes(slots.slotOf(1))).isTrue();
    }

    @Test
    void forgetsWhatWaitsForAnItemThatIsNoMore() {
        apply(item(1, 0, ItemValueType.TEXT, script(SLOW)));
        give(1, "a");
        give(1, "b");
        preprocessor.remove(slots.slotOf(1));
        assertThat(preprocessor.waiting()).isZero();
        runErrand();
        assertThat(told).isEmpty();
    }

    @Test
    void saysWhenAllThatCameOfAPushHasPassed() {
        apply(
                item(1, 0, ItemValueType.TEXT, script(SLOW)),
                item(2, 1, ItemValueType.TEXT, script("for (var i = 0; i < 100000; i++); return value")),
                item(3, 0, ItemValueType.TEXT));
        give(1, "a");
        preprocessor.whenPassed(() -> told.add("first"));
        give(3, "x");
        preprocessor.whenPassed(() -> told.add("second"));
        assertThat(told).containsExactly("3=x", "second");
        runErrand();
        assertThat(told).containsExactly("3=x", "second", "1=a!");
        runErrand();
        assertThat(told).containsExactly("3=x", "second", "1=a!", "2=a!", "first");
    }

    /// Scripts of these tests see nothing of the world.
    private static final class Nowhere implements ScriptSurroundings {
        @Override
        public long wallMillis() {
            return 0;
        }

        @Override
        public long monotonicNanos() {
            return 0;
        }

        @Override
        public double random() {
            return 0;
        }

        @Override
        public TimeZone timeZone() {
            return TimeZone.getTimeZone("UTC");
        }

        @Override
        public void sleep(Duration time) {}

        @Override
        public void log(int level, String message) {}

        @Override
        public HttpAnswer send(HttpQuestion question) throws IOException {
            throw new IOException("there is no network here");
        }
    }
}
