package zonda.devices.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.MessageDecoder;
import zonda.protocol.snmp.ResponseEncoder;

class RecordingTest {
    private static final long SEED = 20_261_201;

    @TempDir
    Path folder;

    private static Recording snmprec(String text) {
        return RecordingFolder.parse(
                "test", RecordingFolder.Form.SNMPREC, text.getBytes(StandardCharsets.ISO_8859_1), true);
    }

    private static Recording walk(String text) {
        return RecordingFolder.parse(
                "test", RecordingFolder.Form.WALK, text.getBytes(StandardCharsets.ISO_8859_1), true);
    }

    /// The rows as `name tag hexadecimal`, as they are served at the start.
    private static List<String> rows(Recording recording) {
        RecordedTree tree = new RecordedTree(1, false).of(recording, 0, false);
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < recording.rows(); i++) {
            ResponseEncoder encoder = new ResponseEncoder();
            tree.put(encoder, i);
            encoder.finish(Ber.VERSION_2C, new byte[0], Ber.RESPONSE, 1, 0, 0);
            MessageDecoder decoder = new MessageDecoder();
            assertThat(decoder.open(encoder.buffer(), encoder.offset(), encoder.size()))
                    .isTrue();
            assertThat(decoder.next()).isTrue();
            rows.add(decoder.nameText() + " " + decoder.tag() + " "
                    + HexFormat.of()
                            .formatHex(
                                    decoder.data(),
                                    decoder.valueOffset(),
                                    decoder.valueOffset() + decoder.valueLength()));
        }
        return rows;
    }

    @Test
    void readsEachTypeOfSnmprec() {
        Recording recording = snmprec("""
                1.3.6.1.1|2|-1
                1.3.6.1.2|4|a|b
                .1.3.6.1.3|4x|00fF
                1.3.6.1.4|4e|a\\n\\x00\\\\b
                1.3.6.1.5|5|
                1.3.6.1.6|6|1.3.4294967295
                1.3.6.1.7|64|10.0.255.1
                1.3.6.1.8|64x|0a00ff01
                1.3.6.1.9|65|4294967295
                1.3.6.1.10|66|0
                1.3.6.1.11|67|5
                1.3.6.1.12|68x|9f78043eeb851f
                1.3.6.1.13|70|18446744073709551615
                1.3.6.1.4294967295.1|4|
                1.3.6.1.14|4x|abc
                """);
        assertThat(rows(recording))
                .containsExactly(
                        "1.3.6.1.1 2 ff",
                        "1.3.6.1.2 4 617c62",
                        "1.3.6.1.3 4 00ff",
                        "1.3.6.1.4 4 610a005c62",
                        "1.3.6.1.5 5 ",
                        "1.3.6.1.6 6 2b8fffffff7f",
                        "1.3.6.1.7 64 0a00ff01",
                        "1.3.6.1.8 64 0a00ff01",
                        "1.3.6.1.9 65 00ffffffff",
                        "1.3.6.1.10 66 00",
                        "1.3.6.1.11 67 05",
                        "1.3.6.1.12 68 9f78043eeb851f",
                        "1.3.6.1.13 70 00ffffffffffffffff",
                        "1.3.6.1.14 4 abc0",
                        "1.3.6.1.4294967295.1 4 ");
        assertThat(recording.skipped()).isEmpty();
    }

    @Test
    void ordersRowsKeepsTheFirstOfOneNameAndCountsWhatItSkips() {
        Recording recording = snmprec("""
                1.3.6.1.2.10|4|c\r

                1.3.6.1.2.9|4|b
                1.3.6.1.1|2|<private>
                1.3.6.1.xx.1|2|1
                # a remark
                1.3.6.1.2.9|4|again
                1.3.6.1.3|40|1
                1.3.6.1.3|65|4294967296
                1.3.6.1.3|4:subprocess|touch /
                broken
                1.3.6.1|4|a""");
        assertThat(rows(recording)).containsExactly("1.3.6.1 4 61", "1.3.6.1.2.9 4 62", "1.3.6.1.2.10 4 63");
        assertThat(recording.skipped())
                .isEqualTo(Map.of(
                        "blank line",
                        1,
                        "broken OID",
                        1,
                        "comment",
                        1,
                        "no record",
                        1,
                        "repeated OID",
                        1,
                        "subprocess",
                        1,
                        "unknown type",
                        1,
                        "unreadable value",
                        2));
    }

    @Test
    void keepsTheOrderOfTheFileWhereItIsAskedTo() {
        byte[] text = "1.3.6.3|2|3\n1.3.6.1|2|1\n1.3.6.2|2|2\n".getBytes(StandardCharsets.ISO_8859_1);
        Recording recording = RecordingFolder.parse("test", RecordingFolder.Form.SNMPREC, text, false);
        assertThat(rows(recording)).containsExactly("1.3.6.3 2 03", "1.3.6.1 2 01", "1.3.6.2 2 02");
        byte[] second = {0x2B, 6, 1};
        byte[] between = {0x2B, 6, 1, 9};
        assertThat(recording.exact(second, 0, 3)).isEqualTo(1);
        assertThat(recording.after(second, 0, 3)).isEqualTo(2);
        assertThat(recording.after(between, 0, 4)).isEqualTo(2);
    }

    @Test
    void readsWhatSnmpwalkPrints() {
        Recording recording = walk("""
                .1.3.6.1.1 = INTEGER: up(1)
                .1.3.6.1.2 = STRING: "two \\"lines\\"
                of \\\\ it"
                .1.3.6.1.3 = Hex-STRING: 00 FF\s
                41\s
                .1.3.6.1.4 = STRING: plain: text
                .1.3.6.1.5 = ""
                .1.3.6.1.6 = OID: .1.3.6.1
                .1.3.6.1.7 = Timeticks: (500) 0:00:05.00
                .1.3.6.1.8 = 77
                .1.3.6.1.9 = IpAddress: 10.1.2.3
                .1.3.6.1.10 = Network Address: 0A:01:02:03
                .1.3.6.1.11 = BITS: 80 0 first(0)
                .1.3.6.1.12 = Opaque: Float: 0.460000
                .1.3.6.1.13 = Counter64: 18446744073709551615
                .1.3.6.1.14 = Gauge32: 10000 milli-seconds
                .1.3.6.1.15 = Wrong Type (should be Gauge32): INTEGER: 9
                iso.3.6.1.16 = STRING: 0:1b:2:3:ff:5
                .1.3.6.1.17 = NULL
                .1.3.6.1.18 = Counter32: 4294967295
                .1.3.6.1.19 = No more variables left in this MIB View (It is past the end of the MIB tree)
                SNMPv2-MIB::sysName.0 = STRING: "x"
                """);
        assertThat(rows(recording))
                .containsExactly(
                        "1.3.6.1.1 2 01",
                        "1.3.6.1.2 4 "
                                + HexFormat.of()
                                        .formatHex("two \"lines\"\nof \\ it".getBytes(StandardCharsets.US_ASCII)),
                        "1.3.6.1.3 4 00ff41",
                        "1.3.6.1.4 4 706c61696e3a2074657874",
                        "1.3.6.1.5 4 ",
                        "1.3.6.1.6 6 2b0601",
                        "1.3.6.1.7 67 01f4",
                        "1.3.6.1.8 67 4d",
                        "1.3.6.1.9 64 0a010203",
                        "1.3.6.1.10 64 0a010203",
                        "1.3.6.1.11 4 8000",
                        "1.3.6.1.12 68 9f78043eeb851f",
                        "1.3.6.1.13 70 00ffffffffffffffff",
                        "1.3.6.1.14 66 2710",
                        "1.3.6.1.15 2 09",
                        "1.3.6.1.16 4 001b0203ff05",
                        "1.3.6.1.17 5 ",
                        "1.3.6.1.18 65 00ffffffff");
        assertThat(recording.skipped()).isEqualTo(Map.of("no value recorded", 1, "symbolic name", 1));
    }

    @Test
    void findsRecordingsBelowAFolderPackedOnesToo() throws IOException {
        Files.createDirectories(folder.resolve("sub"));
        Files.writeString(folder.resolve("b.snmprec"), "1.3.6.1.1|2|1\n");
        Files.writeString(folder.resolve("sub/a.snmpwalk"), ".1.3.6.1.1 = INTEGER: 1\n");
        Files.writeString(folder.resolve("without-ending"), "1.3.6.1.1|2|1\n");
        Files.writeString(folder.resolve("README"), "no recording\n");
        Files.writeString(folder.resolve("notes.txt"), "1.3.6.1.1|2|1\n");
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (BZip2CompressorOutputStream out = new BZip2CompressorOutputStream(packed)) {
            out.write("1.3.6.1.1|2|1\n1.3.6.1.2|2|2\n".getBytes(StandardCharsets.US_ASCII));
        }
        Files.write(folder.resolve("c.snmprec.bz2"), packed.toByteArray());
        List<RecordingFolder.Found> found = RecordingFolder.find(folder);
        assertThat(found).extracting(RecordingFolder.Found::name).containsExactly("b", "c", "sub/a", "without-ending");
        assertThat(RecordingFolder.read(found.get(1), true).rows()).isEqualTo(2);
        Files.write(folder.resolve("c.snmprec.bz2"), "no bzip2".getBytes(StandardCharsets.US_ASCII));
        assertThatThrownBy(() -> RecordingFolder.read(found.get(1), true))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("c.snmprec.bz2");
    }

    @Test
    void valuesThatVaryAreAFunctionOfSeedDeviceAndTime() {
        Recording recording = snmprec("""
                1.3.6.1.1|65:numeric|rate=10,cumulative=1,initial=5,deviation=3
                1.3.6.1.2|2:numeric|scale=100,function=sin,rate=0.5,min=-100,max=100,initial=0
                1.3.6.1.3|66:numeric|function=pow%<time>%2,offset=7
                1.3.6.1.4|2:numeric|min=1,max=4,initial=2,wrap=1
                1.3.6.1.5|4:numeric|scale=2
                1.3.6.1.6|2:numeric|function=evil
                """);
        assertThat(recording.skipped()).isEqualTo(Map.of("variation numeric with function evil", 1));
        RecordedTree tree = new RecordedTree(7, false).of(recording, 1, false);
        assertThat(numbers(tree, 0)).startsWith(5L, 0L, 7L, 2L);
        List<Long> early = numbers(tree, 10_000);
        assertThat(early.get(0)).isBetween(75L, 135L);
        assertThat(early.get(1)).isEqualTo((long) (Math.sin(5) * 100));
        assertThat(early.get(2)).isEqualTo(107);
        assertThat(early.get(3)).isEqualTo(1);
        long later = numbers(tree, 20_000).getFirst();
        assertThat(later).isGreaterThan(early.getFirst());
        assertThat(numbers(new RecordedTree(7, false).of(recording, 1, false), 20_000)
                        .getFirst())
                .as("asked for the first time")
                .isEqualTo(later);
        assertThat(numbers(tree, 10_000).getFirst()).as("back in time").isEqualTo(early.getFirst());
    }

    private static List<Long> numbers(RecordedTree tree, long millis) {
        tree.moveTo(millis, 0);
        List<Long> numbers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            ResponseEncoder encoder = new ResponseEncoder();
            tree.put(encoder, i);
            encoder.finish(Ber.VERSION_2C, new byte[0], Ber.RESPONSE, 1, 0, 0);
            MessageDecoder decoder = new MessageDecoder();
            assertThat(decoder.open(encoder.buffer(), encoder.offset(), encoder.size()) && decoder.next())
                    .isTrue();
            numbers.add(decoder.tag() == Ber.INTEGER ? decoder.signedValue() : decoder.unsignedValue());
        }
        return numbers;
    }

    @Test
    void countersGrowWhereTheyAreToldTo() {
        Recording recording = snmprec("""
                1.3.6.1.2.1.1.3.0|67|100
                1.3.6.1.2.1.2.2.1.10.1|65|4294967290
                1.3.6.1.2.1.31.1.1.1.6.1|70|10
                1.3.6.1.3.1|70|0
                """);
        RecordedTree tree = new RecordedTree(1, true).of(recording, 1, false);
        assertThat(numbers(tree, 0)).containsExactly(100L, 4_294_967_290L, 10L, 0L);
        List<Long> later = numbers(tree, 60_000);
        assertThat(later.get(0)).isEqualTo(6_100);
        assertThat(later.get(1))
                .as("wraps at 2^32")
                .isNotEqualTo(4_294_967_290L)
                .isBetween(0L, 0xFFFFFFFFL);
        assertThat(later.get(2)).isGreaterThan(10);
        assertThat(later.get(3)).as("what never counted").isZero();
    }

    @Test
    void noTextBreaksTheReaders() {
        Random random = new Random(SEED);
        String[] seeds = {"""
            1.3.6.1.1|2|-1
            1.3.6.1.2|4e|a\\n\\x00
            1.3.6.1.3|65:numeric|rate=1,function=pow%<time>%2
            1.3.6.1.4|2:writecache|value=42,vlist=lt:40:wrongvalue:gt:50:noaccess
            1.3.6.1.5|64|1.2.3.4
            1.3.6.1.6|2:delay|value=1,wait=5,tlist=gt:1:2
            1.3.6.1.7|4:error|status=noaccess,op=get
            """, """
            .1.3.6.1.1 = STRING: "a\\"
            b"
            .1.3.6.1.2 = Hex-STRING: 00\s
            01\s
            .1.3.6.1.3 = Opaque: Float: 1.0
            .1.3.6.1.4 = Timeticks: (5) 0:00
            .1.3.6.1.5 = 5
            .1.3.6.1.6 = OID: .1.3
            """};
        for (int run = 0; run < 4_000; run++) {
            byte[] text = seeds[run % 2].getBytes(StandardCharsets.ISO_8859_1);
            for (int i = 1 + random.nextInt(4); i > 0; i--) {
                text[random.nextInt(text.length)] = (byte) random.nextInt(256);
            }
            RecordingFolder.Form form = run % 2 == 0 ? RecordingFolder.Form.SNMPREC : RecordingFolder.Form.WALK;
            String shown = "seed " + SEED + ", run " + run;
            Recording recording = RecordingFolder.parse(shown, form, text, run % 3 != 0);
            RecordedTree tree = new RecordedTree(run, true).of(recording, run, false);
            tree.moveTo(run * 7L, run);
            ResponseEncoder encoder = new ResponseEncoder();
            for (int i = 0; i < recording.rows(); i++) {
                tree.put(encoder, i);
            }
            assertThat(recording.rows()).as(shown).isLessThanOrEqualTo(8);
        }
    }
}
