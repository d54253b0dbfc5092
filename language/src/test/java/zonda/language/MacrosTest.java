package zonda.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MacrosTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{$A} | host",
                "{$A:x} | host x",
                "{$A:\"x\"} | host x",
                "{$A: x} | host x",
                "{$A:eth0} | host eth",
                "{$A:y} | global y",
                "{$A:lo} | global lo",
                "{$A:other} | host",
                "{$B} | global b",
                "{$B:other} | global b",
                "{$C:x} | global x without plain",
                "{$C} | -",
                "{$UNKNOWN} | -",
            })
    void takesTheNearestMacro(String macro, String value) throws LanguageException {
        Macros macros = Macros.global(Map.of(
                        "{$A}", "global",
                        "{$A:x}", "global x",
                        "{$A:y}", "global y",
                        "{$A:regex:\"^lo$\"}", "global lo",
                        "{$B}", "global b",
                        "{$C:x}", "global x without plain"))
                .withHost(Map.of("{$A}", "host", "{$A:x}", "host x", "{$A:regex:^eth}", "host eth"));

        assertThat(macros.value(macro).orElse("-")).isEqualTo(value);
    }

    @Test
    void replacesMacrosInTextAndLeavesWhatNobodyKnows() throws LanguageException {
        Macros macros = Macros.global(Map.of("{$PORT}", "161", "{$LOOP}", "{$PORT}"));

        String resolved = macros.resolve(
                "{HOST.NAME}:{$PORT} {$LOOP} {$X} {ITEM.VALUE} {{$PORT}} {$PORT:\"}\"} {",
                macro -> macro.equals("{HOST.NAME}") ? Optional.of("sw 1") : Optional.empty());

        assertThat(resolved).isEqualTo("sw 1:161 {$PORT} {$X} {ITEM.VALUE} {161} 161 {");
        assertThat(macros.unknown("{$X} {$PORT} {$Y:{$PORT}")).containsExactly("{$X}", "{$Y:{$PORT}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"A", "{A}", "{$a}", "{$}", "{$A", "{$A}x", "{$A:\"x}", "{$A:\"x\"y}", ""})
    void refusesNamesThatAreNone(String name) {
        assertThatThrownBy(() -> Macros.global(Map.of(name, "1")))
                .isInstanceOf(LanguageException.class)
                .hasMessageStartingWith("macro '" + name + "', wanted {$NAME} or {$NAME:context}");
    }

    @Test
    void refusesAContextThatIsNoRegularExpression() {
        assertThatThrownBy(() -> Macros.global(Map.of("{$A:regex:\"(\"}", "1")))
                .isInstanceOf(LanguageException.class)
                .hasMessageStartingWith("macro '{$A:regex:\"(\"}': the pattern '('");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void answersAnyText(long seed) throws LanguageException {
        Macros macros = Macros.global(Map.of("{$A}", "1", "{$A:x}", "2", "{$A:regex:\"^[a-z]+$\"}", "3"));
        SplittableRandom dice = new SplittableRandom(seed);
        for (int i = 0; i < 20_000; i++) {
            String text = Mutations.mutated(dice, "a{$A}{$A:x}{$A: \"b\\\"}\" }{$A:regex:\"^a\"}{HOST.NAME}");
            assertThat(macros.resolve(text, macro -> Optional.of("n")))
                    .as("seed %d, text %s", seed, text)
                    .isNotNull();
            assertThat(macros.unknown(text)).isNotNull();
            if (!text.isEmpty()) {
                assertThat(ItemKey.end(text, 0)).isBetween(0, text.length());
            }
        }
    }
}
