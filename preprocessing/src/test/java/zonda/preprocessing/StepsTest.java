package zonda.preprocessing;

import static org.assertj.core.api.Assertions.assertThat;
import static zonda.model.PreprocessingStep.Type.BOOL_TO_DECIMAL;
import static zonda.model.PreprocessingStep.Type.CHECK_JSON_ERROR;
import static zonda.model.PreprocessingStep.Type.CHECK_NOT_SUPPORTED;
import static zonda.model.PreprocessingStep.Type.CHECK_REGEX_ERROR;
import static zonda.model.PreprocessingStep.Type.CHECK_XML_ERROR;
import static zonda.model.PreprocessingStep.Type.CSV_TO_JSON;
import static zonda.model.PreprocessingStep.Type.DISCARD_UNCHANGED;
import static zonda.model.PreprocessingStep.Type.HEX_TO_DECIMAL;
import static zonda.model.PreprocessingStep.Type.IN_RANGE;
import static zonda.model.PreprocessingStep.Type.JSONPATH;
import static zonda.model.PreprocessingStep.Type.LTRIM;
import static zonda.model.PreprocessingStep.Type.MATCHES_REGEX;
import static zonda.model.PreprocessingStep.Type.MULTIPLIER;
import static zonda.model.PreprocessingStep.Type.NOT_MATCHES_REGEX;
import static zonda.model.PreprocessingStep.Type.OCTAL_TO_DECIMAL;
import static zonda.model.PreprocessingStep.Type.PROMETHEUS_PATTERN;
import static zonda.model.PreprocessingStep.Type.REGEX;
import static zonda.model.PreprocessingStep.Type.RTRIM;
import static zonda.model.PreprocessingStep.Type.SNMP_GET_VALUE;
import static zonda.model.PreprocessingStep.Type.SNMP_WALK_VALUE;
import static zonda.model.PreprocessingStep.Type.STR_REPLACE;
import static zonda.model.PreprocessingStep.Type.TRIM;
import static zonda.model.PreprocessingStep.Type.XMLPATH;
import static zonda.model.PreprocessingStep.Type.XML_TO_JSON;

import java.util.List;
import org.junit.jupiter.api.Test;
import zonda.model.ItemValueType;
import zonda.model.PreprocessingStep;
import zonda.model.WireType;
import zonda.preprocessing.step.Parses;
import zonda.preprocessing.step.SharedText;
import zonda.preprocessing.step.StepCompiler;
import zonda.preprocessing.step.StepException;
import zonda.preprocessing.step.TextStep;

/// The steps on text, each as an item meets it; Zabbix's own cases run in `zonda dev conformance`.
class StepsTest {
    @Test
    void trimsAndReplaces() {
        assertThat(one(" x ", RTRIM, "\\s")).isEqualTo(" x");
        assertThat(one("\n\tx", LTRIM, "\\n\\t")).isEqualTo("x");
        assertThat(one("\uD83D\uDE00x\uD83D\uDE00", TRIM, "\uD83D\uDE00")).isEqualTo("x");
        assertThat(one("a.b.c", STR_REPLACE, ".", "")).isEqualTo("abc");
    }

    @Test
    void turnsOtherFormsIntoNumbers() {
        assertThat(one("Running", BOOL_TO_DECIMAL)).isEqualTo("1");
        assertThat(one("0.0", BOOL_TO_DECIMAL)).isEqualTo("0");
        assertThat(one("maybe", BOOL_TO_DECIMAL))
                .startsWith("!preprocessing step 1 (bool to decimal): value \"maybe\"");
        assertThat(one("1777777777777777777777", OCTAL_TO_DECIMAL)).isEqualTo("18446744073709551615");
        assertThat(one("2777777777777777777777", OCTAL_TO_DECIMAL)).contains("at most 64 bits");
        assertThat(one("BF 48 29 CA", SNMP_GET_VALUE, "2")).isEqualTo("BF:48:29:CA");
    }

    @Test
    void keepsAWholeNumberExactThroughARange() {
        Bench bench = new Bench(ItemValueType.UNSIGNED, step(IN_RANGE, "5", "18446744073709551614"));
        assertThat(bench.give(0, WireType.COUNTER64, -2L)).isEqualTo("18446744073709551614");
        assertThat(bench.give(1, WireType.COUNTER64, -1L))
                .isEqualTo("!preprocessing step 1 (in range): value \"18446744073709551615\": out of range, wanted"
                        + " 5 to 18446744073709551614");
        assertThat(one("4.99", IN_RANGE, "5", "")).contains("wanted at least 5");
        assertThat(one("x", IN_RANGE, "", "5")).contains("is no number");
        assertThat(one(" 5 ", IN_RANGE, "", "5")).isEqualTo(" 5 ");
    }

