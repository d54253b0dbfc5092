package zonda.language.regex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import zonda.language.LanguageException;
import zonda.language.Regex;

class PcrePatternTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[[:digit:]]+ | ab12 | \\0 | 12",
                "[[:^alpha:]_]+ | ab_1c | \\0 | _1",
                "[]x]+ | a]x | \\0 | ]x",
                "[^]]+ | ]ab] | \\0 | ab",
                "[a[b]+ | x[ab | \\0 | [ab",
                "[a&&b]+ | &ab | \\0 | &ab",
                "[\\w-.]+ | (a-b.c) | \\0 | a-b.c",
                "[a-]+ | b-a | \\0 | -a",
                "(a)x\\K(b) | axb | \\0,\\1,\\2 | b,a,b",
                "(a)\\Kb(c)\\2 | abcc | \\0\\1\\2 | bccac",
                "(?P<the_name>a+)-(?P=the_name) | aa-aa | \\1 | aa",
                "(?<n>.)\\k{n} | abb | \\1 | b",
                "(a)(b)\\g{-1} | abb | \\0 | abb",
                "(?i)ÄB | äb | \\0 | äb",
                "(?x) a b # comment | ab | \\0 | ab",
                "(?x)[ ]b | x b | \\0 | ` b`",
                "{#X} | a{#X} | \\0 | {#X}",
                "a{2}b{,3} | aab{,3} | \\0 | aab{,3}",
                "a++b | aab | \\0 | aab",
                "(?>a+)b | aab | \\0 | aab",
                "(?<=x)y(?!z) | xyz xy | \\0 | y",
                "\\Qa.b\\E. | a.bc | \\0 | a.bc",
                "\\101\\x42\\x{43}\\o{104} | ABCD | \\0 | ABCD",
                "(?#note)a | ba | \\0 | a",
                "\\p{Greek}+ | abγδ | \\0 | γδ",
                "\\pL+\\p{^L} | 1ab2 | \\0 | ab2",
                "(*UTF8)é | é | \\0 | é",
                "\\Ra | x | none | -",
                "\\i\\y | iy | \\0 | iy",
                "\\h+\\N | a b | \\0 | ` b`",
            })
    void readsPcre(String pattern, String text, String template, String expected) throws LanguageException {
        Optional<String> found = Regex.compile(pattern, false).extract(text, template);
        assertThat(found.orElse("-")).isEqualTo(expected);
    }

    @Test
    void matchesAtEachLineOfAText() throws LanguageException {
        assertThat(Regex.compile("^b=(.*)$", false).extract("a=1\nb=2\r\nc=3", "\\1"))
                .contains("2\r");
        assertThat(Regex.compile("^$", false).extract("", "empty")).contains("empty");
        assertThat(Regex.compile("\\A$", false).finds("a\n")).isFalse();
    }

    @Test
    void keepsBackslashesThatAreNoKeepOut() throws LanguageException {
        assertThat(Regex.compile("\\\\K(a)", false).extract("\\Ka", "\\1")).contains("a");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(",
                "[",
                "a**",
                "(?P<n",
                "(?R)",
                "(?|a)",
                "(?(1)a)",
                "(*FAIL)",
                "\\",
                "(?U)a",
                "(?<1>",
                "[[:nope:]]",
                "(?P=x)",
                "\\g{9",
                "\\k",
                "\\x{",
                "\\p",
                "(?#",
                "a{2,1}",
                "\\o{9}",
                "(?"
            })
    void refusesWhatCannotBe(String pattern) {
        assertThatThrownBy(() -> Regex.compile(pattern, false))
                .isInstanceOf(LanguageException.class)
                .hasMessageStartingWith("the pattern '");
    }

    @Test
    void endsWhatBacktracksWithoutEnd() throws LanguageException {
        Regex catastrophic = Regex.compile("(a*)(a*)(a*)(a*)(a*)\\5\\4x", false);
        assertThatThrownBy(() -> catastrophic.finds("a".repeat(400) + "b")).hasMessageContaining("too many steps");
        Regex deep = Regex.compile("(a|b)*c", false);
        assertThatThrownBy(() -> deep.finds("ab".repeat(200_000)))
                .isInstanceOf(LanguageException.class)
                .hasMessageContaining("the pattern '(a|b)*c'");
    }
}
