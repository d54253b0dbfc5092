package zonda.devices.farm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import zonda.devices.Asker;
import zonda.devices.NetSnmp;
import zonda.devices.recording.RecordingFolder;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.MessageDecoder;
import zonda.protocol.snmp.Oid;
import zonda.protocol.snmp.RequestEncoder;
import zonda.runtime.MonotonicClock;
import zonda.runtime.WallClock;

/// Recordings over real UDP, in a thread of their own.
class RecordingFarmTest {
    @TempDir
    Path folder;

    private static final class Running implements AutoCloseable {
        final AtomicBoolean stop = new AtomicBoolean();
        final CompletableFuture<Integer> port = new CompletableFuture<>();
        final CompletableFuture<Farm.Totals> totals = new CompletableFuture<>();

        Running(Path folder, RecordingSettings settings) {
            Thread.ofPlatform().start(() -> run(folder, settings));
        }

        private void run(Path folder, RecordingSettings settings) {
            try (RecordingFarm farm = RecordingFarm.open(
                    settings,
                    RecordingFolder.find(folder),
                    MonotonicClock.system(),
                    WallClock.system(ZoneOffset.UTC),
                    words -> {})) {
                port.complete(farm.port());
                farm.run(stop::get, (seen, nanos) -> {});
                totals.complete(farm.totals());
            } catch (IOException | RuntimeException e) {
                port.completeExceptionally(e);
                totals.completeExceptionally(e);
            }
        }

        int port() {
            return port.orTimeout(30, TimeUnit.SECONDS).join();
        }

        @Override
        public void close() {
            stop.set(true);
            totals.orTimeout(30, TimeUnit.SECONDS).join();
        }
    }

    private static final Network ALL = Network.parse("127.0.0.0/8");

    private Running still(String... quirks) {
        return new Running(
                folder,
                new RecordingSettings(
                        ALL,
                        0,
                        0,
                        0,
                        0,
                        1_472,
                        1,
                        true,
                        false,
                        Arrays.stream(quirks).map(DeviceQuirk::parse).toList(),
                        Users.usual()));
    }

    @BeforeEach
    void writeRecordings() throws IOException {
        StringBuilder table = new StringBuilder("1.3.6.1.2.1.1.5.0|4|first\n");
        for (int i = 1; i <= 200; i++) {
            table.append("1.3.6.1.2.1.2.2.1.1.")
                    .append(i)
                    .append("|2|")
                    .append(i)
                    .append('\n');
        }
        Files.writeString(folder.resolve("a.snmprec"), table);
        Files.writeString(folder.resolve("b.snmprec"), """
                1.3.6.1.2.1.1.5.0|4|second
                1.3.6.1.2.1.1.6.0|4:writecache|value=here
                1.3.6.1.2.1.1.7.0|2:writecache|value=42,vlist=lt:40:wrongvalue:gt:50:noaccess
                1.3.6.1.2.1.1.9.0|70|5
                1.3.6.1.2.1.5.1.0|2:error|status=authorizationerror,op=get
                1.3.6.1.2.1.5.2.0|2:error|status=nosuchinstance
                """);
    }

    private static String name(Asker asker) {
        return asker.get("1.3.6.1.2.1.1.5.0").getFirst().value();
    }

    private static RequestEncoder.Encoded get(int version, String community, String... oids) {
        return RequestEncoder.get(
                version,
                community,
                Arrays.stream(oids).map(oid -> Oid.parse(oid).encoded()).toList());
    }

    @Test
    void addressesAndCommunitiesChooseTheRecording() {
        try (Running farm = still()) {
            for (String address : List.of("127.0.0.1", "127.0.0.3", "127.200.0.1")) {
                try (Asker asker = new Asker(address, farm.port())) {
                    assertThat(name(asker)).isEqualTo("first");
                    assertThat(Asker.read(asker.ask(get(Ber.VERSION_1, "b", "1.3.6.1.2.1.1.5.0")))
                                    .getFirst()
                                    .value())
                            .isEqualTo("second");
                }
            }
            try (Asker asker = new Asker("127.0.0.2", farm.port())) {
                assertThat(name(asker)).isEqualTo("second");
            }
        }
    }

