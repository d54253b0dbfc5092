package zonda.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import zonda.collector.CollectorSettings;
import zonda.collector.TrapperSettings;
import zonda.history.HistorySettings;
import zonda.language.Durations;
import zonda.language.LanguageException;
import zonda.model.Nearest;

/// The process's own settings: defaults, then the settings file, then the command line.
///
/// @param data the data folder
/// @param configuration files that say what is monitored
/// @param webAddress the page's address
/// @param webPort the page's port
/// @param trapper where senders connect, as it was written
/// @param trapping what is taken there
/// @param zone of scheduling and `now/d`
/// @param shards threads that share the hosts
/// @param core of the value's path
public record Settings(
        Path data,
        List<Path> configuration,
        String webAddress,
        int webPort,
        String trapper,
        TrapperSettings trapping,
        ZoneId zone,
        CoreSettings core) {
    static final List<String> KEYS = List.of(
            "data",
            "configuration",
            "web",
            "trapper",
            "trapper_connections",
            "trapper_message_bytes",
            "trapper_timeout",
            "time_zone",
            "shards",
            "commit_interval",
            "seal_interval",
            "seal_log_bytes",
            "reserve_bytes",
            "max_in_flight",
            "keep_problems");

    /// What the command line gives; null where it gives nothing.
    public record Overrides(
            @org.jspecify.annotations.Nullable Path data,
            List<Path> configuration,
            @org.jspecify.annotations.Nullable String web,
            @org.jspecify.annotations.Nullable String trapper) {
        public Overrides {
            configuration = List.copyOf(configuration);
        }
    }

    /// The address of [#trapper].
    String trapperAddress() {
        return trapper.substring(0, trapper.lastIndexOf(':')).replaceAll("^\\[|\\]$", "");
    }

    /// The port of [#trapper].
    int trapperPort() {
        return Integer.parseInt(trapper.substring(trapper.lastIndexOf(':') + 1));
    }

    /// Reads the settings.
    ///
    /// @param file the settings file, or null for defaults only
    /// @throws SettingsException with all faults
    public static Settings read(@org.jspecify.annotations.Nullable Path file, Overrides overrides)
            throws SettingsException {
        Reading reading = new Reading(file == null ? "settings" : file.toString());
        Map<String, Object> values = file == null ? Map.of() : reading.load(file);
        return reading.settings(values, overrides, file);
    }

    private static final class Reading {
        private final String source;
        private final List<String> faults = new ArrayList<>();
        private final Map<String, Integer> lines = new TreeMap<>();

        Reading(String source) {
            this.source = source;
        }

        Map<String, Object> load(Path file) throws SettingsException {
            String text;
            try {
                text = Files.readString(file);
            } catch (IOException e) {
                throw new SettingsException(List.of("settings file " + file + " cannot be read: " + e));
            }
            noteLines(text);
            Object root;
            try {
                root = new Load(LoadSettings.builder().setLabel(source).build()).loadFromString(text);
            } catch (YamlEngineException e) {
                throw new SettingsException(List.of(source + ": no YAML: " + e.getMessage()));
            }
            if (root == null) {
                return Map.of();
            }
            if (!(root instanceof Map<?, ?> map)) {
                throw new SettingsException(
                        List.of(source + ": wanted a map of settings, such as 'data: /var/lib/zonda'"));
            }
            Map<String, Object> values = new LinkedHashMap<>();
            map.forEach((key, value) -> {
                String name = String.valueOf(key);
                if (KEYS.contains(name)) {
                    values.put(name, value == null ? "" : value);
                } else {
                    fault(
                            name,
                            "unknown setting '" + name + "'" + Nearest.suggestion(name, KEYS) + "; known are "
                                    + String.join(", ", KEYS));
                }
            });
            return values;
        }

        private void noteLines(String text) {
            String[] all = text.split("\n", -1);
            for (int i = 0; i < all.length; i++) {
                int colon = all[i].indexOf(':');
                if (colon > 0 && !Character.isWhitespace(all[i].charAt(0))) {
                    lines.putIfAbsent(all[i].substring(0, colon).strip(), i + 1);
                }
            }
        }

        private void fault(String key, String words) {
            Integer line = lines.get(key);
            faults.add(source + (line == null ? ": " : ", line " + line + ": ") + words);
        }

        Settings settings(Map<String, Object> values, Overrides overrides, @org.jspecify.annotations.Nullable Path file)
                throws SettingsException {
            Path base = file == null ? Path.of("") : file.toAbsolutePath().getParent();
            Path data = overrides.data() != null
                    ? overrides.data()
                    : base == null ? Path.of("data") : base.resolve(text(values, "data", "data"));
            List<Path> configuration =
                    overrides.configuration().isEmpty() ? files(values, base) : overrides.configuration();
            for (Path each : configuration) {
                if (!java.nio.file.Files.isReadable(each) || java.nio.file.Files.isDirectory(each)) {
                    fault("configuration", "the configuration " + each + " is no file that can be read");
                }
            }
            String web = overrides.web() != null ? overrides.web() : text(values, "web", "127.0.0.1:8080");
            String trapper =
                    overrides.trapper() != null ? overrides.trapper() : text(values, "trapper", "127.0.0.1:10051");
            int webPort = port("web", web);
            port("trapper", trapper);
            ZoneId zone = zone(values);
            int cores = Runtime.getRuntime().availableProcessors();
            int shards = (int) number(values, "shards", Math.max(1, Math.min(cores, 64)), 1, 1024);
            HistorySettings standard = HistorySettings.standard();
            HistorySettings history = new HistorySettings(
                    duration(values, "commit_interval", standard.commitInterval(), Duration.ofMillis(1)),
                    standard.segmentBytes(),
                    number(values, "seal_log_bytes", standard.sealLogBytes(), 1 << 20, Long.MAX_VALUE),
                    duration(values, "seal_interval", standard.sealInterval(), Duration.ofSeconds(10)),
                    standard.laneBytes(),
                    number(values, "reserve_bytes", standard.reserveBytes(), 0, Long.MAX_VALUE),
                    standard.retention());
            CollectorSettings collecting = CollectorSettings.defaults();
            CollectorSettings collector = new CollectorSettings(
                    (int) number(values, "max_in_flight", collecting.maxInFlight(), 1, 65_536),
                    collecting.sendsPerTurn(),
                    collecting.receivesPerTurn(),
                    collecting.timersPerTurn(),
                    collecting.unavailableDelayLeast(),
                    collecting.unavailableDelay(),
                    collecting.nameRefresh());
            TrapperSettings trapping = TrapperSettings.defaults();
            int messageBytes =
                    (int) number(values, "trapper_message_bytes", trapping.mostMessageBytes(), 1_024, 1 << 30);
            TrapperSettings trapperSettings = new TrapperSettings(
                    (int) number(values, "trapper_connections", trapping.mostConnections(), 1, 1_000_000),
                    messageBytes,
                    Math.max(trapping.mostBufferBytes(), 2L * messageBytes),
                    duration(values, "trapper_timeout", trapping.timeout(), Duration.ofSeconds(1)));
            Duration keep = duration(values, "keep_problems", Duration.ofDays(30), Duration.ofMinutes(1));
            if (!faults.isEmpty()) {
                throw new SettingsException(faults);
            }
            String address = web.substring(0, web.lastIndexOf(':'));
            return new Settings(
                    data,
                    configuration,
                    address.replaceAll("^\\[|\\]$", ""),
                    webPort,
                    trapper,
                    trapperSettings,
                    zone,
                    new CoreSettings(shards, 8192, history, collector, keep));
        }

        private String text(Map<String, Object> values, String key, String standard) {
            Object value = values.get(key);
            if (value == null) {
                return standard;
            }
            if (value instanceof List || value instanceof Map) {
                fault(key, key + " is a list or a map, wanted a text such as '" + standard + "'");
                return standard;
            }
            return value.toString();
        }

        private List<Path> files(Map<String, Object> values, @org.jspecify.annotations.Nullable Path base) {
            Object value = values.get("configuration");
            List<Path> files = new ArrayList<>();
            if (value instanceof List<?> list) {
                list.forEach(each -> files.add(resolve(base, String.valueOf(each))));
            } else if (value != null) {
                files.add(resolve(base, value.toString()));
            }
            return files;
        }

        private static Path resolve(@org.jspecify.annotations.Nullable Path base, String name) {
            return base == null ? Path.of(name) : base.resolve(name);
        }

        private int port(String key, String value) {
            int colon = value.lastIndexOf(':');
            try {
                int port = colon <= 0 ? -1 : Integer.parseInt(value.substring(colon + 1));
                if (port >= 0 && port <= 65_535) {
                    return port;
                }
            } catch (NumberFormatException e) {
                // told below, with the value
            }
            fault(key, key + " is '" + value + "', wanted ADDRESS:PORT such as 127.0.0.1:8080");
            return 0;
        }

        private ZoneId zone(Map<String, Object> values) {
            String name = text(values, "time_zone", "");
            try {
                return name.isEmpty() ? ZoneId.systemDefault() : ZoneId.of(name);
            } catch (DateTimeException e) {
                fault(
                        "time_zone",
                        "time_zone is '" + name + "'" + Nearest.suggestion(name, ZoneId.getAvailableZoneIds())
                                + ", wanted a name such as Europe/Berlin");
                return ZoneId.systemDefault();
            }
        }

        private long number(Map<String, Object> values, String key, long standard, long least, long most) {
            String text = text(values, key, String.valueOf(standard));
            try {
                long value = Long.parseLong(text.strip());
                if (value >= least && value <= most) {
                    return value;
                }
            } catch (NumberFormatException e) {
                // told below, with the value
            }
            fault(
                    key,
                    key + " is '" + text + "', wanted a whole number from " + least
                            + (most == Long.MAX_VALUE ? " up" : " to " + most));
            return standard;
        }

        private Duration duration(Map<String, Object> values, String key, Duration standard, Duration least) {
            String text = text(values, key, "");
            if (text.isEmpty()) {
                return standard;
            }
            try {
                Duration value = text.endsWith("ms")
                        ? Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - 2)))
                        : Durations.parse(text);
                if (value.compareTo(least) >= 0) {
                    return value;
                }
            } catch (LanguageException | NumberFormatException e) {
                // told below, with the value
            }
            fault(
                    key,
                    key + " is '" + text + "', wanted a length of time from " + least.toMillis()
                            + "ms up, such as 200ms or 2h");
            return standard;
        }
    }
}
