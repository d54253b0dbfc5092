package zonda.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ItemKeyTest {
    @Test
    void takesAKeyApart() throws LanguageException {
        ItemKey key = ItemKey.parse("net.if.in[ \"a,\\\"b\" ,[x, \"y]\"],,z ]");

        assertThat(key.name()).isEqualTo("net.if.in");
        assertThat(key.parameters()).containsExactly("a,\"b", "x, \"y]\"", "", "z ");
        assertThat(key.parameter(3)).isEqualTo("z ");
        assertThat(key.parameter(4)).isEmpty();
        assertThat(ItemKey.parse("agent.ping").parameters()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`` | column 1: item key '' has the end, wanted a letter",
                "k$ | column 2: item key 'k$' has '$', wanted the end of the key",
                "k[ | column 3: item key 'k[' has the end, wanted ',' or ']'",
                "k[\"a | column 5: item key 'k[\"a' has the end, wanted a closing '\"'",
                "k[\"a\"b] | column 6: item key 'k[\"a\"b]' has 'b]', wanted ',' or ']'",
                "k[[[a]]] | column 4: item key 'k[[[a]]]' has '[a]]]', wanted a list without lists in it",
                "k[a]] | column 5: item key 'k[a]]' has ']', wanted the end of the key",
            })
    void tellsWhatIsWrong(String text, String message) {
        assertThatThrownBy(() -> ItemKey.parse(text))
                .isInstanceOf(LanguageException.class)
                .hasMessageStartingWith(message);
        assertThat(ItemKey.isValid(text)).isFalse();
    }

    @Test
    void refusesAKeyThatIsTooLong() {
        assertThatThrownBy(() -> ItemKey.parse("k".repeat(2_049))).hasMessageContaining("at most 2048");
        assertThat(ItemKey.isValid("k".repeat(2_048))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void endAndParseAgreeOnAnyText(long seed) {
        SplittableRandom dice = new SplittableRandom(seed);
        for (int i = 0; i < 20_000; i++) {
            String text = Mutations.mutated(dice, "net.if.in[\"a,\\\"b\",[x,\"y]\"],, z]");
            boolean parsed = true;
            try {
                ItemKey.parse(text);
            } catch (LanguageException e) {
                parsed = false;
            }
            assertThat(ItemKey.isValid(text)).as("seed %d, text %s", seed, text).isEqualTo(parsed);
        }
    }
}
