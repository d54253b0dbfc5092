package zonda.testing.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import zonda.language.LanguageException;
import zonda.language.json.JsonDocument;
import zonda.language.json.JsonPath;
import zonda.language.json.JsonReader;
import zonda.language.json.JsonText;
import zonda.language.prometheus.PrometheusFilter;
import zonda.language.prometheus.PrometheusPage;
import zonda.language.xml.XmlJson;
import zonda.model.PreprocessingStep;

/// Cases of the languages that steps are written in and read.
final class LanguageCases {
    private LanguageCases() {}

    static Outcome csv(Case test) {
        Optional<String> expected = expected(test, "return", "result");
        List<String> parameters = List.of(test.text("in", "params").split("\n", -1));
        return compared(
                StepCases.apply(PreprocessingStep.Type.CSV_TO_JSON, parameters, test.text("in", "csv")),
                expected,
                false);
    }

    static Outcome xpath(Case test) {
        return compared(
                StepCases.apply(
                        PreprocessingStep.Type.XMLPATH, List.of(test.text("in", "xpath")), test.text("in", "xml")),
                expected(test, "return", "result"),
                false);
    }

    static Outcome xmlToJson(Case test) {
        return compared(
                StepCases.apply(PreprocessingStep.Type.XML_TO_JSON, List.of(), test.text("in", "xml")),
                expected(test, "return", "json"),
                false);
    }

    static Outcome jsonToXml(Case test) {
        return compared(attempt(() -> XmlJson.toXml(test.text("in", "json"))), expected(test, "return", "xml"), false);
    }

    static Outcome prometheusPattern(Case test) {
        String request = test.text("in", "request");
        String output = test.text("in", "output");
        List<String> parameters = request.isEmpty()
                ? List.of(test.text("in", "params"), test.text("in", "value_type"))
                : List.of(test.text("in", "params"), request, output);
        return compared(
                StepCases.apply(PreprocessingStep.Type.PROMETHEUS_PATTERN, parameters, test.text("in", "data")),
                expected(test, "result", "output"),
                false);
    }

    static Outcome prometheusToJson(Case test) {
        Optional<String> got = StepCases.apply(
                PreprocessingStep.Type.PROMETHEUS_TO_JSON, List.of(test.text("in", "params")), test.text("in", "data"));
        if (!isSuccess(test, "result")) {
            return compared(got, Optional.empty(), false);
        }
        return compared(
                got,
                Optional.of(test.has("out", "output_raw") ? test.text("out", "output_raw") : json(metrics(test))),
                false);
    }

    private static Object metrics(Case test) {
        List<Object> metrics = new ArrayList<>();
        for (Object element : test.list("out", "metrics")) {
            Map<Object, Object> metric = new java.util.LinkedHashMap<>((Map<?, ?>) element);
            if (metric.get("labels") instanceof List<?> labels) {
                Map<Object, Object> named = new java.util.LinkedHashMap<>();
                for (Object label : labels) {
                    Map<?, ?> pair = (Map<?, ?>) label;
                    named.put(String.valueOf(pair.get("name")), String.valueOf(pair.get("value")));
                }
                metric.put("labels", named);
            }
            metrics.add(metric);
        }
        return metrics;
    }

    private static String json(Object value) {
        if (value instanceof Map<?, ?> map) {
            StringBuilder out = new StringBuilder("{");
            map.forEach((name, member) -> {
                if (out.length() > 1) {
                    out.append(',');
                }
                out.append(JsonText.quoted(String.valueOf(name))).append(':').append(json(member));
            });
            return out.append('}').toString();
        }
        if (value instanceof List<?> list) {
            List<String> elements = new ArrayList<>();
            list.forEach(element -> elements.add(json(element)));
            return "[" + String.join(",", elements) + "]";
        }
        return JsonText.quoted(String.valueOf(value));
    }

    static Outcome prometheusFilter(Case test) {
        Optional<String> got = attempt(() -> {
            PrometheusFilter.compile(test.text("in", "filter"));
            return "";
        });
        return Outcome.compare(
                got.map(_ -> "read"), isSuccess(test, "return") ? Optional.of("read") : Optional.empty());
    }

