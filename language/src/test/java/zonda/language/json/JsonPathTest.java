package zonda.language.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import zonda.language.LanguageException;

class JsonPathTest {
    private static final String STORE = """
            {"a": {"b": [1, 2.50, "x", null, true, {"c": "deep"}]},
             "n": [{"id": 1, "on": true}, {"id": 18446744073709551615, "on": false}, {"name": "none"}],
             "": 7, "t\\u0041\\n": "esc"}""";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "$.a.b[0] | 1",
                "$.a.b[1] | 2.5",
                "$.a.b[2] | x",
                "$.a.b[3] | null",
                "$.a.b[-1].c | deep",
                "$.a.b | [1,2.5,\"x\",null,true,{\"c\":\"deep\"}]",
                "$..id | [1,18446744073709551615]",
                "$.n[?(@.on == 'true')].id.first() | 1",
                "$.n[?(!@.id)].name | [\"none\"]",
                "$.n[?(@.id > 1 && @.on == \"false\")]~ | [\"1\"]",
                "$.n[*].id.sum() | 1.8446744073709552E+19",
                "$.n.length() | 3",
                "$[\"tA\\n\"] | esc",
                "$.n[?(@.name =~ '^no')].name.first() | none",
                "$.n[0,0].id | 1",
                "$ .n[?@.on==true]['id'] | [1]",
                "$.a.b[:2] | [1,2.5]",
            })
    void findsWhatIsMeant(String path, String found) throws LanguageException {
        assertThat(query(path, STORE)).contains(found);
    }

    @Test
    void tellsNothingFromEmpty() throws LanguageException {
        assertThat(query("$.none", STORE)).isEmpty();
        assertThat(query("$..none", STORE)).isEmpty();
        assertThat(query("$.a", " \t{\"a\":[]}\n")).contains("[]");
    }

    @Test
    void countsTheLastOfMembersWithOneName() throws LanguageException {
        StringBuilder many = new StringBuilder("{");
        for (int i = 0; i < 40; i++) {
            many.append("\"k").append(i % 20).append("\":").append(i).append(',');
        }
        many.append("\"end\":0}");
        assertThat(query("$.k3", many.toString())).contains("23");
        assertThat(query("$.*.length()", many.toString())).contains("21");
        assertThat(query("$.*", "{\"a\":1,\"b\":2,\"a\":3}")).contains("[2,3]");
    }

    @Test
    void boundsWhatAQueryCosts() throws LanguageException {
        StringBuilder wide = new StringBuilder("[");
        for (int i = 0; i < 3_000; i++) {
            wide.append("[[],[]],");
        }
        JsonDocument document = JsonDocument.parse(wide.append("[]]").toString());
        JsonPath path = JsonPath.compile("$[?($[?($[?(1)].length() > 0)].length() > 0)]");
        assertThatThrownBy(() -> path.query(document)).hasMessageContaining("too many steps");
    }

    @Test
    void parsesNoDeeperThanZabbixAndWithoutRecursion() throws LanguageException {
        assertThat(query("$[0][0].length()", "[".repeat(66) + "]".repeat(66))).contains("1");
        assertThatThrownBy(() -> JsonDocument.parse("[".repeat(1_000_000))).hasMessageContaining("at most 66 levels");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[1,]",
                "{\"a\":}",
                "{a:1}",
                "01",
                "1.",
                "-",
                "+1",
                ".5",
                "1e",
                "\"\\x\"",
                "\"\\ud800\"",
                "\"\t\"",
                "nul",
                "[1] 2",
                "\"a",
                "{\"a\" 1}",
                "{\"a\":1,}"
            })
    void refusesWhatIsNoJson(String text) {
        assertThatThrownBy(() -> JsonDocument.parse(text))
                .isInstanceOf(LanguageException.class)
                .hasMessageStartingWith("no JSON: character ");
    }

    @Test
    void namesThePlaceInABrokenPath() {
        assertThatThrownBy(() -> JsonPath.compile("$.a[?(@.b = 1)]"))
                .hasMessage("column 11: the path has '= 1)]', wanted ')'");
        assertThatThrownBy(() -> JsonPath.compile("$[?(@.a =~ '(')]")).hasMessageContaining("the pattern '('");
    }

    @Test
    void writesTextSoThatItReadsBack() throws LanguageException {
        String text = "\u0000\u001f\"\\/\n\r\t\b\f\u007f é \uD83D\uDE00";
        assertThat(JsonReader.of(JsonText.quoted(text)).text()).isEqualTo(text);
    }

    private static Optional<String> query(String path, String document) throws LanguageException {
        return JsonPath.compile(path).query(JsonDocument.parse(document));
    }
}
