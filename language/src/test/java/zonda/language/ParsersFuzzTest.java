package zonda.language;

import static org.assertj.core.api.Assertions.fail;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import zonda.language.csv.CsvToJson;
import zonda.language.json.JsonDocument;
import zonda.language.json.JsonPath;
import zonda.language.prometheus.PrometheusFilter;
import zonda.language.prometheus.PrometheusPage;
import zonda.language.prometheus.PrometheusPattern;
import zonda.language.snmp.SnmpFormat;
import zonda.language.snmp.SnmpWalk;
import zonda.language.snmp.WalkToJson;
import zonda.language.xml.XmlDocument;
import zonda.language.xml.XmlJson;
import zonda.language.xml.XmlPath;

/// Whatever text a device sends or a person writes: a result or an error in words, soon.
class ParsersFuzzTest {
    private static final long SEED = 5;

    /// A parser with texts that it takes, and the way in.
    record Parser(String name, int rounds, Attempt attempt, List<String> texts) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Parser parser(String name, int rounds, Attempt attempt, String... texts) {
        return new Parser(name, rounds, attempt, List.of(texts));
    }

    static List<Parser> parsers() {
        return List.of(
                parser(
                        "json",
                        4_000,
                        text -> JsonPath.compile("$..*").query(JsonDocument.parse(text)),
                        "{\"a\":[1,-2.5e3,\"x\\u0041\\n\",true,null,{}],\"b\":{\"c\":[]}}"),
                parser(
                        "jsonpath",
                        4_000,
                        text -> JsonPath.compile(text)
                                .query(JsonDocument.parse(
                                        "{\"a\":[{\"b\":1,\"c\":\"x\"},{\"b\":2}],\"d\":{\"e\":[1,2,3]}}")),
                        "$.a[?(@.b > 1 && !(@.c =~ \"^x\") || @.b * 2 == $.d.e[0])]['b','c'].first()",
                        "$..e[-2:].sum()",
                        "$.d.*~"),
                parser(
                        "pattern",
                        4_000,
                        text -> Regex.compile(text, false).extract("some text, 12 and [x]\nsecond line", "\\1\\2"),
                        "(?i)^(?P<a_b>[[:alpha:]]+)\\K\\s(?:x|[^]a&&b-]){2,3}(?<=a)\\g{-1}\\p{Lu}\\x{41}(?#c)$",
                        "(a+)+(?>b*)\\1[\\w-.]\\Q.*\\E"),
                parser(
                        "prometheus",
                        4_000,
                        text -> PrometheusFilter.compile("").json(PrometheusPage.of(text)),
                        "# HELP a b\n# TYPE a counter\na{x=\"1\",y=\"\\\\\\\"\n\"} 1.5e3 123\nb +Inf\n"),
                parser(
                        "prometheus pattern",
                        4_000,
                        text -> PrometheusPattern.compile(List.of(text, "function", "sum"))
                                .value(PrometheusPage.of("a{x=\"1\"} 1\na{x=\"2\"} 2\nb 3\n")),
                        "a{x=~\"[12]\",y!=\"\\\\\"} == 1",
                        "{__name__=\"a\", x!~\"2\"}"),
                parser(
                        "csv",
                        4_000,
                        text -> CsvToJson.compile("", "\"", "1").convert(text),
                        "sep=;\na;\"b\"\"c\";d\r\n1;2;3\n\"x\ny\";;z"),
                parser(
                        "xml",
                        400,
                        text -> XmlJson.toJson(text),
                        "<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY e \"x\">]><a b=\"c\">t&e;<![CDATA[<>]]><d/><d>2</d></a>"),
                parser(
                        "xpath",
                        400,
                        text -> XmlPath.compile(text).evaluate(XmlDocument.parse("<a><b c=\"1\">2</b><b/></a>")),
                        "/a/b[@c='1' and position()=1]/text() | //b[last()]",
                        "sum(//b) div count(//b)"),
                parser(
                        "json to xml",
                        4_000,
                        text -> XmlJson.toXml(text),
                        "{\"a\":{\"@b\":\"c\",\"#text\":\"t\",\"d\":[1,null,{\"e\":\"f\"}]}}"),
                parser(
                        "walk",
                        4_000,
                        text -> WalkToJson.compile(List.of("A", "1.3.6.1", "2", "B", "1.3.6.2", "1"))
                                .convert(SnmpWalk.parse(text)),
                        ".1.3.6.1.1 = Hex-STRING: 00 1A\n2B\n.1.3.6.2.1 = STRING: \"a\\\"b\nc\"\n.1.3.6.1.2 = Opaque: Float: 1.5\n"),
                parser(
                        "octets",
                        4_000,
                        text -> SnmpFormat.UTF8.apply(text) + SnmpFormat.MAC.apply(text) + SnmpFormat.BITS.apply(text),
                        "00 1A 2B FF\n"));
    }

    /// A way into a parser.
    interface Attempt {
        Object run(String text) throws LanguageException;
    }

    @ParameterizedTest
    @MethodSource("parsers")
    void givesAResultOrWords(Parser parser) {
        Random random = new Random(SEED);
        for (int i = 0; i < parser.rounds(); i++) {
            String text =
                    mutated(parser.texts().get(random.nextInt(parser.texts().size())), random);
            try {
                parser.attempt().run(text);
            } catch (LanguageException e) {
                if (String.valueOf(e.getMessage()).isEmpty()) {
                    fail("no words for '" + text + "'");
                }
            } catch (RuntimeException | StackOverflowError e) {
                throw new AssertionError("seed " + SEED + ", round " + i + ": '" + text + "'", e);
            }
        }
    }

    private static String mutated(String text, Random random) {
        StringBuilder out = new StringBuilder(text);
        for (int edits = random.nextInt(4); edits >= 0 && !out.isEmpty(); edits--) {
            int at = random.nextInt(out.length());
            switch (random.nextInt(5)) {
                case 0 -> out.deleteCharAt(at);
                case 1 ->
                    out.insert(at, (char) (random.nextInt(20) == 0 ? random.nextInt(0x10000) : random.nextInt(128)));
                case 2 -> out.setCharAt(at, text.charAt(random.nextInt(text.length())));
                case 3 -> out.setLength(at);
                default -> out.insert(at, out.substring(at, at + random.nextInt(out.length() - at)));
            }
        }
        return out.toString();
    }
}
