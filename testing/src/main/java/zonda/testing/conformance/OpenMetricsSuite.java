package zonda.testing.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import zonda.language.LanguageException;
import zonda.language.json.JsonReader;
import zonda.language.prometheus.PrometheusFilter;
import zonda.language.prometheus.PrometheusPage;

/// A parser case of OpenMetrics: a page beside a description that says whether it is valid.
record OpenMetricsSuite(Path file) implements Suite {
    private static final String ROW_BY_ROW =
            "Zabbix reads rows one by one, passes over what follows a value, and checks no rules between rows:"
                    + " cases 'Metric with five values', 'Metric with wrong TYPE'";

    @Override
    public void run(Results results) throws IOException {
        String name = String.valueOf(file.resolveSibling("").normalize().getFileName());
        try {
            JsonReader description = JsonReader.of(Files.readString(file));
            Optional<JsonReader> wanted = description.member("shouldParse");
            if (wanted.isEmpty()) {
                return;
            }
            boolean isValid = wanted.get().text().equals("true");
            String page = Files.readString(file.resolveSibling(
                    description.member("file").map(JsonReader::text).orElse("metrics")));
            results.result(name, judged(isValid, page));
        } catch (LanguageException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    private static Outcome judged(boolean isValid, String page) {
        Optional<String> read =
                LanguageCases.attempt(() -> PrometheusFilter.compile("").json(PrometheusPage.of(page)));
        if (isValid) {
            boolean hasRows = page.lines().anyMatch(line -> !line.isBlank() && !line.startsWith("#"));
            return read.isPresent() || !hasRows
                    ? Outcome.PASSED
                    : new Outcome.Failed("is not read, expected that it is");
        }
        return read.isEmpty()
                ? Outcome.PASSED
                : new Outcome.NotApplicable(Inapplicable.Kind.ZABBIX_DIALECT, ROW_BY_ROW);
    }
}
