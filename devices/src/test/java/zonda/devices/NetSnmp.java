package zonda.devices;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// net-snmp's tools, which users take as the oracle.
public final class NetSnmp {
    private static final Path FOLDER = Path.of("/usr/bin");
    private static final Pattern LINE = Pattern.compile("^\\.([0-9.]+) = (.*)$");

    private NetSnmp() {}

    /// Goes on only where the tools are; elsewhere the test is reported as not run, and fails under
    /// CI.
    public static void assumeInstalled() {
        boolean there = Files.isExecutable(FOLDER.resolve("snmpbulkwalk"));
        String missing = "not run: needs net-snmp's tools; apt-get install snmp";
        if ("true".equals(System.getenv("CI"))) {
            assertTrue(there, missing);
        }
        assumeTrue(there, missing);
    }

    /// The names and types of a walk, as `1.3.6.1.2.1.1.1.0 STRING`.
    ///
    /// @param tool snmpwalk or snmpbulkwalk
    public static List<String> walk(String tool, String version, String target, Path scratch)
            throws IOException, InterruptedException {
        Path output = scratch.resolve(tool + version + ".txt");
        Process process = new ProcessBuilder(
                        FOLDER.resolve(tool).toString(),
                        "-v" + version,
                        "-c",
                        "public",
                        "-m",
                        "",
                        "-On",
                        "-Oe",
                        "-t",
                        "5",
                        target,
                        ".1")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(tool + " did not end within a minute");
        }
        List<String> rows = new ArrayList<>();
        for (String line : Files.readAllLines(output, StandardCharsets.ISO_8859_1)) {
            Matcher matcher = LINE.matcher(line);
            if (line.contains("No more variables left")) {
                return rows;
            }
            if (matcher.matches()) {
                rows.add(matcher.group(1) + " " + type(matcher.group(2)));
            } else if (!line.startsWith("End of MIB")) {
                // A string of several lines, or hexadecimal octets that go on: no device has one.
                throw new AssertionError(tool + " said: " + line);
            }
        }
        return rows;
    }

    /// All lines that a tool prints, with numeric names, errors among them.
    public static List<String> output(String tool, String target, Path scratch, List<String> options, String... oids)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(FOLDER.resolve(tool).toString()));
        command.addAll(options);
        command.addAll(List.of("-m", "", "-On", "-t", "5", target));
        command.addAll(List.of(oids));
        Path output = scratch.resolve("output.txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("SNMP_PERSISTENT_DIR", scratch.toString());
        Process process = builder.start();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(tool + " did not end within a minute");
        }
        return Files.readAllLines(output, StandardCharsets.ISO_8859_1).stream()
                .filter(line -> !line.startsWith("Created directory: "))
                .toList();
    }

    private static String type(String value) {
        int colon = value.indexOf(": ");
        if (value.equals("\"\"") || value.startsWith("Hex-STRING")) {
            return "STRING";
        }
        return colon < 0 ? value : value.substring(0, colon);
    }

    /// The type of a varbind as net-snmp writes it.
    public static String type(Asker.Varbind varbind) {
        return varbind.name()
                + switch (varbind.tag()) {
                    case 0x02 -> " INTEGER";
                    case 0x04 -> " STRING";
                    case 0x06 -> " OID";
                    case 0x40 -> " IpAddress";
                    case 0x41 -> " Counter32";
                    case 0x42 -> " Gauge32";
                    case 0x43 -> " Timeticks";
                    case 0x46 -> " Counter64";
                    default -> " tag " + varbind.tag();
                };
    }
}
