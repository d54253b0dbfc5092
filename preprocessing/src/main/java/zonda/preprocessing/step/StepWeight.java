package zonda.preprocessing.step;

import zonda.model.PreprocessingStep;

/// How much a step costs, as far as its type tells.
public enum StepWeight {
    /// Works on the number itself; some ten nanoseconds.
    NUMBER,
    /// Looks at each character once or twice.
    TEXT,
    /// Backtracks, or parses a document and may walk over all of it.
    DOCUMENT,
    /// Runs what people wrote.
    SCRIPT;

    public static StepWeight of(PreprocessingStep.Type type) {
        return switch (type) {
            case MULTIPLIER,
                    SIMPLE_CHANGE,
                    CHANGE_PER_SECOND,
                    IN_RANGE,
                    DISCARD_UNCHANGED,
                    DISCARD_UNCHANGED_HEARTBEAT -> NUMBER;
            case RTRIM, LTRIM, TRIM, BOOL_TO_DECIMAL, OCTAL_TO_DECIMAL, HEX_TO_DECIMAL, STR_REPLACE, SNMP_GET_VALUE ->
                TEXT;
            case REGEX,
                    MATCHES_REGEX,
                    NOT_MATCHES_REGEX,
                    CHECK_REGEX_ERROR,
                    CHECK_NOT_SUPPORTED,
                    XMLPATH,
                    JSONPATH,
                    CHECK_JSON_ERROR,
                    CHECK_XML_ERROR,
                    PROMETHEUS_PATTERN,
                    PROMETHEUS_TO_JSON,
                    CSV_TO_JSON,
                    XML_TO_JSON,
                    SNMP_WALK_VALUE,
                    SNMP_WALK_TO_JSON -> DOCUMENT;
            case JAVASCRIPT -> SCRIPT;
        };
    }
}
