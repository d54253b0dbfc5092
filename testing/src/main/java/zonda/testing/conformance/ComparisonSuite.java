package zonda.testing.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.json.JsonMapper;
import zonda.language.json.JsonDocument;
import zonda.language.json.JsonPath;
import zonda.language.json.JsonReader;

/// The queries of json-path-comparison on whose results many programs agree. Those without such a
/// consensus are run, and must end.
record ComparisonSuite(Path file) implements Suite {
    @Override
    public void run(Results results) throws IOException {
        Object suite = new Load(LoadSettings.builder().build()).loadFromString(Files.readString(file));
        if (suite instanceof Map<?, ?> map && map.get("queries") instanceof Iterable<?> queries) {
            for (Object query : queries) {
                if (query instanceof Map<?, ?> test) {
                    String path = String.valueOf(test.get("selector"));
                    results.result(String.valueOf(test.get("id")), Dialect.judge(path, run(path, test)));
                }
            }
        }
    }

    private static Outcome run(String path, Map<?, ?> test) {
        String document = JsonMapper.shared().writeValueAsString(test.get("document"));
        Optional<JsonPath> compiled = ComplianceSuite.compiled(path);
        Optional<String> got = compiled.flatMap(known -> LanguageCases.attempt(
                () -> known.query(JsonDocument.parse(document)).orElse("[]")));
        if (!test.containsKey("consensus")) {
            return Outcome.PASSED;
        }
        Object consensus = test.get("consensus");
        if ("NOT_SUPPORTED".equals(consensus)) {
            return got.isEmpty()
                    ? Outcome.PASSED
                    : new Outcome.Failed(path + " gives " + got.get() + ", expected an error");
        }
        boolean isOrdered = !Boolean.FALSE.equals(test.get("ordered"));
        String expected = JsonMapper.shared().writeValueAsString(consensus);
        if (compiled.isPresent() && compiled.get().isDefinite()) {
            expected = scalar(expected);
        }
        if (got.isEmpty()) {
            return new Outcome.Failed(path + " gives an error, expected " + expected);
        }
        Outcome compared = isOrdered ? Texts.compare(got.get(), expected) : Texts.compareUnordered(got.get(), expected);
        return compared instanceof Outcome.Passed
                ? compared
                : new Outcome.Failed(path + " gives " + got.get() + ", expected " + expected);
    }

    /// The only element of a list, as a definite path gives it.
    private static String scalar(String list) {
        return LanguageCases.attempt(() -> {
                    JsonReader read = JsonReader.of(list);
                    return read.elements().size() == 1
                            ? read.elements().getFirst().text()
                            : list;
                })
                .orElse(list);
    }
}
