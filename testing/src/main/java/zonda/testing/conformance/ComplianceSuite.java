package zonda.testing.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import zonda.language.LanguageException;
import zonda.language.json.JsonDocument;
import zonda.language.json.JsonPath;
import zonda.language.json.JsonReader;

/// The compliance test suite of RFC 9535.
record ComplianceSuite(Path file) implements Suite {
    @Override
    public void run(Results results) throws IOException {
        try {
            JsonReader suite = JsonReader.of(Files.readString(file));
            for (JsonReader test :
                    suite.member("tests").map(JsonReader::elements).orElse(List.of())) {
                String name = text(test, "name");
                Outcome outcome = run(test);
                results.result(name, Dialect.judge(text(test, "selector"), outcome));
            }
        } catch (LanguageException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    private static String text(JsonReader test, String member) {
        JsonReader value = test.members().get(member);
        return value == null ? "" : value.text();
    }

    private static Outcome run(JsonReader test) {
        Map<String, JsonReader> members = test.members();
        String selector = text(test, "selector");
        boolean isInvalid = text(test, "invalid_selector").equals("true");
        Optional<JsonPath> path = compiled(selector);
        if (isInvalid) {
            return path.isEmpty() ? Outcome.PASSED : new Outcome.Failed(selector + " is read, expected an error");
        }
        if (path.isEmpty()) {
            return new Outcome.Failed(selector + " is not read");
        }
        JsonReader document = members.get("document");
        String got = LanguageCases.attempt(() -> path.get()
                        .query(JsonDocument.parse(document == null ? "" : document.json()))
                        .orElse("[]"))
                .orElse("an error");
        JsonReader result = members.get("result");
        if (result != null) {
            return matches(path.get(), got, result)
                    ? Outcome.PASSED
                    : Outcome.compare(selector + " " + got, selector + " " + result.json());
        }
        JsonReader anyOf = members.get("results");
        if (anyOf != null) {
            for (JsonReader choice : anyOf.elements()) {
                if (matches(path.get(), got, choice)) {
                    return Outcome.PASSED;
                }
            }
        }
        return new Outcome.Failed(selector + " gives " + got + ", expected one of several");
    }

    /// A definite path gives the value itself, where the RFC has a list of one; and texts without
    /// quotes.
    private static boolean matches(JsonPath path, String got, JsonReader expected) {
        String list = expected.json();
        if (path.isDefinite() && expected.elements().size() == 1) {
            JsonReader only = expected.elements().getFirst();
            return Texts.compare(got, only.text()) instanceof Outcome.Passed;
        }
        return Texts.compare(got, list) instanceof Outcome.Passed;
    }

    static Optional<JsonPath> compiled(String selector) {
        try {
            return Optional.of(JsonPath.compile(selector));
        } catch (LanguageException e) {
            return Optional.empty();
        }
    }
}
