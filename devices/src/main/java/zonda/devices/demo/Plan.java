package zonda.devices.demo;

import java.util.List;
import java.util.Map;

/// How a device is to be monitored: what the configuration says of it.
///
/// @param groups of the host
/// @param tags of the host, name to value
/// @param macros of the host
record Plan(
        List<String> groups,
        Map<String, String> tags,
        Map<String, String> macros,
        List<Item> items,
        List<Trigger> triggers) {
    Plan {
        groups = List.copyOf(groups);
        items = List.copyOf(items);
        triggers = List.copyOf(triggers);
    }

    /// @param valueType as the configuration writes it: unsigned, float, character
    /// @param units empty where there are none
    record Item(
            String key, String name, String oid, String valueType, String units, String interval, List<Step> steps) {
        Item {
            steps = List.copyOf(steps);
        }
    }

    /// A preprocessing step; the parameter is empty where it takes none.
    record Step(String type, String parameter) {
        static Step multiplier(String factor) {
            return new Step("multiplier", factor);
        }

        static Step perSecond() {
            return new Step("change_per_second", "");
        }

        static Step unchangedFor(String heartbeat) {
            return new Step("discard_unchanged_heartbeat", heartbeat);
        }
    }

    /// @param recovery empty where the problem ends with the expression
    /// @param scope the value of the tag `scope`
    record Trigger(String name, String expression, String recovery, String severity, String scope) {}
}
