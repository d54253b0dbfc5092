package zonda.testing.bench;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What a poller's process of `zonda dev bench snmp` does, as words `name=value` of its command
/// line.
///
/// @param version3 SNMPv3 with SHA-256 and AES-128, else v2c
/// @param walks whether each device is walked, else objects are got
/// @param devices at 127.1.0.1 and the addresses after it
/// @param items of each device, where objects are got
/// @param interval seconds between two gets or walks; of walks a divisor of 60
/// @param varbinds a request
/// @param repetitions the most in a GETBULK
/// @param window requests in flight
/// @param timeoutMillis of one try; two more follow
/// @param port the devices' UDP port
record PollerSettings(
        boolean version3,
        boolean walks,
        int devices,
        int items,
        int interval,
        int varbinds,
        int repetitions,
        int window,
        int timeoutMillis,
        int port) {
    List<String> words() {
        return List.of(
                "version3=" + version3,
                "walks=" + walks,
                "devices=" + devices,
                "items=" + items,
                "interval=" + interval,
                "varbinds=" + varbinds,
                "repetitions=" + repetitions,
                "window=" + window,
                "timeout=" + timeoutMillis,
                "port=" + port);
    }

    static PollerSettings parse(String[] arguments) {
        Map<String, String> words = new HashMap<>();
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            words.put(argument.substring(0, equals), argument.substring(equals + 1));
        }
        return new PollerSettings(
                Boolean.parseBoolean(words.get("version3")),
                Boolean.parseBoolean(words.get("walks")),
                number(words, "devices"),
                number(words, "items"),
                number(words, "interval"),
                number(words, "varbinds"),
                number(words, "repetitions"),
                number(words, "window"),
                number(words, "timeout"),
                number(words, "port"));
    }

    private static int number(Map<String, String> words, String name) {
        return Integer.parseInt(words.getOrDefault(name, ""));
    }
}
