package zonda.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import zonda.model.GlobalExpression;

class GlobalPatternTest {
    private static GlobalExpression.Test test(GlobalExpression.Type type, String expression, boolean caseSensitive) {
        return new GlobalExpression.Test(type, expression, '/', caseSensitive);
    }

    private static TextPattern pattern(GlobalExpression.Test... tests) throws LanguageException {
        return TextPattern.compile("@mine", false, Optional.of(new GlobalExpression("mine", Arrays.asList(tests))));
    }

    @ParameterizedTest
    @CsvSource({
        "INCLUDED, Eth0, false, the ETH0 port, true",
        "INCLUDED, Eth0, true, the ETH0 port, false",
        "INCLUDED, e.h, true, eth, false",
        "ANY_INCLUDED, lo/Eth//en, false, ETH1, true",
        "ANY_INCLUDED, lo/Eth//en, true, ETH1, false",
        "ANY_INCLUDED, lo/Eth//en, true, fe, false",
        "NOT_INCLUDED, lo, true, Lo0, true",
        "NOT_INCLUDED, lo, false, Lo0, false",
        "RESULT_IS_TRUE, ^e.h[0-9]$, false, ETH7, true",
        "RESULT_IS_TRUE, ^e.h[0-9]$, true, ETH7, false",
        "RESULT_IS_FALSE, ^e.h[0-9]$, true, ETH7, true",
        "RESULT_IS_FALSE, ^e.h[0-9]$, false, ETH7, false",
    })
    void doesEachTestWithItsOwnChoiceOfCase(
            GlobalExpression.Type type, String expression, boolean caseSensitive, String text, boolean found)
            throws LanguageException {
        assertThat(pattern(test(type, expression, caseSensitive)).finds(text)).isEqualTo(found);
    }

    @Test
    void allTestsMustHold() throws LanguageException {
        TextPattern pattern = pattern(
                test(GlobalExpression.Type.RESULT_IS_TRUE, "^eth([0-9]+)", true),
                test(GlobalExpression.Type.NOT_INCLUDED, "down", true));
        assertThat(pattern.finds("eth12 up")).isTrue();
        assertThat(pattern.finds("eth12 down")).isFalse();
        assertThat(pattern.finds("en12 up")).isFalse();
    }

    @Test
    void takesTheGroupsOfTheFirstPatternThatIsToMatch() throws LanguageException {
        TextPattern pattern = pattern(
                test(GlobalExpression.Type.RESULT_IS_FALSE, "(x)", true),
                test(GlobalExpression.Type.RESULT_IS_TRUE, "([a-z]+)([0-9]+)", true),
                test(GlobalExpression.Type.RESULT_IS_TRUE, "(up)", true));
        assertThat(pattern.extract("eth12 up", "\\2 of \\1")).contains("12 of eth");
        assertThat(pattern.extract("eth12 down", "\\2 of \\1")).isEmpty();
    }

    @Test
    void givesTheWholeTextWhereNoPatternHasGroups() throws LanguageException {
        assertThat(pattern(test(GlobalExpression.Type.INCLUDED, "e", true)).extract("one", "\\1"))
                .contains("one");
    }

    @Test
    void endsAtItsBudget() throws LanguageException {
        TextPattern pattern = pattern(test(GlobalExpression.Type.RESULT_IS_TRUE, "^(.*,){12}x", true));
        assertThatThrownBy(() -> pattern.finds("a,".repeat(60)))
                .isInstanceOf(LanguageException.class)
                .hasMessageContaining("too many steps");
    }

    @Test
    void namesABadPattern() {
        GlobalExpression bad =
                new GlobalExpression("bad", List.of(test(GlobalExpression.Type.RESULT_IS_FALSE, "(", true)));
        assertThatThrownBy(() -> GlobalPattern.compile(bad)).hasMessageContaining("the pattern '('");
    }

    @Test
    void isAPlainPatternWhereNothingIsNamed() throws LanguageException {
        assertThat(TextPattern.compile("@mine", false, Optional.empty()).finds("not @mine"))
                .isTrue();
    }
}