    /// A row alone, read by a filter that means all rows.
    static Outcome prometheusRow(Case test) {
        Optional<String> got = attempt(() -> {
            String all = PrometheusFilter.compile("").json(PrometheusPage.of(firstRow(test)));
            JsonReader row = JsonReader.of(all).elements().getFirst();
            StringBuilder told = new StringBuilder();
            told.append(row.member("name").map(JsonReader::text).orElse("")).append(' ');
            told.append(row.member("value").map(JsonReader::text).orElse(""));
            row.member("labels")
                    .map(JsonReader::members)
                    .orElse(Map.of())
                    .forEach((name, value) ->
                            told.append(' ').append(name).append('=').append(value.text()));
            return told.toString();
        });
        return Outcome.compare(got, isSuccess(test, "return") ? Optional.of(rowTold(test)) : Optional.empty());
    }

    /// What follows the row in the case says only how far reading goes.
    private static String firstRow(Case test) {
        String data = test.text("in", "data");
        String rest = test.text("out", "next");
        return data.endsWith(rest) ? data.substring(0, data.length() - rest.length()) : data;
    }

    private static String rowTold(Case test) {
        StringBuilder told = new StringBuilder(test.text("out", "metric") + " " + test.text("out", "value"));
        for (Object label : test.list("out", "labels")) {
            Map<?, ?> pair = (Map<?, ?>) label;
            told.append(' ').append(pair.get("name")).append('=').append(pair.get("value"));
        }
        return told.toString();
    }

    static Outcome jsonPathCompile(Case test) {
        Optional<String> got =
                attempt(() -> JsonPath.compile(test.text("in", "path")).isDefinite() ? "definite" : "indefinite");
        if (!isSuccess(test, "result")) {
            return Outcome.compare(got, Optional.empty());
        }
        return Outcome.compare(got, Optional.of(test.text("out", "definite").equals("1") ? "definite" : "indefinite"));
    }

    static Outcome jsonPathQuery(Case test) {
        String path = test.text("in", "path").strip();
        Optional<String> got = attempt(() -> JsonPath.compile(path)
                .query(JsonDocument.parse(test.text("in", "data")))
                .orElse(""));
        // Some cases have "values" by mistake, which the program that they are of does not look at.
        return test.has("out", "values")
                ? Outcome.compare(got.map(_ -> "found"), Optional.of("found"))
                : compared(got, expected(test, "return", "value"), true);
    }

    /// A definite path in a document that may be any JSON.
    static Outcome jsonOpenPath(Case test) {
        Optional<String> got = attempt(() -> {
            JsonPath path = JsonPath.compile(test.text("in", "path"));
            if (!path.isDefinite()) {
                throw new LanguageException(0, "not definite");
            }
            return path.query(JsonDocument.parse(test.text("in", "json")))
                    .orElseThrow(() -> new LanguageException(0, "nothing"));
        });
        return compared(got, expected(test, "result", "value"), false);
    }

    static Outcome jsonDecode(Case test) {
        Optional<String> got = attempt(() -> {
            JsonReader value = JsonReader.of(test.text("in", "data"));
            if (value.isArray() || value.isObject()) {
                throw new LanguageException(0, "no scalar");
            }
            return value.isNull() ? "" : value.isString() ? value.text() : value.json();
        });
        boolean isDecoded = !test.text("out", "offset").equals("0")
                && !test.text("out", "offset").isEmpty();
        return compared(got, isDecoded ? Optional.of(test.text("out", "value")) : Optional.empty(), false);
    }

    private static Outcome compared(Optional<String> got, Optional<String> expected, boolean isUnordered) {
        if (got.isEmpty() || expected.isEmpty()) {
            return Outcome.compare(got, expected);
        }
        return isUnordered
                ? Texts.compareUnordered(got.get(), expected.get())
                : Texts.compare(got.get(), expected.get());
    }

    private static boolean isSuccess(Case test, String field) {
        return test.text("out", field).toUpperCase(Locale.ROOT).equals("SUCCEED");
    }

    private static Optional<String> expected(Case test, String field, String value) {
        return isSuccess(test, field) ? Optional.of(test.text("out", value)) : Optional.empty();
    }

    /// Something that can be refused.
    interface Attempt {
        String run() throws LanguageException;
    }

    static Optional<String> attempt(Attempt attempt) {
        try {
            return Optional.of(attempt.run());
        } catch (LanguageException e) {
            return Optional.empty();
        }
    }
}