    @Test
    void netSnmpWalksThemInBothVersions() throws IOException, InterruptedException {
        NetSnmp.assumeInstalled();
        try (Running farm = still()) {
            List<String> wanted = IntStream.rangeClosed(1, 200)
                    .mapToObj(i -> "1.3.6.1.2.1.2.2.1.1." + i + " INTEGER")
                    .toList();
            String target = "127.0.0.1:" + farm.port();
            assertThat(NetSnmp.walk("snmpbulkwalk", "2c", target, folder))
                    .startsWith("1.3.6.1.2.1.1.5.0 STRING")
                    .containsAll(wanted)
                    .hasSize(201);
            assertThat(NetSnmp.walk("snmpwalk", "1", target, folder)).hasSize(201);
        }
    }

    private static List<String> v3(String user, String level, String... more) {
        List<String> options = new ArrayList<>(List.of("-v3", "-u", user, "-l", level));
        options.addAll(List.of(more));
        return options;
    }

    @Test
    void netSnmpWalksThemInVersion3AtEachLevel() throws IOException, InterruptedException {
        NetSnmp.assumeInstalled();
        String secret = Users.USUAL_PASSPHRASE;
        try (Running farm = still()) {
            String target = "127.0.0.9:" + farm.port();
            assertThat(NetSnmp.output("snmpbulkwalk", target, folder, v3("none", "noAuthNoPriv")))
                    .as("with the end's line")
                    .hasSize(202);
            for (String auth : List.of("MD5", "SHA", "SHA-224", "SHA-256", "SHA-384", "SHA-512")) {
                String name =
                        auth.equals("SHA") ? "sha1" : auth.replace("-", "").toLowerCase(Locale.ROOT);
                assertThat(NetSnmp.output(
                                "snmpbulkwalk", target, folder, v3(name, "authNoPriv", "-a", auth, "-A", secret)))
                        .as("with the end's line")
                        .hasSize(202);
            }
            for (String priv : List.of("DES", "AES", "AES-192", "AES-256", "AES-192-C", "AES-256-C")) {
                String name = "sha256-"
                        + switch (priv) {
                            case "DES" -> "des";
                            case "AES" -> "aes128";
                            case "AES-192" -> "aes192";
                            case "AES-256" -> "aes256";
                            case "AES-192-C" -> "aes192_cisco";
                            default -> "aes256_cisco";
                        };
                List<String> options =
                        v3(name, "authPriv", "-a", "SHA-256", "-A", secret, "-x", priv, "-X", secret, "-n", "b");
                assertThat(NetSnmp.output("snmpget", target, folder, options, "1.3.6.1.2.1.1.5.0"))
                        .as(priv)
                        .containsExactly(".1.3.6.1.2.1.1.5.0 = STRING: \"second\"");
            }
        }
    }

    @Test
    void netSnmpIsToldWhatIsWrongInVersion3() throws IOException, InterruptedException {
        NetSnmp.assumeInstalled();
        try (Running farm = still("wrong-report-id")) {
            String target = "127.0.0.1:" + farm.port();
            String oid = "1.3.6.1.2.1.1.5.0";
            assertThat(NetSnmp.output("snmpget", target, folder, v3("nobody", "noAuthNoPriv"), oid))
                    .containsExactly("snmpget: Unknown user name");
            List<String> wrong = v3("sha256", "authNoPriv", "-a", "SHA-256", "-A", "not-the-secret");
            assertThat(String.join(" ", NetSnmp.output("snmpget", target, folder, wrong, oid)))
                    .contains("Authentication failure");
            assertThat(String.join(
                            " ", NetSnmp.output("snmpget", target, folder, v3("none", "noAuthNoPriv", "-n", "x"), oid)))
                    .isNotEmpty()
                    .doesNotContain("STRING");
        }
    }