    @Test
    void failsWithTheMessageThatTheValueBrings() {
        assertThat(one("{\"error\":\"no access\"}", CHECK_JSON_ERROR, "$.error"))
                .isEqualTo("!no access");
        assertThat(one("{\"error\":null}", CHECK_JSON_ERROR, "$.error")).isEqualTo("{\"error\":null}");
        assertThat(one("<a><e>broken</e></a>", CHECK_XML_ERROR, "string(//e)")).isEqualTo("!broken");
        assertThat(one("E42: x", CHECK_REGEX_ERROR, "^E(\\d+)", "code \\1")).isEqualTo("!code 42");
        assertThat(one("abc", MATCHES_REGEX, "^b")).contains("the pattern '^b' does not match");
        assertThat(one("abc", NOT_MATCHES_REGEX, "^a")).contains("wanted that it does not");
    }

    @Test
    void takesReasonsOnlyWhereAStepIsMeantForThem() {
        PreprocessingStep first = new PreprocessingStep(
                CHECK_NOT_SUPPORTED,
                List.of("0", "timeout after (\\d+)"),
                PreprocessingStep.OnFail.SET_ERROR,
                "slow: \\1 s");
        PreprocessingStep second = new PreprocessingStep(
                CHECK_NOT_SUPPORTED, List.of("1", "refused"), PreprocessingStep.OnFail.SET_VALUE, "0");
        Bench bench = new Bench(ItemValueType.UNSIGNED, first, second, step(MULTIPLIER, "8"));
        assertThat(bench.give(0, WireType.NOT_SUPPORTED, "timeout after 3 s")).isEqualTo("!slow: 3 s");
        assertThat(bench.give(1, WireType.NOT_SUPPORTED, "no such host")).isEqualTo("0");
        assertThat(bench.give(2, WireType.NOT_SUPPORTED, "refused")).isEqualTo("!refused");
        assertThat(bench.give(3, WireType.GAUGE32, 2)).isEqualTo("16");
    }

    @Test
    void readsDocuments() {
        assertThat(one("{\"a\":[1,{\"b\":\"x\"}]}", JSONPATH, "$.a[1].b")).isEqualTo("x");
        assertThat(one("{}", JSONPATH, "$.a")).contains("nothing in it matches '$.a'");
        assertThat(one("<a><b>7</b></a>", XMLPATH, "number(//b)")).isEqualTo("7");
        assertThat(one("<a b=\"c\"/>", XML_TO_JSON)).isEqualTo("{\"a\":{\"@b\":\"c\"}}");
        assertThat(one("a 1\nb 2", PROMETHEUS_PATTERN, "b", "value", "")).isEqualTo("2");
    }

    @Test
    void refusesParametersThatCannotBe() {
        assertThat(fault(step(IN_RANGE, "9", "1"))).contains("wanted the lesser first");
        assertThat(fault(step(JSONPATH, "$"))).contains("wanted '.' or '['");
        assertThat(fault(step(XMLPATH, "/a["))).contains("the XPath '/a['");
        assertThat(fault(step(CSV_TO_JSON, ",", "\"", "yes"))).contains("wanted 1 or 0");
        assertThat(fault(step(SNMP_WALK_VALUE, "1.3.x", "0"))).contains("the OID '1.3.x'");
        assertThat(fault(step(PROMETHEUS_PATTERN, "a", "function", "median"))).contains("wanted sum, min, max");
        assertThat(fault(step(CHECK_NOT_SUPPORTED, "0"))).contains("wanted one with scope 0");
    }

    /// ZBX-16036.
    @Test
    void recoversAThrottledItemWithTheValueItHadBeforeAnError() {
        Bench bench = new Bench(ItemValueType.UNSIGNED, step(DISCARD_UNCHANGED));
        assertThat(bench.give(0, WireType.GAUGE32, 1)).isEqualTo("1");
        assertThat(bench.give(1, WireType.NOT_SUPPORTED, "gone")).isEqualTo("!gone");
        assertThat(bench.give(2, WireType.GAUGE32, 1)).isEqualTo("1");
    }

    /// ZBX-14812.
    @Test
    void readsHexadecimalDigitsWithBlanksAndLineBreaks() {
        assertThat(one("\"0A 1B\n2C \n\"", HEX_TO_DECIMAL)).isEqualTo("662316");
    }

