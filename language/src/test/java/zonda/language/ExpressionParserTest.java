package zonda.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpressionParserTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1+2*3 | 1+2*3",
                "(1+2)*3 | (1+2)*3",
                "1-(2-3) | 1-(2-3)",
                "(1-2)-3 | 1-2-3",
                "1 - 2 - 3 | 1-2-3",
                "((1)) | 1",
                "-(1+2) | -(1+2)",
                "(-1)*2 | -1*2",
                "not (1 and 0) | not (1 and 0)",
                "(not 1) and 0 | not 1 and 0",
                "1=2 or 3<4 and 5<>6 | 1=2 or 3<4 and 5<>6",
                "(1=2 or 3<4) and 5<>6 | (1=2 or 3<4) and 5<>6",
                "1<(2=3) | 1<(2=3)",
                "(1<2)=3 | 1<2=3",
                "not(1)and(2)or not(3) | not 1 and 2 or not 3",
                "1= not 2 | 1= not 2",
                "- not 2 | - not 2",
                "10K | 10240",
                "1.5m | 90",
                ".5 | 0.5",
                "1. | 1",
                "1e3 | 1000",
                "last(/host/key) | last(/host/key)",
                "last( /a b.c-d_e/key[1, 2] , #3:now-1h ) | last(/a b.c-d_e/key[1, 2],#3:now-1h)",
                "min(/h/k,300) | min(/h/k,5m)",
                "avg(/h/k,1h:now/d-1h+2m) | avg(/h/k,1h:now/d-1h+2m)",
                "count(/h/k,#5,,0) | count(/h/k,#5,\"\",\"0\")",
                "nodata(/h/k,90s) | nodata(/h/k,90s)",
                "max(last(/h/a),last(/h/b)) | max(last(/h/a),last(/h/b))",
                "time() >= 80000 | time()>=80000",
            })
    void readsAndWrites(String text, String written) throws LanguageException {
        assertThat(ExpressionPrinter.print(ExpressionParser.parse(text))).isEqualTo(written);
    }

    @Test
    void readsKeysWithQuotesCommasAndBrackets() throws LanguageException {
        Expression read = ExpressionParser.parse("count(/h/net[\"a),\\\",\",[x,y],z(],5m,\"regexp\",\"^\\\\d\\\"\")>2");

        Expression.HistoryCall call = Expressions.calls(read).getFirst();
        assertThat(call.item()).isEqualTo(new Expression.ItemQuery("h", "net[\"a),\\\",\",[x,y],z(]"));
        assertThat(call.period()).isEqualTo(new Expression.Period(false, 300, List.of()));
        assertThat(call.parameters()).containsExactly("regexp", "^\\d\"");
    }

    @Test
    void tellsTheItemsInTheOrderOfTheirFirstMention() throws LanguageException {
        Expression read = ExpressionParser.parse("last(/b/k)>1 and abs(last(/a/k)-last(/b/k))>min(/b/j,5m)");

        assertThat(Expressions.items(read))
                .containsExactly(
                        new Expression.ItemQuery("b", "k"),
                        new Expression.ItemQuery("a", "k"),
                        new Expression.ItemQuery("b", "j"));
    }

    @Test
    void knowsWhatTimeAloneChanges() throws LanguageException {
        assertThat(Expressions.isTimeBased(ExpressionParser.parse("last(/h/k)>5")))
                .isFalse();
        assertThat(Expressions.isTimeBased(ExpressionParser.parse("last(/h/k)>5 or not nodata(/h/k,5m)")))
                .isTrue();
        assertThat(Expressions.isTimeBased(ExpressionParser.parse("abs(-now())")))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "1+ | column 3: expression has the end, wanted a number",
                "() | column 2: expression has ')', wanted a number",
                "(1 | column 3: expression has the end, wanted an operator or ')'",
                "1) | column 2: expression has ')', wanted an operator or the end",
                "1and 1 | column 2: expression has 'and 1', wanted a number with K",
                "1 +not 2 | column 4: expression has 'not 2', wanted a blank before 'not'",
                "1 and1 | column 3: expression has 'and1', wanted an operator",
                "10y | column 3: expression has 'y', wanted a number with K",
                "1e309 | column 1: expression has '1e309', wanted a number that is not so large",
                "1.1. | column 4: expression has '.', wanted a number with K",
                "\"abc | column 1: expression has a text without an end",
                "\"a\\b\" | column 3: expression has '\\b\"', wanted \\\" or \\\\",
                "lst(/h/k) | column 1: no function 'lst' over an item's values (did you mean 'last'?)",
                "absolute(1) | column 1: no function 'absolute', wanted one of abs",
                "flor(1) | column 1: no function 'flor' (did you mean 'floor'?)",
                "nodata(1) | column 1: nodata() does not start with an item, wanted /host/key",
                "round(1) | column 1: round() has 1 parameters, wanted 2",
                "last(/h/k,5m) | column 1: last() has a period of time, wanted #n",
                "change(/h/k,#2) | column 1: change() has a period, wanted only an item",
                "avg(/h/k) | column 1: avg() has no period, wanted one such as 5m or #10",
                "nodata(/h/k,#5) | column 1: nodata() wants a length of time",
                "nodata(/h/k,5m,\"lax\") | column 1: nodata() has the mode 'lax'",
                "avg(/h/k,5M) | column 10: expression has '5M)', wanted a period",
                "avg(/h/k,0) | column 10: expression has '0)', wanted a period",
                "avg(/h/k,#0) | column 11: expression has '0)', wanted a whole number above 0",
                "avg(/h/k,#5m) | column 11: expression has '5m)', wanted a whole number above 0",
                "avg(/h/k,5m:tomorrow) | column 13: expression has 'tomorrow)', wanted now",
                "avg(/h/k,5m:now/x) | column 17: expression has 'x)', wanted m, h, d, w, M or y",
                "avg(/h/k,5m:now-1M) | column 17: expression has '1M)', wanted a length of time",
                "avg(/h/k,5m,1) | column 1: avg() has 1 parameters after item and period, wanted at most 0",
                "count(/h/k,5m,gt,1) | column 15: expression has 'gt,1)', wanted a number or a text in double quotes",
                "count(/h/k,5m,\"gr\",1) | column 1: count() has the operator 'gr' (did you mean 'gt'?)",
                "count(/h/k,5m,\"gt\") | column 1: count() has the operator 'gt' and no pattern",
                "count(/h/k,5m,\"regexp\",\"(\") | column 1: count() has the pattern '(':",
                "last(/k) | column 8: expression has ')', wanted a host's name",
                "last(//k) | column 6: expression has an item without a host, wanted /host/key",
                "last(/h/) | column 9: expression has ')', wanted an item's key",
                "last(/h/k[) | column 9: expression has 'k[)', wanted an item's key",
                "last(/*/k?[group=\"a\"]) | column 7: expression has '*/k?",
                "last(/h/k?[tag=\"a\"]) | column 10: expression has '?[tag=",
                "{$X}>1 | column 1: macro {$X} has no value, wanted one at the host or among the global macros",
                "{host:key.last()}>1 | column 1: expression has '{host:key.la', wanted a number",
                "/h/k | column 1: expression has '/h/k', wanted a number",
            })
    void tellsThePlaceWhatItSawAndWhatItWants(String text, String message) {
        assertThatThrownBy(() -> ExpressionParser.parse(text))
                .isInstanceOf(LanguageException.class)
                .hasMessageStartingWith(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"(", "-", "not ", "abs(", "1+(", "-(not "})
    void refusesNestingThatIsTooDeep(String opening) {
        assertThatThrownBy(() -> ExpressionParser.parse(opening.repeat(9_000) + "1"))
                .isInstanceOf(LanguageException.class)
                .hasMessageContaining("at most 200 levels");
    }

    @Test
    void takesTheLongestChainAndRefusesALongerOne() throws LanguageException {
        String longest = "1" + "+1".repeat(ExpressionParser.MOST_OPERANDS - 1);

        Expression read = ExpressionParser.parse(longest);

        assertThat(ExpressionPrinter.print(read)).isEqualTo(longest);
        assertThat(Expressions.calls(read)).isEmpty();
        assertThatThrownBy(() -> ExpressionParser.parse(longest + "+1"))
                .isInstanceOf(LanguageException.class)
                .hasMessageContaining("at most 400 operands");
        assertThatThrownBy(() -> ExpressionParser.parse(" ".repeat(ExpressionParser.LONGEST) + "1"))
                .isInstanceOf(LanguageException.class)
                .hasMessageContaining("65536 characters");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void readsWhatItWrites(long seed) throws LanguageException {
        RandomExpressions random = new RandomExpressions(seed);
        for (int i = 0; i < 4_000; i++) {
            Expression tree = random.expression(5);
            String written = ExpressionPrinter.print(tree);
            assertThat(ExpressionParser.parse(written))
                    .as("seed %d, expression %d: %s", seed, i, written)
                    .isEqualTo(tree);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void answersAnyTextWithATreeOrAFault(long seed) {
        SplittableRandom dice = new SplittableRandom(seed);
        RandomExpressions random = new RandomExpressions(seed);
        for (int i = 0; i < 10_000; i++) {
            String text = Mutations.mutated(dice, ExpressionPrinter.print(random.expression(4)));
            assertThatCode(() -> readTwice(text))
                    .as("seed %d, text %s", seed, text)
                    .doesNotThrowAnyException();
        }
    }

    private static void readTwice(String text) throws LanguageException {
        Expression read;
        try {
            read = ExpressionParser.parse(text);
        } catch (LanguageException e) {
            assertThat(e.column()).isBetween(0, text.length() + 1);
            return;
        }
        assertThat(ExpressionParser.parse(ExpressionPrinter.print(read))).isEqualTo(read);
    }
}