    @Test
    void whatMayBeWrittenIsKeptAndTheRestRefused() {
        try (Running farm = still();
                Asker asker = new Asker("127.0.0.2", farm.port())) {
            assertThat(set(asker, "1.3.6.1.2.1.1.6.0", Ber.OCTET_STRING, "there"))
                    .isEqualTo(Ber.NO_ERROR);
            assertThat(asker.get("1.3.6.1.2.1.1.6.0").getFirst().value()).isEqualTo("there");
            assertThat(set(asker, "1.3.6.1.2.1.1.6.0", Ber.INTEGER, "\u0001"))
                    .as("wrongType")
                    .isEqualTo(7);
            assertThat(set(asker, "1.3.6.1.2.1.1.7.0", Ber.INTEGER, "\u0001"))
                    .as("wrongValue")
                    .isEqualTo(10);
            assertThat(set(asker, "1.3.6.1.2.1.1.7.0", Ber.INTEGER, "`"))
                    .as("noAccess")
                    .isEqualTo(6);
            assertThat(set(asker, "1.3.6.1.2.1.1.5.0", Ber.OCTET_STRING, "x")).isEqualTo(Ber.NOT_WRITABLE);
            assertThat(asker.get("1.3.6.1.2.1.1.7.0").getFirst().value()).isEqualTo("42");
        }
    }

    private static int set(Asker asker, String oid, int tag, String value) {
        return status(asker.tell(message(Ber.SET, oid, tag, value)).orElseThrow());
    }

    private static byte[] message(int pdu, String oid, int tag, String value) {
        zonda.protocol.snmp.ResponseEncoder encoder = new zonda.protocol.snmp.ResponseEncoder();
        encoder.octets(Oid.parse(oid).encoded(), tag, value.getBytes(StandardCharsets.ISO_8859_1));
        encoder.finish(Ber.VERSION_2C, "public".getBytes(StandardCharsets.US_ASCII), pdu, 77, 0, 0);
        return encoder.copy();
    }

    private static int status(byte[] answer) {
        MessageDecoder decoder = new MessageDecoder();
        assertThat(decoder.open(answer, 0, answer.length)).isTrue();
        return decoder.errorStatus();
    }

    @Test
    void rowsThatFailTellTheirErrorOrException() {
        try (Running farm = still();
                Asker asker = new Asker("127.0.0.2", farm.port())) {
            assertThat(status(asker.ask(get(Ber.VERSION_2C, "public", "1.3.6.1.2.1.5.1.0"))))
                    .as("authorizationError")
                    .isEqualTo(16);
            assertThat(status(asker.ask(get(Ber.VERSION_1, "public", "1.3.6.1.2.1.5.1.0"))))
                    .isEqualTo(Ber.NO_SUCH_NAME);
            assertThat(asker.get("1.3.6.1.2.1.5.2.0").getFirst().tag()).isEqualTo(Ber.NO_SUCH_INSTANCE);
            assertThat(status(asker.ask(get(Ber.VERSION_1, "public", "1.3.6.1.2.1.1.9.0"))))
                    .as("Counter64 in v1")
                    .isEqualTo(Ber.NO_SUCH_NAME);
        }
    }

    private static List<Asker.Varbind> bulk(Asker asker, int repetitions) {
        return Asker.read(asker.ask(RequestEncoder.getBulk(
                "public", 0, repetitions, List.of(Oid.parse("1.3.6.1.2.1.2").encoded()))));
    }

    @Test
    void answersToGetBulkAreAsManyAsFit() {
        try (Running farm = still();
                Asker asker = new Asker("127.0.0.1", farm.port())) {
            assertThat(bulk(asker, 40)).hasSize(40);
            byte[] full = asker.ask(RequestEncoder.getBulk(
                    "public", 0, 500, List.of(Oid.parse("1.3.6.1.2.1.2").encoded())));
            assertThat(full.length).isBetween(1_440, 1_472);
        }
    }

