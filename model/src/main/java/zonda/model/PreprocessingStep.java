package zonda.model;

import java.util.List;
import java.util.Optional;

/// One step on the way from a raw value to an item's value. Macros in the parameters are already
/// resolved.
///
/// @param type what it does
/// @param parameters as the type wants them
/// @param onFail what happens when it fails
/// @param onFailValue the value or the error text of [OnFail#SET_VALUE] and [OnFail#SET_ERROR];
///     else empty
/// @param global the expression that the parameter with the pattern names, where it names one
public record PreprocessingStep(
        Type type, List<String> parameters, OnFail onFail, String onFailValue, Optional<GlobalExpression> global) {
    public PreprocessingStep {
        parameters = List.copyOf(parameters);
    }

    /// A step that names no global expression.
    public PreprocessingStep(Type type, List<String> parameters, OnFail onFail, String onFailValue) {
        this(type, parameters, onFail, onFailValue, Optional.empty());
    }

    /// Steps, with the numbers of Zabbix's API (`type`) and the words of its YAML exports.
    public enum Type {
        /// Times a number.
        MULTIPLIER(1),
        /// Characters of a set off the end, the start, both.
        RTRIM(2),
        LTRIM(3),
        TRIM(4),
        /// The groups of a pattern's first match, put into a template.
        REGEX(5),
        /// Words such as `yes` and `down` to 1 and 0.
        BOOL_TO_DECIMAL(6),
        OCTAL_TO_DECIMAL(7),
        HEX_TO_DECIMAL(8),
        /// Differences to the value before.
        SIMPLE_CHANGE(9),
        CHANGE_PER_SECOND(10),
        XMLPATH(11),
        JSONPATH(12),
        /// Fails outside of two bounds.
        IN_RANGE(13),
        MATCHES_REGEX(14),
        NOT_MATCHES_REGEX(15),
        /// Fail with the message that the value itself brings.
        CHECK_JSON_ERROR(16),
        CHECK_XML_ERROR(17),
        CHECK_REGEX_ERROR(18),
        DISCARD_UNCHANGED(19),
        DISCARD_UNCHANGED_HEARTBEAT(20),
        JAVASCRIPT(21),
        PROMETHEUS_PATTERN(22),
        PROMETHEUS_TO_JSON(23),
        CSV_TO_JSON(24),
        STR_REPLACE(25),
        /// Takes the reasons of values that could not be read.
        CHECK_NOT_SUPPORTED(26),
        XML_TO_JSON(27),
        SNMP_WALK_VALUE(28),
        SNMP_WALK_TO_JSON(29),
        SNMP_GET_VALUE(30);

        private final int zabbixCode;

        Type(int zabbixCode) {
            this.zabbixCode = zabbixCode;
        }

        public int zabbixCode() {
            return zabbixCode;
        }

        /// Which parameter is a regular expression, from 0; -1 where none is.
        public int patternPlace() {
            return switch (this) {
                case REGEX, MATCHES_REGEX, NOT_MATCHES_REGEX, CHECK_REGEX_ERROR -> 0;
                case CHECK_NOT_SUPPORTED -> 1;
                case MULTIPLIER,
                        RTRIM,
                        LTRIM,
                        TRIM,
                        BOOL_TO_DECIMAL,
                        OCTAL_TO_DECIMAL,
                        HEX_TO_DECIMAL,
                        SIMPLE_CHANGE,
                        CHANGE_PER_SECOND,
                        XMLPATH,
                        JSONPATH,
                        IN_RANGE,
                        CHECK_JSON_ERROR,
                        CHECK_XML_ERROR,
                        DISCARD_UNCHANGED,
                        DISCARD_UNCHANGED_HEARTBEAT,
                        JAVASCRIPT,
                        PROMETHEUS_PATTERN,
                        PROMETHEUS_TO_JSON,
                        CSV_TO_JSON,
                        STR_REPLACE,
                        XML_TO_JSON,
                        SNMP_WALK_VALUE,
                        SNMP_WALK_TO_JSON,
                        SNMP_GET_VALUE -> -1;
            };
        }

        /// What it keeps from value to value.
        public Statefulness statefulness() {
            return switch (this) {
                case SIMPLE_CHANGE, CHANGE_PER_SECOND -> Statefulness.CHANGE;
                case DISCARD_UNCHANGED, DISCARD_UNCHANGED_HEARTBEAT -> Statefulness.THROTTLE;
                case MULTIPLIER,
                        RTRIM,
                        LTRIM,
                        TRIM,
                        REGEX,
                        BOOL_TO_DECIMAL,
                        OCTAL_TO_DECIMAL,
                        HEX_TO_DECIMAL,
                        XMLPATH,
                        JSONPATH,
                        IN_RANGE,
                        MATCHES_REGEX,
                        NOT_MATCHES_REGEX,
                        CHECK_JSON_ERROR,
                        CHECK_XML_ERROR,
                        CHECK_REGEX_ERROR,
                        JAVASCRIPT,
                        PROMETHEUS_PATTERN,
                        PROMETHEUS_TO_JSON,
                        CSV_TO_JSON,
                        STR_REPLACE,
                        CHECK_NOT_SUPPORTED,
                        XML_TO_JSON,
                        SNMP_WALK_VALUE,
                        SNMP_WALK_TO_JSON,
                        SNMP_GET_VALUE -> Statefulness.NONE;
            };
        }
    }

    /// What a step keeps from value to value. An item has at most one step of each sort that keeps
    /// something.
    public enum Statefulness {
        NONE,
        /// The value before, to tell the difference.
        CHANGE,
        /// The last value that passed, to discard equal ones.
        THROTTLE
    }

    /// What happens when a step fails.
    public enum OnFail {
        /// The item becomes not supported, with the step's own words.
        DEFAULT,
        /// The value is dropped; the item keeps its state.
        DISCARD_VALUE,
        /// Another value takes its place.
        SET_VALUE,
        /// The item becomes not supported, with the user's words.
        SET_ERROR
    }
}
