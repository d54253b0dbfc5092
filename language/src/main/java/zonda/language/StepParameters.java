package zonda.language;

import java.util.List;
import zonda.language.csv.CsvToJson;
import zonda.model.PreprocessingStep;

/// What the parameters of preprocessing steps must be; checked when configuration is read, and
/// again by whoever compiles steps. Macros are put in before.
public final class StepParameters {
    private StepParameters() {}

    /// Checks the parameters of a step. The text of a script is not checked here.
    ///
    /// @throws LanguageException names what was seen and what was wanted
    public static void check(PreprocessingStep.Type type, List<String> parameters) throws LanguageException {
        checkCount(type, isNothing(parameters) ? List.of() : parameters);
        switch (type) {
            case MULTIPLIER -> checkNumber("the factor", parameters.getFirst());
            case RTRIM, LTRIM, TRIM -> checkSomething("the characters to trim", parameters.getFirst());
            case REGEX, CHECK_REGEX_ERROR, MATCHES_REGEX, NOT_MATCHES_REGEX -> pattern(parameters.getFirst());
            case IN_RANGE -> checkRange(parameters);
            case DISCARD_UNCHANGED_HEARTBEAT -> heartbeatSeconds(parameters.getFirst());
            case STR_REPLACE -> checkSomething("the text to replace", parameters.getFirst());
            case CHECK_NOT_SUPPORTED -> checkNotSupported(parameters);
            case SNMP_GET_VALUE -> checkChoice("the format", parameters.getFirst(), 1, 3);
            case JAVASCRIPT -> checkSomething("the script", parameters.getFirst());
            case XMLPATH, CHECK_XML_ERROR, JSONPATH, CHECK_JSON_ERROR ->
                checkSomething("the path", parameters.getFirst());
            case PROMETHEUS_PATTERN, PROMETHEUS_TO_JSON, CSV_TO_JSON, SNMP_WALK_VALUE, SNMP_WALK_TO_JSON -> {}
            case BOOL_TO_DECIMAL,
                    OCTAL_TO_DECIMAL,
                    HEX_TO_DECIMAL,
                    SIMPLE_CHANGE,
                    CHANGE_PER_SECOND,
                    DISCARD_UNCHANGED,
                    XML_TO_JSON -> {}
        }
    }

    /// The first parameter; an empty text where there is none.
    public static String first(List<String> parameters) {
        return parameters.isEmpty() ? "" : parameters.getFirst();
    }

    /// What a step from CSV does.
    public static CsvToJson csv(List<String> parameters) throws LanguageException {
        return CsvToJson.compile(parameters.get(0), parameters.get(1), parameters.get(2));
    }

    /// Exports write one empty parameter where there are none.
    private static boolean isNothing(List<String> parameters) {
        return parameters.size() == 1 && parameters.getFirst().isEmpty();
    }

    private static void checkCount(PreprocessingStep.Type type, List<String> parameters) throws LanguageException {
        int count = parameters.size();
        boolean fits = switch (type) {
            case BOOL_TO_DECIMAL,
                    OCTAL_TO_DECIMAL,
                    HEX_TO_DECIMAL,
                    SIMPLE_CHANGE,
                    CHANGE_PER_SECOND,
                    DISCARD_UNCHANGED,
                    XML_TO_JSON -> count == 0;
            case MULTIPLIER,
                    RTRIM,
                    LTRIM,
                    TRIM,
                    XMLPATH,
                    JSONPATH,
                    MATCHES_REGEX,
                    NOT_MATCHES_REGEX,
                    CHECK_JSON_ERROR,
                    CHECK_XML_ERROR,
                    DISCARD_UNCHANGED_HEARTBEAT,
                    JAVASCRIPT,
                    SNMP_GET_VALUE -> count == 1;
            case REGEX, CHECK_REGEX_ERROR, SNMP_WALK_VALUE -> count == 2;
            case IN_RANGE, STR_REPLACE -> count == 1 || count == 2;
            case PROMETHEUS_PATTERN -> count >= 1 && count <= 3;
            case PROMETHEUS_TO_JSON -> count <= 1;
            case CSV_TO_JSON -> count == 3;
            case CHECK_NOT_SUPPORTED -> count <= 2;
            case SNMP_WALK_TO_JSON -> count > 0 && count % 3 == 0;
        };
        if (!fits) {
            throw new LanguageException(0, count + " parameters, wanted " + wanted(type));
        }
    }