    @Test
    void aShortAnswerHasFewerVarbinds() {
        try (Running farm = still("short-answers=7");
                Asker asker = new Asker("127.0.0.1", farm.port())) {
            assertThat(bulk(asker, 40)).hasSize(7);
        }
    }

    @Test
    void anEmptyTooBigHasNoVarbinds() {
        try (Running farm = still("empty-too-big=10");
                Asker asker = new Asker("127.0.0.1", farm.port())) {
            assertThat(bulk(asker, 10)).hasSize(10);
            byte[] answer = asker.ask(RequestEncoder.getBulk(
                    "public", 0, 11, List.of(Oid.parse("1.3.6.1.2.1.2").encoded())));
            MessageDecoder decoder = new MessageDecoder();
            assertThat(decoder.open(answer, 0, answer.length)).isTrue();
            assertThat(decoder.errorStatus()).isEqualTo(Ber.TOO_BIG);
            assertThat(decoder.errorIndex()).isZero();
            assertThat(decoder.next()).isFalse();
        }
    }

    @Test
    void integersWithoutContentStandAtSomePlacesOnly() {
        try (Running farm = still("zero-length-integers");
                Asker asker = new Asker("127.0.0.1", farm.port())) {
            assertThat(bulk(asker, 12)).hasSize(12);
            byte[] answer = asker.ask(RequestEncoder.getBulk(
                    "public", 0, 25, List.of(Oid.parse("1.3.6.1.2.1.2").encoded())));
            MessageDecoder decoder = new MessageDecoder();
            assertThat(decoder.open(answer, 0, answer.length)).isTrue();
            for (int i = 0; i < 25; i++) {
                assertThat(decoder.next()).isTrue();
                assertThat(decoder.valueLength()).isEqualTo(i >= 12 && i <= 15 ? 0 : 1);
            }
        }
    }

    @Test
    void aLoopingDeviceBeginsAnew() {
        try (Running farm = still("looping@a");
                Asker first = new Asker("127.0.0.1", farm.port());
                Asker second = new Asker("127.0.0.2", farm.port())) {
            List<Asker.Varbind> rows = Asker.read(first.ask(RequestEncoder.getBulk(
                    "public", 0, 2, List.of(Oid.parse("1.3.6.1.2.1.2.2.1.1.199").encoded()))));
            assertThat(rows.get(1).name()).isEqualTo(Oid.parse("1.3.6.1.2.1.1.5.0"));
            rows = Asker.read(second.ask(RequestEncoder.getBulk(
                    "public", 0, 2, List.of(Oid.parse("1.3.6.1.2.1.6").encoded()))));
            assertThat(rows.getFirst().tag()).as("of another recording").isEqualTo(Ber.END_OF_MIB_VIEW);
        }
    }

    @Test
    void aDuplicateAnswerComesAgain() {
        try (Running farm = still("duplicate");
                Asker asker = new Asker("127.0.0.1", farm.port())) {
            byte[] answer = asker.ask(get(Ber.VERSION_2C, "public", "1.3.6.1.2.1.1.5.0"));
            byte[] again = asker.tell(message(Ber.GET, "1.3.6.1.2.1.1.9.9", Ber.NULL, ""))
                    .orElseThrow();
            assertThat(again).isEqualTo(answer);
        }
    }

    @Test
    void quirksAndNetworksAreJudged() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DeviceQuirk.parse("sloow=5"))
                .withMessageContaining("sloow")
                .withMessageContaining("resetting-clock");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DeviceQuirk.parse("slow=x"))
                .withMessageContaining("slow=x");
        assertThat(DeviceQuirk.parse("slow@cisco*").value()).isEqualTo(400);
        assertThatIllegalArgumentException().isThrownBy(() -> Network.parse("10.0.0.0/8"));
        assertThatIllegalArgumentException().isThrownBy(() -> Network.parse("127.0.0.1/8"));
        assertThat(Network.parse("127.3.0.0/16").address(255))
                .isEqualTo(Network.parse("127.3.1.0/32").base());
    }
}
