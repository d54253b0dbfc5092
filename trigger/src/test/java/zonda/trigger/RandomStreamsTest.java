package zonda.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import zonda.language.LanguageException;
import zonda.model.ItemValueType;
import zonda.model.Trigger;
import zonda.model.TriggerTransition;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;

/// Random triggers over random streams (late rows, rows of equal time, stretches without support,
/// silence) come to the
/// transitions of [NaiveEvaluator].
class RandomStreamsTest {
    private static final Map<Long, ItemValueType> TYPES = new LinkedHashMap<>();

    static {
        TYPES.put(1L, ItemValueType.FLOAT);
        TYPES.put(2L, ItemValueType.FLOAT);
        TYPES.put(3L, ItemValueType.UNSIGNED);
        TYPES.put(4L, ItemValueType.CHARACTER);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void comesToTheTransitionsOfRecomputing(long seed) throws LanguageException {
        Random random = new Random(seed);
        Rig rig = new Rig();
        // Whole milliseconds, as the ticks of the timers.
        rig.mono = 78_000_000_000_000L;
        TYPES.forEach(rig::item);
        List<Trigger> triggers = new ArrayList<>();
        for (long id = 1; id <= 14; id++) {
            String expression = expression(random, 2);
            String recovery = random.nextInt(3) == 0 ? expression(random, 1) : "";
            rig.trigger(id, expression, recovery);
            triggers.add(Rig.image(id, Rig.HOST, expression, recovery, TYPES, Map.of()));
        }
        assertThat(rig.apply()).as("seed %d", seed).isEmpty();
        NaiveEvaluator naive = new NaiveEvaluator(rig.zone, triggers, rig.mono);
        int seen = 0;
        for (int turn = 0; turn < 400; turn++) {
            pass(random, rig, naive);
            if (random.nextInt(8) > 0) {
                ValueBatch batch = batch(random, rig);
                rig.stored.keep(batch);
                rig.evaluator.accept(batch);
                naive.take(batch);
            }
            seen += compare(seed, turn, rig, naive, triggers);
        }
        assertThat(seen).as("seed %d: transitions compared", seed).isPositive();
    }

    private static void pass(Random random, Rig rig, NaiveEvaluator naive) {
        long millis = random.nextInt(10) == 0 ? random.nextInt(90_000) : random.nextInt(9_000);
        long nanos = millis * 1_000_000L;
        rig.mono += nanos;
        rig.wall += nanos;
        rig.evaluator.turn(rig.mono);
        naive.advance(rig.mono, rig.wall);
    }

    private static int compare(long seed, int turn, Rig rig, NaiveEvaluator naive, List<Trigger> triggers) {
        Comparator<TriggerTransition> order =
                Comparator.comparingLong(TriggerTransition::triggerId).thenComparing(TriggerTransition::problem);
        List<TriggerTransition> got = new ArrayList<>(rig.transitions);
        List<TriggerTransition> wanted = new ArrayList<>(naive.transitions);
        if (got.stream().anyMatch(t -> t.cause() == TriggerTransition.Cause.TIMER)) {
            got.sort(order);
            wanted.sort(order);
        }
        assertThat(got).as("seed %d, turn %d", seed, turn).isEqualTo(wanted);
        for (Trigger trigger : triggers) {
            TriggerState state = rig.state(trigger.id());
            assertThat(state.problem()).isEqualTo(naive.isProblem(trigger.id()));
            assertThat(state.unknown())
                    .as("seed %d, turn %d: %s unknown (%s)", seed, turn, trigger.expression(), state.reason())
                    .isEqualTo(naive.isUnknown(trigger.id()));
        }
        rig.transitions.clear();
        naive.transitions.clear();
        return got.size();
    }

    private static ValueBatch batch(Random random, Rig rig) {
        ValueBatch batch = new ValueBatch();
        int count = 1 + random.nextInt(4);
        long time = time(random, rig);
        for (int i = 0; i < count; i++) {
            if (random.nextInt(3) == 0) {
                time = time(random, rig);
            }
            row(random, rig, batch, 1 + random.nextInt(4), time);
        }
        return batch;
    }

    private static long time(Random random, Rig rig) {
        long now = rig.wall - Math.floorMod(rig.wall, 1_000_000L);
        return switch (random.nextInt(12)) {
            case 0 -> now - random.nextInt(30_000) * 1_000_000L;
            case 1 -> now - now % 10_000_000_000L;
            default -> now;
        };
    }

    private static void row(Random random, Rig rig, ValueBatch batch, long item, long time) {
        int slot = rig.slots.slotOf(item);
        if (random.nextInt(15) == 0) {
            batch.addText(item, slot, time, ValueKind.NOT_SUPPORTED, "reason " + random.nextInt(2));
        } else if (item == 4) {
            batch.addText(item, slot, time, ValueKind.TEXT, random.nextBoolean() ? "up" : "down");
        } else if (item == 3) {
            long value = random.nextInt(4) == 0 ? -1L - random.nextInt(3) : random.nextInt(12);
            batch.addNumber(item, slot, time, ValueKind.UNSIGNED, value);
        } else {
            double value =
                    random.nextInt(20) == 0 ? (random.nextDouble() - 0.5) * 1e17 : (random.nextInt(240) - 20) / 10.0;
            batch.addNumber(item, slot, time, ValueKind.DOUBLE, Double.doubleToRawLongBits(value));
        }
    }

    private static String expression(Random random, int depth) {
        if (depth > 0 && random.nextInt(3) > 0) {
            String joint = random.nextBoolean() ? " and " : " or ";
            String left = expression(random, depth - 1);
            return (random.nextInt(5) == 0 ? "not (" + left + ")" : "(" + left + ")") + joint + "("
                    + expression(random, depth - 1) + ")";
        }
        String[] comparisons = {">", "<", ">=", "<=", "=", "<>"};
        String comparison = comparisons[random.nextInt(comparisons.length)];
        return switch (random.nextInt(8)) {
            case 0 -> "nodata(/h/k" + (1 + random.nextInt(4)) + "," + (5 + random.nextInt(60)) + "s)=1";
            case 1 -> text(random);
            case 2 -> number(random) + " - " + number(random) + comparison + random.nextInt(10);
            case 3 -> number(random) + " / " + number(random) + comparison + random.nextInt(3);
            default -> number(random) + comparison + random.nextInt(12);
        };
    }

    private static String text(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> "last(/h/k4)=\"up\"";
            case 1 -> "last(/h/k4" + period(random, true) + ")<>\"up\"";
            case 2 -> "change(/h/k4)=1";
            default -> "count(/h/k4" + period(random, false) + ",\"eq\",\"down\")>2";
        };
    }

    private static String number(Random random) {
        String item = "/h/k" + (1 + random.nextInt(3));
        return switch (random.nextInt(9)) {
            case 0 -> "last(" + item + ")";
            case 1 -> "last(" + item + period(random, true) + ")";
            case 2 -> "change(" + item + ")";
            case 3 -> "count(" + item + period(random, false) + ",\"gt\",\"" + random.nextInt(12) + "\")";
            case 4 -> "count(" + item + period(random, false) + ")";
            case 5 -> "min(" + item + period(random, false) + ")";
            case 6 -> "max(" + item + period(random, false) + ")";
            case 7 -> "sum(" + item + period(random, false) + ")";
            default -> "avg(" + item + period(random, false) + ")";
        };
    }

    private static String period(Random random, boolean byCount) {
        String amount = byCount || random.nextBoolean()
                ? "#" + (1 + random.nextInt(6))
                : (1 + random.nextInt(60)) + (random.nextInt(4) == 0 ? "m" : "s");
        String shift = switch (random.nextInt(6)) {
            case 0 -> ":now-" + (1 + random.nextInt(40)) + "s";
            case 1 -> ":now/m";
            case 2 -> ":now-1m/h";
            default -> "";
        };
        return "," + amount + shift;
    }
}
