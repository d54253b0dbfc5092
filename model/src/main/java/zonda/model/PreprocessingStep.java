package zonda.model;

import java.util.List;

/// One step on the way from a raw value to an item's value. Macros in the parameters are already resolved.
///
/// @param type what it does
/// @param parameters as the type wants them
/// @param onFail what happens when it fails
/// @param onFailValue the value or the error text of [OnFail#SET_VALUE] and [OnFail#SET_ERROR]; else empty
public record PreprocessingStep(Type type, List<String> parameters, OnFail onFail, String onFailValue) {
    public PreprocessingStep {
        parameters = List.copyOf(parameters);
    }

    /// Steps, with the numbers of Zabbix's API (`type`) and the words of its YAML exports.
    public enum Type {
        MULTIPLIER(1),
        REGEX(5),
        SIMPLE_CHANGE(9),
        CHANGE_PER_SECOND(10),
        DISCARD_UNCHANGED(19),
        DISCARD_UNCHANGED_HEARTBEAT(20);

        private final int zabbixCode;

        Type(int zabbixCode) {
            this.zabbixCode = zabbixCode;
        }

        public int zabbixCode() {
            return zabbixCode;
        }
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
