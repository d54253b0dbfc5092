package zonda.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import zonda.protocol.snmp.Oid;
import zonda.server.CommandLines;
import zonda.server.SnmpCommand;

/// `zonda snmp`: with net-snmp's options it prints what net-snmp's commands print, on standard
/// output and standard error, and ends with their status.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SnmpCommandTest {
    private final Path folder;
    private final RealAgent agent;
    private final ServedRecordings devices;
    private final String engineId;

    SnmpCommandTest(@TempDir Path folder) throws IOException, InterruptedException {
        this.folder = folder;
        agent = RealAgent.start(folder);
        Path recordings = Files.createDirectory(folder.resolve("recordings"));
        Files.writeString(recordings.resolve("values.snmprec"), VALUES);
        StringBuilder rows = new StringBuilder();
        for (int i : new int[] {1, 2, 3, 9, 4, 5, 9, 6}) {
            rows.append("1.3.6.1.2.1.2.2.1.1.")
                    .append(i)
                    .append("|2|")
                    .append(i)
                    .append('\n');
        }
        Files.writeString(recordings.resolve("wild.snmprec"), rows);
        engineId = String.join("", agent.command("snmpget", RealAgent.community("2c"), "1.3.6.1.6.3.10.2.1.1.0"))
                .replaceAll("^.*: ", "")
                .replace(" ", "");
        Files.writeString(recordings.resolve("secrets.snmprec"), SECRETS);
        for (String odd : List.of("big", "foreign", "loop", "short", "twice")) {
            Files.writeString(recordings.resolve(odd + ".snmprec"), VALUES);
        }
        devices = ServedRecordings.still(
                recordings,
                "unordered@wild",
                "empty-too-big=5@big",
                "foreign-source@foreign",
                "looping@loop",
                "short-answers=3@short",
                "duplicate@twice");
    }

    private static final String VALUES = """
            1.3.6.1.2.1.1.1.0|4|with "quotes" and back\\slash
            1.3.6.1.2.1.1.1.1|4x|
            1.3.6.1.2.1.1.1.2|4x|61620a63
            1.3.6.1.2.1.1.1.3|4x|0102030405060708090a0b0c0d0e0f101141
            1.3.6.1.2.1.1.1.4|4x|c3a4
            1.3.6.1.2.1.1.2.0|6|1.3.6.1.4.1.4294967295
            1.3.6.1.2.1.1.2.1|6|0.0
            1.3.6.1.2.1.1.3.0|67|8640000
            1.3.6.1.2.1.1.3.1|67|17999999
            1.3.6.1.2.1.1.4.0|2|-2147483648
            1.3.6.1.2.1.1.5.0|65|4294967295
            1.3.6.1.2.1.1.5.1|66|4000000000
            1.3.6.1.2.1.1.5.2|70|18446744073709551615
            1.3.6.1.2.1.1.6.0|64|1.2.3.255
            1.3.6.1.2.1.1.7.0|5|
            1.3.6.1.2.1.1.8.0|68x|9f78043eeb851f
            1.3.6.1.2.1.1.8.1|68x|9f7908400921fb54442d18
            1.3.6.1.2.1.1.8.2|68x|0900
            """;

    private static final String SECRETS = """
            1.3.6.1.2.1.1.1.0|4|core-7 at 203.0.113.9 and 2001:DB8:7::1, 00:11:22:0A:0B:0C
            1.3.6.1.2.1.1.4.0|4|noc@example.net
            1.3.6.1.2.1.1.5.0|4|core-7
            1.3.6.1.2.1.2.2.1.6.1|4x|0011220a0b0c
            1.3.6.1.2.1.4.34.1.3.1.4.203.0.113.9|2|1
            1.3.6.1.2.1.4.34.1.3.1.4.203.0.113.10|2|1
            1.3.6.1.2.1.4.34.1.3.2.16.32.1.13.184.0.7.0.0.0.0.0.0.0.0.0.1|2|1
            1.3.6.1.2.1.17.7.1.2.2.1.2.1.0.17.34.10.11.12|2|1
            1.3.6.1.2.1.47.1.1.1.1.11.1|4|SER-99
            """;

    /// What a command did.
    private record Ended(String out, String err, int status) {}

    @AfterAll
    void stopAgent() {
        agent.close();
        devices.close();
    }

    private Ended theirs(String command, List<String> arguments) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>();
        line.add(DebianPackages.program("snmp" + command, "snmp").toString());
        line.addAll(arguments);
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder builder =
                new ProcessBuilder(line).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().put("MIBS", "");
        builder.environment().put("SNMP_PERSISTENT_DIR", folder.toString());
        builder.environment().put("SNMPCONFPATH", folder.resolve("nothing").toString());
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException(line + " does not end");
        }
        int status = process.exitValue();
        return new Ended(text(out), text(err).replaceAll("(?m)^snmp" + command + ": ", ""), status);
    }

    private static String text(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.ISO_8859_1);
    }

    private static Ended ours(String command, List<String> arguments) {
        List<String> line = new ArrayList<>(List.of(command));
        line.addAll(arguments);
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = CommandLines.of(new SnmpCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(line.toArray(String[]::new));
        return new Ended(out.toString(), err.toString().replaceAll("(?m)^snmp " + command + ": ", ""), status);
    }

    static Stream<String> commands() {
        List<String> lines = new ArrayList<>();
        String v2 = " -v2c -c zonda-test ";
        String v1 = " -v1 -c zonda-test ";
        for (String letters : List.of(
                "-On",
                "-Onq",
                "-Ont",
                "-OnQ",
                "-Onv",
                "-Onqv",
                "-OQn",
                "-Oa",
                "-Ox",
                "-Oxn",
                "-Oe",
                "-OE",
                "-Ob",
                "-OX",
                "-OU",
                "-O0",
                "-O0x",
                "-Of",
                "-Os",
                "-OS",
                "-Ou",
                "-OvQ",
                "-Oqvt",
                "-OqvUtnex",
                "-O n",
                "-On -Oq",
                "")) {
            lines.add("walk -v2c -c public " + letters + " VALUES .1");
        }
        for (String letters : List.of("-On", "-Onq", "-Ont", "-Of", "-OqvUtnex", "")) {
            lines.add("get" + v2 + letters + " @ 1.3.6.1.2.1.1.1.0 .1.3.6.1.2.1.1.2.0 1.3.6.1.2.1.1.9.1.4.1"
                    + " 1.3.6.1.2.1.2.2.1.6.1 1.3.6.1.2.1.1.77.0 1.3.6.1.2.1.2.2.1.8.1");
        }
        for (String version : List.of(v1, v2)) {
            lines.add("getnext" + version + "-On @ 1.3.6.1.2.1.1.4 1.3.6.1.2.1.1.5");
            lines.add("getnext" + version + "-On -Cf @ 1.3.6.1.2.1.1.4 2.999");
            lines.add("walk" + version + "-On -Ci @ 1.3.6.1.2.1.1.4.9");
            lines.add("walk" + version + "-On -Ci -CI -Cp @ 1.3.6.1.2.1.1.4.9");
            lines.add("walk" + version + "-On -CIp @ 1.3.6.1.2.1.1.4.0");
            lines.add("walk" + version.replace("zonda-test", "public") + "-On WILD .1");
            lines.add("walk" + version.replace("zonda-test", "public") + "-On -Cc WILD .1");
            lines.add("get" + version + "-On @ 1.3.6.1.2.1.1.4.0 1.3.6.1.2.1.1.99.0 1.3.6.1.2.1.1.5.0");
            lines.add("get" + version + "-On -Cf @ 1.3.6.1.2.1.1.4.0 1.3.6.1.2.1.1.99.0 1.3.6.1.2.1.1.5.0");
            lines.add("get" + version + "-On @ 1.3.6.1.2.1.1.99.0");
            lines.add("walk" + version + "-On @ 1.3.6.1.2.1.1.9");
            lines.add("walk" + version + "-On -Cp @ 1.3.6.1.2.1.1.9");
            lines.add("walk" + version + "-On -Ci @ 1.3.6.1.2.1.1.9");
            lines.add("walk" + version + "-On -Ci @ 1.3.6.1.2.1.1.1.0");
            lines.add("walk" + version + "-On -CI @ 1.3.6.1.2.1.1.1.0");
            lines.add("walk" + version + "-On @ 1.3.6.1.2.1.1.1.0");
            lines.add("walk" + version + "-On -Cc -CE 1.3.6.1.2.1.1.9.1.3 @ 1.3.6.1.2.1.1.9.1.2");
            lines.add("walk" + version + "-On -CE 1.3.6.1.2.1.1.9.1.3.3 @ 1.3.6.1.2.1.1.9");
            lines.add("walk" + version + "-On @ 1.3.6.1.2.1.1.99");
            lines.add("walk" + version + "-On @ 1.3.6.1.6.3.10");
        }
        for (String letters :
                List.of("-Cr3", "-Cr1", "-Cn1", "-Cn0 -Cr5", "-Cr5 -Cp", "-Cc", "-Ci", "-Cr3pc", "-Cpr3", "-Cn2r4")) {
            lines.add("bulkwalk" + v2 + "-On " + letters + " @ 1.3.6.1.2.1.1.9");
            lines.add("bulkwalk" + v2 + "-On " + letters + " @ 1.3.6.1.2.1.1.5.0");
        }
        lines.add("bulkwalk" + v1 + "-On @ 1.3.6.1.2.1.1.9");
        lines.add("bulkwalk" + v2 + "-On @ .1.3.6.1.2.1.2.2.1.2");
        lines.add("walk" + v2 + "-On -m @ 1.3.6.1.2.1.1.9");
        lines.add("walk" + v2 + "-On -r 0 -t 0.5 udp:@ 1.3.6.1.2.1.1.9");
        for (RealAgent.Login login : RealAgent.Login.values()) {
            lines.add("bulkwalk " + String.join(" ", login.options()) + " -On @ 1.3.6.1.2.1.1.9");
        }
        String sha = "-v3 -u user0 -a SHA -A authpassphrase -x AES -X privpassphrase ";
        lines.add("get " + sha + "-l authPriv -On @ 1.3.6.1.2.1.1.5.0");
        lines.add("get " + sha + "-l ap -On @ 1.3.6.1.2.1.1.5.0");
        lines.add("get " + sha + "-l authNoPriv -On @ 1.3.6.1.2.1.1.5.0");
        lines.add("get " + sha + "-l noAuthNoPriv -On @ 1.3.6.1.2.1.1.5.0");
        lines.add("get -v3 -u stranger -l noAuthNoPriv -On @ 1.3.6.1.2.1.1.5.0");
        lines.add("get -v3 -u user0 -a SHA -A wrongpassphrase -l authNoPriv -On @ 1.3.6.1.2.1.1.5.0");
        lines.add("get -v3 -u user0 -a MD5 -A authpassphrase -l authNoPriv -On @ 1.3.6.1.2.1.1.5.0");
        lines.add("get -r 0 -t 0.4 -e ENGINE " + sha + "-l authPriv -On @ 1.3.6.1.2.1.1.5.0");
        lines.add("get -r 0 -E 8000000001020304 " + sha + " -l authPriv -On @ 1.3.6.1.2.1.1.5.0");
        String ours = "-v3 -l authPriv -a SHA-256 -A zonda-devices -x AES ";
        lines.add("get " + ours + "-u sha256-aes128 -X zonda-devices -On VALUES 1.3.6.1.2.1.1.5.0");
        lines.add("get " + ours + "-u sha256-aes128 -X zonda-devices -n wild -On VALUES 1.3.6.1.2.1.2.2.1.1.9");
        lines.add("get " + ours + "-u sha256-aes128 -X zonda-devices -n wilder -On VALUES 1.3.6.1.2.1.2.2.1.1.9");
        lines.add("get -r 0 " + ours + "-u sha256-aes128 -X wrong-passphrase -On VALUES 1.3.6.1.2.1.1.5.0");
        lines.add("get " + ours + "-u sha256-aes256 -X zonda-devices -On VALUES 1.3.6.1.2.1.1.5.0");
        lines.add("get -r 0 -t 0.3 " + ours + "-u x -X zonda-devices -On 127.0.0.1:9 1.3.6.1.2.1.1.5.0");
        for (String odd : List.of("big", "loop", "short", "twice")) {
            lines.add("bulkwalk -v2c -On -c " + odd + " VALUES .1");
            lines.add("walk -v1 -On -c " + odd + " VALUES .1");
            lines.add("get -v2c -On -c " + odd + " VALUES 1.3.6.1.2.1.1.1.0 1.3.6.1.2.1.1.2.0 1.3.6.1.2.1.1.3.0"
                    + " 1.3.6.1.2.1.1.4.0 1.3.6.1.2.1.1.6.0 1.3.6.1.2.1.1.7.0");
        }
        lines.add("get -v2c -On -r 0 -t 0.3 -c foreign VALUES 1.3.6.1.2.1.1.1.0");
        lines.add("bulkwalk -v2c -c public -On WILD .1");
        lines.add("bulkwalk -v2c -c public -On -Cc WILD .1");
        lines.add("bulkwalk -v2c -c public -On -Cc -Cr2 WILD .1");
        lines.add("get -r 0 -t 0.3 -v2c -c wrong -On @ 1.3.6.1.2.1.1.5.0");
        lines.add("walk -r 0 -t 0.3 -v2c -c wrong -On @ 1.3.6.1.2.1.1.5.0");
        lines.add("bulkwalk -r 0 -t 0.3 -v2c -c wrong -On @ 1.3.6.1.2.1.1.5.0");
        lines.add("getnext -r 1 -t 0.3 -v1 -c wrong -On @ 1.3.6.1.2.1.1.5.0");
        return lines.stream();
    }

    private List<String> words(String line) {
        List<String> words = new ArrayList<>();
        for (String word : line.split(" +", -1)) {
            words.add(word.replace("@", "127.0.0.1:" + agent.port())
                    .replace("VALUES", "127.0.0.7:" + devices.port())
                    .replace("WILD", "127.0.0.8:" + devices.port())
                    .replace("SECRETS", "127.0.0.4:" + devices.port())
                    .replace("ENGINE", engineId));
            if (word.equals("-m")) {
                words.add("");
            }
        }
        return words;
    }

    @ParameterizedTest
    @MethodSource("commands")
    void printsWhatNetSnmpPrints(String line) throws IOException, InterruptedException {
        List<String> words = words(line);
        String command = words.removeFirst();
        Ended theirs = theirs(command, words);
        assertThat(ours(command, words).toString()).as("%s", words).isEqualTo(theirs.toString());
    }

    /// snmpd answers nothing to what it cannot decrypt, nor to a context that it does not have.
    @ParameterizedTest
    @ValueSource(
            strings = {"-x AES -X privpassphrase -n other", "-x AES -X wrongpassphrase", "-x DES -X privpassphrase"})
    void silenceThatHasALikelyReasonIsToldWithIt(String secrets) throws IOException, InterruptedException {
        List<String> words = words("-v3 -r 0 -t 0.3 -l authPriv -u user0 -a SHA -A authpassphrase " + secrets
                + " -On @ 1.3.6.1.2.1.1.5.0");
        Ended theirs = theirs("get", words);
        Ended ours = ours("get", words);
        assertThat(theirs.err()).startsWith("Timeout: No Response from ");
        assertThat(ours.err())
                .startsWith(theirs.err())
                .contains("decryption error, it seems")
                .contains("'user0'");
        assertThat(ours.out()).isEqualTo(theirs.out());
        assertThat(ours.status()).isEqualTo(theirs.status());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            get -v2c -c x -d @ 1.3.6 | unknown option '-d'
            get -v2c -c x -Oz @ 1.3.6 | -O has 'z', wanted letters of n, f,
            get -v2c -c x -mALL @ 1.3.6 | -m is 'ALL', wanted ''
            get -v4 -c x @ 1.3.6 | -v is '4', wanted 1, 2c or 3
            get -v2c @ 1.3.6 | no community, wanted -c COMMUNITY
            get -v3 @ 1.3.6 | no user, wanted -u USER
            get -v3 -u x -l some @ 1.3.6 | -l is 'some', wanted noAuthNoPriv
            get -v3 -u x -l authNoPriv -a SHA-3 -A 12345678 @ 1.3.6 | -a is 'SHA-3', wanted MD5
            get -v3 -u x -e xyz @ 1.3.6 | -e is 'xyz', wanted pairs of hexadecimal digits
            get -v2c -c x -t 0 @ 1.3.6 | -t is 0.0, wanted
            get -v2c -c x @ sysName.0 | 'sysName.0'
            walk -v2c -c x -Cz @ 1.3.6 | -C has 'z', wanted letters of c, p, i, I, t, E
            walk -v2c -c x -Cr5 @ 1.3.6 | -C has 'r', wanted letters of c, p, i, I, t, E
            bulkwalk -v2c -c x -Cr @ 1.3.6 | -Cr has number '', wanted 0 to 65535 right behind it
            bulkwalk -v2c -c x -CI @ 1.3.6 | -C has 'I', wanted letters of c, p, i, r, n
            walk -v2c -c x -CE 1.x @ 1.3.6 | '1.x'
            get -v2c -c x 127.0.0.1:99999 1.3.6 | device is '127.0.0.1:99999'
            """)
    void whatIsNotThereIsNamedWithWhatIsWanted(String line, String wanted) {
        List<String> words = words(line);
        Ended ours = ours(words.removeFirst(), words);
        assertThat(ours.status()).isEqualTo(2);
        assertThat(ours.out()).isEmpty();
        assertThat(ours.err()).contains(wanted);
    }

    /// Of what stands still, so that both see the same.
    @Test
    void aRecordingOfARealAgentIsServedAsTheAgentItself(@TempDir Path served) throws IOException, InterruptedException {
        for (String root : List.of("1.3.6.1.2.1.1.9", "1.3.6.1.6.3.16")) {
            Ended recorded = ours("record", words("-v2c -c zonda-test @ " + root));
            assertThat(recorded.err()).isEmpty();
            assertThat(recorded.out()).isNotEmpty();
            Files.writeString(
                    served.resolve("agent-" + root + ".snmprec"), recorded.out(), StandardCharsets.ISO_8859_1);
        }
        try (ServedRecordings copies = ServedRecordings.still(served)) {
            for (String root : List.of("1.3.6.1.2.1.1.9", "1.3.6.1.6.3.16")) {
                List<String> walk = words("-v2c -c zonda-test -On @ " + root);
                List<String> copy = List.of("-v2c", "-c", "agent-" + root, "-On", "127.0.0.9:" + copies.port(), root);
                Ended theirs = theirs("bulkwalk", walk);
                Ended copied = theirs("bulkwalk", copy);
                assertThat(theirs.out()).isNotEmpty();
                assertThat(withoutTheEnd(copied.out())).isEqualTo(withoutTheEnd(theirs.out()));
            }
        }
    }

    /// Behind the last row of the agent there may be others; behind that of its copy there are
    /// none.
    private static String withoutTheEnd(String walk) {
        return walk.replaceAll("(?m)^.*No more variables left.*\\R", "");
    }

    @Test
    void aRecordingOfEachTypeIsServedAsItWasRecordedInEachVersion(@TempDir Path served)
            throws IOException, InterruptedException {
        String wanted =
                theirs("bulkwalk", words("-v2c -c public -On VALUES .1")).out();
        String secured = "-v3 -l authPriv -u sha256-aes128 -a SHA-256 -A zonda-devices -x AES -X zonda-devices";
        Files.writeString(
                served.resolve("v2c.snmprec"),
                ours("record", words("-v2c -c public VALUES")).out());
        Files.writeString(
                served.resolve("v3.snmprec"),
                ours("record", words(secured + " VALUES")).out());
        try (ServedRecordings copies = ServedRecordings.still(served)) {
            for (String name : List.of("v2c", "v3")) {
                List<String> copy = List.of("-v2c", "-c", name, "-On", "127.0.0.1:" + copies.port(), ".1");
                assertThat(theirs("bulkwalk", copy).out()).isEqualTo(wanted);
            }
        }
        assertThat(served.resolve("v2c.snmprec")).hasSameTextualContentAs(served.resolve("v3.snmprec"));
        assertThat(ours("record", words("-v1 -c public VALUES")).out().lines().filter(line -> line.contains("|70|")))
                .as("version 1 has no Counter64")
                .isEmpty();
    }

    @Test
    void anAnonymousRecordingHasTheSameShapeAndNoneOfTheNames() {
        Ended plain = ours("record", words("-v2c -c public SECRETS"));
        Ended clean = ours("record", words("-v2c -c public --anonymize SECRETS"));
        assertThat(clean.status()).isZero();
        assertThat(plain.out()).contains("core-7", "203.0.113.9");
        assertThat(clean.out().lines()).hasSameSizeAs(plain.out().lines().toList());
        assertThat(clean.out().lines().map(line -> Oid.parse(line.substring(0, line.indexOf('|')))))
                .isSorted();
        assertThat(clean.out())
                .doesNotContain(
                        "core-7", "noc@", "203.0.113.9", "SER-99", "0a0b0c", "0A:0B:0C", "10.11.12", "2001:DB8:7");
    }

    @Test
    void tellsHowLongAWalkTook() {
        List<String> words = words("walk -v2c -c public -On -Ct VALUES 1.3.6.1.2.1.1.7");
        Ended ours = ours(words.removeFirst(), words);
        assertThat(ours.out()).isEqualTo(".1.3.6.1.2.1.1.7.0 = NULL\n");
        assertThat(ours.err()).matches("Total traversal time = [0-9]+\\.[0-9]{6} seconds\n");
    }
}