    private static String wanted(PreprocessingStep.Type type) {
        return switch (type) {
            case MULTIPLIER -> "one: the factor";
            case RTRIM, LTRIM, TRIM -> "one: the characters to trim";
            case REGEX -> "two: the pattern, and the output such as \\1";
            case CHECK_REGEX_ERROR -> "two: the pattern, and the error's text such as \\1";
            case XMLPATH, CHECK_XML_ERROR -> "one: an XPath such as //name/text()";
            case JSONPATH, CHECK_JSON_ERROR -> "one: a JSONPath such as $.name";
            case IN_RANGE -> "two: the least and the greatest value, either of which may be empty";
            case MATCHES_REGEX, NOT_MATCHES_REGEX -> "one: the pattern";
            case DISCARD_UNCHANGED_HEARTBEAT -> "one: a length of time such as 1h";
            case JAVASCRIPT -> "one: the script";
            case PROMETHEUS_PATTERN ->
                "three: the pattern; value, label or function; the name of the label or of the function";
            case PROMETHEUS_TO_JSON -> "one: the pattern, which may be empty";
            case CSV_TO_JSON -> "three: the delimiter; the quotation mark; 1 for a header row, else 0";
            case STR_REPLACE -> "two: the text to replace, and its replacement";
            case CHECK_NOT_SUPPORTED -> "none, or two: -1 (any error), 0 (matches) or 1 (does not match); the pattern";
            case SNMP_WALK_VALUE -> "two: the OID, and 0 (unchanged), 1 (UTF-8), 2 (MAC) or 3 (BITS)";
            case SNMP_WALK_TO_JSON -> "three for each field: its name, the OID's prefix, and 0, 1, 2 or 3";
            case SNMP_GET_VALUE -> "one: 1 (UTF-8), 2 (MAC) or 3 (BITS)";
            case BOOL_TO_DECIMAL,
                    OCTAL_TO_DECIMAL,
                    HEX_TO_DECIMAL,
                    SIMPLE_CHANGE,
                    CHANGE_PER_SECOND,
                    DISCARD_UNCHANGED,
                    XML_TO_JSON -> "none";
        };
    }

    private static void checkNumber(String what, String text) throws LanguageException {
        String number = text.strip();
        boolean isNumber = Numbers.parse(number).isPresent() && !Numbers.isLetter(number.charAt(number.length() - 1));
        if (!isNumber) {
            throw new LanguageException(0, what + " '" + Seen.shortened(text) + "', wanted a number");
        }
    }

    private static void checkSomething(String what, String text) throws LanguageException {
        if (text.isEmpty()) {
            throw new LanguageException(0, what + ": nothing, wanted some");
        }
    }

    private static void checkRange(List<String> parameters) throws LanguageException {
        for (String bound : parameters) {
            if (!bound.isEmpty()) {
                checkNumber("the bound", bound);
            }
        }
        String least = parameters.getFirst();
        String greatest = parameters.size() > 1 ? parameters.get(1) : "";
        if (least.isEmpty() && greatest.isEmpty()) {
            throw new LanguageException(0, "two empty bounds, wanted at least one");
        }
        if (!least.isEmpty()
                && !greatest.isEmpty()
                && Double.parseDouble(least.strip()) > Double.parseDouble(greatest.strip())) {
            throw new LanguageException(0, "the bounds " + least + " and " + greatest + ", wanted the lesser first");
        }
    }

    private static void pattern(String text) throws LanguageException {
        Regex.compile(text, false);
    }

    /// The heartbeat of a step that discards unchanged values, in seconds, at least 1.
    ///
    /// @throws LanguageException names what was seen and what was wanted
    public static long heartbeatSeconds(String text) throws LanguageException {
        long seconds = Durations.seconds(text);
        if (seconds == 0) {
            throw new LanguageException(0, "the heartbeat '" + Seen.shortened(text) + "', wanted at least 1s");
        }
        return seconds;
    }

    private static void checkNotSupported(List<String> parameters) throws LanguageException {
        if (parameters.isEmpty() || parameters.getFirst().isEmpty()) {
            return;
        }
        checkChoice("the scope", parameters.getFirst(), -1, 1);
        if (parameters.getFirst().equals("-1")) {
            return;
        }
        if (parameters.size() < 2) {
            throw new LanguageException(0, "no pattern, wanted one with scope " + parameters.getFirst());
        }
        pattern(parameters.get(1));
    }

    private static void checkChoice(String what, String text, int least, int greatest) throws LanguageException {
        for (int choice = least; choice <= greatest; choice++) {
            if (text.equals(Integer.toString(choice))) {
                return;
            }
        }
        throw new LanguageException(
                0, what + " '" + Seen.shortened(text) + "', wanted a number from " + least + " to " + greatest);
    }
}