    /// ZBX-17569, ZBX-6262, ZBX-10784.
    @Test
    void takesNumbersInAllTheirForms() {
        Bench unsigned = new Bench(ItemValueType.UNSIGNED);
        assertThat(unsigned.give(0, WireType.TEXT, "0")).isEqualTo("0");
        assertThat(unsigned.give(1, WireType.TEXT, "-1")).startsWith("!Value of type \"double\" is not suitable");
        Bench decimal = new Bench(ItemValueType.FLOAT, step(MULTIPLIER, "1"));
        assertThat(decimal.give(0, WireType.TEXT, "-1.")).isEqualTo("-1");
        assertThat(decimal.give(1, WireType.TEXT, ".5e-3")).isEqualTo("0.0005");
    }

    /// ZBX-15178.
    @Test
    void leavesAGroupThatIsMissingEmpty() {
        assertThat(one("ab", REGEX, "(a)(x)?b", "<\\1\\2\\3>")).isEqualTo("<a>");
    }

    /// ZBX-16561.
    @Test
    void readsACommaWithinANameOfAJsonPath() {
        assertThat(one("{\"a,b\":{\"c\":1}}", JSONPATH, "$['a,b']['c']")).isEqualTo("1");
    }

    /// ZBX-21997.
    @Test
    void readsJsonWithBlanksBeforeItAndEmptyArrays() {
        assertThat(one(" \r\n\t{\"a\":[]}", JSONPATH, "$.a")).isEqualTo("[]");
        assertThat(one("{\"a\":[]}", JSONPATH, "$.a.length()")).isEqualTo("0");
    }

    /// ZBX-22043.
    @Test
    void hasNothingAtIndexesFarOutside() {
        assertThat(one("[1]", JSONPATH, "$[-5]")).contains("nothing in it matches");
        assertThat(one("[1]", JSONPATH, "$[999999999999]")).contains("nothing in it matches");
        assertThat(one("[1]", JSONPATH, "$[-999999999999:999999999999]")).isEqualTo("[1]");
    }

    /// ZBX-17428, ZBX-16883.
    @Test
    void readsCsvWithEmptyCellsAndShortLines() {
        assertThat(one("a,b\n,\n1", CSV_TO_JSON, ",", "\"", "1"))
                .isEqualTo("[{\"a\":\"\",\"b\":\"\"},{\"a\":\"1\",\"b\":\"\"}]");
        assertThat(one("a\n1,2", CSV_TO_JSON, ",", "\"", "1")).contains("more fields than the header's 1");
    }

    /// ZBX-19737.
    @Test
    void matchesPrometheusLabelsThatNeedEscapes() {
        assertThat(one("m{p=\"C:\\\\dir\\\"x\"} 5", PROMETHEUS_PATTERN, "m{p=\"C:\\\\dir\\\"x\"}", "value", ""))
                .isEqualTo("5");
    }

    /// ZBX-19071, ZBX-18860.
    @Test
    void checksReasonsOfALogItem() {
        PreprocessingStep check = new PreprocessingStep(
                CHECK_NOT_SUPPORTED, List.of("-1"), PreprocessingStep.OnFail.SET_VALUE, "unreadable");
        Bench bench = new Bench(ItemValueType.LOG, check);
        assertThat(bench.give(0, WireType.NOT_SUPPORTED, "no file")).contains("unreadable");
    }

    /// ZBX-21601.
    @Test
    void parsesAMastersValueOnceForAllItsDependents() throws StepException {
        StringBuilder text = new StringBuilder("{");
        for (int i = 0; i < 500; i++) {
            text.append("\"k").append(i).append("\":").append(i).append(',');
        }
        Parses parses = new Parses();
        SharedText master = new SharedText(text.append("\"end\":0}").toString(), parses);
        StepCompiler compiler = StepCompiler.withoutScripts();
        for (int i = 0; i < 500; i++) {
            TextStep step = compiler.compile(step(JSONPATH, "$.k" + i)).orElseThrow();
            assertThat(step.apply(master)).isEqualTo(Integer.toString(i));
        }
        assertThat(parses.json()).isEqualTo(1);
    }

    private static PreprocessingStep step(PreprocessingStep.Type type, String... parameters) {
        return Bench.step(type, parameters);
    }

    private static String one(String value, PreprocessingStep.Type type, String... parameters) {
        return new Bench(ItemValueType.TEXT, step(type, parameters)).give(0, WireType.TEXT, value);
    }

    private static String fault(PreprocessingStep step) {
        return new Bench(ItemValueType.TEXT).change(ItemValueType.TEXT, step).getFirst();
    }
}
