package zonda.preprocessing;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import zonda.model.ItemValueType;
import zonda.model.PreprocessingStep;
import zonda.model.WireType;

/// Whatever a device sends, and whatever people write as steps: a value of the item's type,
/// nothing, or a reason.
class AnyRawValueTest {
    private static final String[] WORDS = {
        "0",
        "1",
        "-1",
        "1e3",
        "1e999",
        ".5",
        "5.",
        "-",
        "+7",
        "18446744073709551616",
        "NaN",
        "0x1p3",
        "1d",
        " 12\n",
        "",
        "\u0661",
        "1,5",
        "abc",
        "(a+)+",
        "(",
        "\\1",
        "\\9",
        "10m",
        "1w"
    };

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void neverThrows(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 400; i++) {
            ItemValueType type = ItemValueType.values()[random.nextInt(ItemValueType.values().length)];
            Bench bench = new Bench(type, steps(random));
            double second = 0;
            for (int j = 0; j < 12; j++) {
                second += random.nextInt(5);
                assertThat(give(random, bench, second))
                        .as("seed %d, %d, %d", seed, i, j)
                        .isNotNull();
                checkRow(bench, type);
            }
        }
    }

    private static void checkRow(Bench bench, ItemValueType type) {
        for (int row = 0; row < bench.out.size(); row++) {
            switch (bench.out.kind(row)) {
                case NOT_SUPPORTED -> assertThat(bench.out.text(row)).isNotEmpty();
                case DOUBLE ->
                    assertThat(Double.longBitsToDouble(bench.out.bits[row])).isFinite();
                case UNSIGNED, TEXT, LOG, BINARY ->
                    assertThat(bench.out.kind(row)).isEqualTo(type.kind());
            }
        }
    }

    private static PreprocessingStep[] steps(Random random) {
        List<PreprocessingStep> steps = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            steps.add(new PreprocessingStep(
                    PreprocessingStep.Type.values()[random.nextInt(PreprocessingStep.Type.values().length)],
                    List.of(word(random), word(random)).subList(0, random.nextInt(3)),
                    PreprocessingStep.OnFail.values()[random.nextInt(PreprocessingStep.OnFail.values().length)],
                    word(random)));
        }
        return steps.toArray(PreprocessingStep[]::new);
    }

    private static String give(Random random, Bench bench, double second) {
        WireType wire = WireType.values()[random.nextInt(WireType.values().length)];
        if (wire == WireType.NOT_SUPPORTED) {
            return bench.give(second, wire, "reason");
        }
        if (!wire.isSlice()) {
            long bits = random.nextLong() >>> random.nextInt(64);
            return bench.give(second, wire, wire == WireType.COUNTER32 ? bits & 0xFFFF_FFFFL : bits);
        }
        if (wire == WireType.TEXT || random.nextBoolean()) {
            return bench.give(second, wire, word(random));
        }
        byte[] bytes = new byte[random.nextInt(20)];
        random.nextBytes(bytes);
        return bench.giveBytes(second, wire, bytes);
    }

    private static String word(Random random) {
        return WORDS[random.nextInt(WORDS.length)];
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void printsDoublesSoThatTheyReadBack(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            double value = random.nextBoolean()
                    ? Double.longBitsToDouble(random.nextLong())
                    : random.nextInt(1_000_000) / 1_000.0;
            if (Double.isFinite(value)) {
                String text = Numbers.print(value);
                assertThat(Double.parseDouble(text))
                        .as("seed %d: %s", seed, text)
                        .isEqualTo(value + 0.0);
                assertThat(Numbers.isDecimal(text)).isTrue();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void takesForDecimalWhatBigDecimalDoes(long seed) {
        Random random = new Random(seed);
        byte[] letters = "0123456789..eE+-- x".getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(8); j >= 0; j--) {
                text.append((char) letters[random.nextInt(letters.length)]);
            }
            assertThat(Numbers.isDecimal(text.toString())).as("'%s'", text).isEqualTo(isDecimal(text.toString()));
        }
    }

    private static boolean isDecimal(String text) {
        try {
            return new BigDecimal(text).signum() <= 1;
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
