package zonda.preprocessing.step;

import java.util.List;
import java.util.Optional;
import zonda.language.LanguageException;
import zonda.language.StepParameters;
import zonda.language.TextPattern;
import zonda.language.csv.CsvToJson;
import zonda.language.json.JsonDocument;
import zonda.language.json.JsonPath;
import zonda.language.prometheus.PrometheusFilter;
import zonda.language.prometheus.PrometheusPattern;
import zonda.language.snmp.SnmpFormat;
import zonda.language.snmp.SnmpOid;
import zonda.language.snmp.WalkToJson;
import zonda.language.xml.XmlPath;
import zonda.model.PreprocessingStep;

/// Compiles configured steps. Immutable; any thread.
public final class StepCompiler {
    private final ScriptCompiler scripts;

    public StepCompiler(ScriptCompiler scripts) {
        this.scripts = scripts;
    }

    /// A compiler for where no script may run: steps with one are refused.
    public static StepCompiler withoutScripts() {
        return new StepCompiler(source -> {
            throw new StepException("scripts are not run here");
        });
    }

    /// Checks the parameters of a step of any type, and compiles it where it works on text.
    ///
    /// @return the function, or nothing for steps that work on numbers, keep something from value
    /// to value, or read reasons
    /// @throws StepException names what the step has and what was wanted
    public Optional<TextStep> compile(PreprocessingStep step) throws StepException {
        try {
            StepParameters.check(step.type(), step.parameters());
            return compiled(step);
        } catch (LanguageException e) {
            throw new StepException(String.valueOf(e.getMessage()));
        }
    }

    private Optional<TextStep> compiled(PreprocessingStep step) throws LanguageException, StepException {
        List<String> parameters = step.parameters();
        return switch (step.type()) {
            case RTRIM -> Optional.of(trim(parameters.getFirst(), false, true));
            case LTRIM -> Optional.of(trim(parameters.getFirst(), true, false));
            case TRIM -> Optional.of(trim(parameters.getFirst(), true, true));
            case REGEX -> Optional.of(extraction(pattern(step), parameters.get(1)));
            case BOOL_TO_DECIMAL -> Optional.of(value -> Trims.fromBoolean(value.text()));
            case OCTAL_TO_DECIMAL -> Optional.of(value -> Trims.fromOctal(value.text()));
            case HEX_TO_DECIMAL -> Optional.of(value -> Trims.fromHexadecimal(value.text()));
            case MATCHES_REGEX -> Optional.of(match(pattern(step), true));
            case NOT_MATCHES_REGEX -> Optional.of(match(pattern(step), false));
            case CHECK_REGEX_ERROR -> Optional.of(errorByPattern(pattern(step), parameters.get(1)));
            case STR_REPLACE -> Optional.of(replacement(parameters));
            case JAVASCRIPT -> Optional.of(scripts.compile(parameters.getFirst()));
            case XMLPATH -> Optional.of(xmlPath(parameters.getFirst()));
            case JSONPATH -> Optional.of(jsonPath(parameters.getFirst()));
            case CHECK_JSON_ERROR -> Optional.of(errorByJsonPath(parameters.getFirst()));
            case CHECK_XML_ERROR -> Optional.of(errorByXmlPath(parameters.getFirst()));
            case PROMETHEUS_PATTERN -> {
                PrometheusPattern pattern = PrometheusPattern.compile(parameters);
                yield Optional.of(value -> reading(value, () -> pattern.value(value.page())));
            }
            case PROMETHEUS_TO_JSON -> {
                PrometheusFilter filter = PrometheusFilter.compile(StepParameters.first(parameters));
                yield Optional.of(value -> reading(value, () -> filter.json(value.page())));
            }
            case CSV_TO_JSON -> {
                CsvToJson csv = StepParameters.csv(parameters);
                yield Optional.of(value -> reading(value, () -> csv.convert(value.text())));
            }
            case XML_TO_JSON -> Optional.of(value -> reading(value, value::xmlAsJson));
            case SNMP_WALK_VALUE -> Optional.of(walkValue(parameters.get(0), parameters.get(1)));
            case SNMP_WALK_TO_JSON -> {
                WalkToJson table = WalkToJson.compile(parameters);
                yield Optional.of(value -> reading(value, () -> table.convert(value.walk())));
            }
            case SNMP_GET_VALUE -> {
                SnmpFormat format = SnmpFormat.of(parameters.getFirst());
                yield Optional.of(value -> reading(value, () -> format.apply(value.text())));
            }
            case MULTIPLIER,
                    SIMPLE_CHANGE,
                    CHANGE_PER_SECOND,
                    IN_RANGE,
                    DISCARD_UNCHANGED,
                    DISCARD_UNCHANGED_HEARTBEAT,
                    CHECK_NOT_SUPPORTED -> Optional.empty();
        };
    }

