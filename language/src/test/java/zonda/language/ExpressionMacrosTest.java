package zonda.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpressionMacrosTest {
    private static final Map<String, String> VALUES = Map.of(
            "{$N}", "5",
            "{$NEG}", "-5",
            "{$SIZE}", "10K",
            "{$PERIOD}", "5m",
            "{$SHIFTED}", "1h:now-1d",
            "{$WORD}", "a \"b\" \\",
            "{$LIST}", "a,b",
            "{$A:\"),\"}", "7",
            "{HOST.HOST}", "me");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "last(/h/k)>{$N} | last(/h/k)>5",
                "last(/h/k)>{$NEG}*{$SIZE} | last(/h/k)>-5*10K",
                "last(/h/k)={$WORD} | last(/h/k)=\"a \\\"b\\\" \\\\\"",
                "last(/h/k)=\"x {$WORD}\" | last(/h/k)=\"x a \\\"b\\\" \\\\\"",
                "last(/h/k)=\"no macro \\\\ {$X}\" | last(/h/k)=\"no macro \\\\ {$X}\"",
                "avg(/h/k,{$PERIOD})>{$A:\"),\"} | avg(/h/k,5m)>7",
                "avg(/h/k,{$SHIFTED})>1 | avg(/h/k,1h:now-1d)>1",
                "avg(/h/k,#{$N})>{$N}K | avg(/h/k,#5)>5K",
                "last(/h/k,#{$N}:now-{$PERIOD}) | last(/h/k,#5:now-5m)",
                "count(/h/k,{$PERIOD},\"ge\",{$N}) | count(/h/k,5m,\"ge\",5)",
                "count(/h/k,{$PERIOD},\"like\",{$LIST}) | count(/h/k,5m,\"like\",\"a,b\")",
                "max({$N},{$PERIOD}) | max(5,5m)",
                "last(/{HOST.HOST}/k[{$LIST},\"{$N}\"]) | last(/me/k[\"a,b\",\"5\"])",
                "last(//k[(,{$N}],#2)>{$N} | last(/me/k[(,5],#2)>5",
                "abs(last(//k)-last(/h/k)) | abs(last(/me/k)-last(/h/k))",
                "{$N}{$N} | 55",
                "{$UNKNOWN}>1 | {$UNKNOWN}>1",
                "last(/h/k | last(/h/k",
                ")),{$N | )),{$N",
            })
    void putsValuesWhereTheyBelong(String text, String resolved) throws LanguageException {
        assertThat(ExpressionMacros.resolve(text, "me", ExpressionMacrosTest::value))
                .isEqualTo(resolved);
    }

    @Test
    void refusesTextInAPeriod() {
        assertThatThrownBy(() -> ExpressionMacros.resolve("avg(/h/k,{$LIST})", "me", ExpressionMacrosTest::value))
                .isInstanceOf(LanguageException.class)
                .hasMessage("column 10: macro {$LIST} has the value 'a,b', wanted a number or a period here");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void answersAnyText(long seed) {
        SplittableRandom dice = new SplittableRandom(seed);
        RandomExpressions random = new RandomExpressions(seed);
        for (int i = 0; i < 10_000; i++) {
            String text = Mutations.mutated(dice, ExpressionPrinter.print(random.expression(3)) + "+{$N}+{$A:\"),\"}");
            assertThatCode(() -> resolve(text))
                    .as("seed %d, text %s", seed, text)
                    .doesNotThrowAnyException();
        }
    }

    private static void resolve(String text) {
        try {
            assertThat(ExpressionMacros.resolve(text, "me", ExpressionMacrosTest::value))
                    .isNotNull();
        } catch (LanguageException e) {
            assertThat(e.getMessage()).isNotEmpty();
        }
    }

    private static Optional<String> value(String macro) {
        return Optional.ofNullable(VALUES.get(macro));
    }
}