    private static TextStep trim(String parameter, boolean left, boolean right) {
        String characters = Trims.unescaped(parameter, false);
        return value -> Trims.trimmed(value.text(), characters, left, right);
    }

    private static TextStep replacement(List<String> parameters) {
        String from = Trims.unescaped(parameters.getFirst(), true);
        String to = parameters.size() > 1 ? Trims.unescaped(parameters.get(1), true) : "";
        return value -> value.text().replace(from, to);
    }

    private static TextPattern pattern(PreprocessingStep step) throws LanguageException {
        return TextPattern.compile(step.parameters().getFirst(), false, step.global());
    }

    private static TextStep extraction(TextPattern regex, String output) {
        return value -> extract(regex, value.text(), output)
                .orElseThrow(() -> StepException.at(value.text(), "the pattern '" + regex + "' does not match"));
    }

    private static TextStep match(TextPattern regex, boolean wanted) {
        return value -> {
            if (finds(regex, value.text()) != wanted) {
                throw StepException.at(
                        value.text(),
                        "the pattern '" + regex + (wanted ? "' does not match" : "' matches, wanted that it does not"));
            }
            return value.text();
        };
    }

    private static TextStep errorByPattern(TextPattern regex, String output) {
        return value -> {
            Optional<String> error = extract(regex, value.text(), output);
            if (error.isPresent()) {
                throw StepException.toldByValue(error.get());
            }
            return value.text();
        };
    }

    /// What reads a document.
    private interface Reading {
        String run() throws LanguageException;
    }

    private static String reading(SharedText value, Reading reading) throws StepException {
        try {
            return reading.run();
        } catch (LanguageException e) {
            throw StepException.at(value.text(), String.valueOf(e.getMessage()));
        }
    }

    private static TextStep xmlPath(String path) throws LanguageException {
        XmlPath compiled = XmlPath.compile(path);
        return value -> reading(value, () -> value.evaluate(compiled));
    }

    private static TextStep jsonPath(String path) throws LanguageException {
        JsonPath compiled = JsonPath.compile(path);
        return value -> {
            try {
                return compiled.query(value.json())
                        .orElseThrow(() -> StepException.at(value.text(), "nothing in it matches '" + path + "'"));
            } catch (LanguageException e) {
                throw StepException.at(value.text(), String.valueOf(e.getMessage()));
            }
        };
    }

    private static TextStep walkValue(String oid, String format) throws LanguageException {
        SnmpOid wanted = SnmpOid.parse(oid);
        SnmpFormat shown = SnmpFormat.of(format);
        return value -> {
            try {
                return value.walk()
                        .value(wanted, shown)
                        .orElseThrow(
                                () -> StepException.at(value.text(), "no value of " + wanted.numbers() + " in it"));
            } catch (LanguageException e) {
                throw StepException.at(value.text(), String.valueOf(e.getMessage()));
            }
        };
    }

    /// A value that is no JSON, or has nothing at the path, holds no error; nor does null.
    private static TextStep errorByJsonPath(String path) throws LanguageException {
        JsonPath compiled = JsonPath.compile(path);
        return value -> {
            JsonDocument document;
            try {
                document = value.json();
            } catch (LanguageException e) {
                return value.text();
            }
            String error = reading(value, () -> compiled.query(document).orElse(""));
            return checked(value, error.equals("null") ? "" : error);
        };
    }

    private static TextStep errorByXmlPath(String path) throws LanguageException {
        XmlPath compiled = XmlPath.compile(path);
        return value -> value.isXml() ? checked(value, reading(value, () -> value.evaluate(compiled))) : value.text();
    }

    private static String checked(SharedText value, String error) throws StepException {
        if (!error.isEmpty()) {
            throw StepException.toldByValue(error.strip());
        }
        return value.text();
    }

    private static boolean finds(TextPattern regex, String text) throws StepException {
        try {
            return regex.finds(text);
        } catch (LanguageException e) {
            throw StepException.at(text, String.valueOf(e.getMessage()));
        }
    }

    private static Optional<String> extract(TextPattern regex, String text, String output) throws StepException {
        try {
            return regex.extract(text, output);
        } catch (LanguageException e) {
            throw StepException.at(text, String.valueOf(e.getMessage()));
        }
    }
}
