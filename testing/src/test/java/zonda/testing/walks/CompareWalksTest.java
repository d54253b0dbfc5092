package zonda.testing.walks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import zonda.devices.recording.RecordingFolder;

/// What net-snmp's commands print of a device, ours print too.
class CompareWalksTest {
    private static final long SEED = 20_261_201;
    private static final int SAMPLE = 6;
    private static final int LARGEST_SAMPLED_BYTES = 100_000;

    @TempDir
    Path folder;

    private static void needs(boolean there, String what) {
        if ("true".equals(System.getenv("CI"))) {
            assertTrue(there, "needs " + what);
        }
        assumeTrue(there, "not run: needs " + what);
    }

    private WalkComparison.Result compare(List<RecordingFolder.Found> files, List<String> words)
            throws IOException, InterruptedException {
        needs(Files.isExecutable(Path.of("/usr/bin/snmpbulkwalk")), "the Debian package snmp: zonda test --install");
        Path scratch = Files.createDirectory(folder.resolve("scratch"));
        try (WalkComparison comparison = new WalkComparison(files, SEED, Path.of("/usr/bin"), scratch, words::add)) {
            return comparison.run();
        }
    }

    /// Values as devices send them that mean it well.
    @Test
    void oddValuesAreWalkedAsNetSnmpWalksThem() throws IOException, InterruptedException {
        Path recordings = Files.createDirectory(folder.resolve("recordings"));
        Files.writeString(recordings.resolve("values.snmprec"), """
                1.0.8802.1|2|1
                1.2.840.1|2|1
                1.3.6.1.2.1.1|2|5
                1.3.6.1.2.1.1.1.0|4|with "quotes" and back\\slash
                1.3.6.1.2.1.1.1.1|4x|
                1.3.6.1.2.1.1.1.2|4x|00
                1.3.6.1.2.1.1.1.3|4x|61620a63
                1.3.6.1.2.1.1.1.4|4x|616200
                1.3.6.1.2.1.1.1.5|4x|0102030405060708090a0b0c0d0e0f10
                1.3.6.1.2.1.1.1.6|4x|0102030405060708090a0b0c0d0e0f1011
                1.3.6.1.2.1.1.1.7|4x|c3a4
                1.3.6.1.2.1.1.1.8|4x|610d0a0b0c0962
                1.3.6.1.2.1.1.1.9|4x|7f
                1.3.6.1.2.1.1.2.0|6|1.3.6.1.4.1.4294967295
                1.3.6.1.2.1.1.2.1|6|0.0
                1.3.6.1.2.1.1.2.2|6|2.999.3
                1.3.6.1.2.1.1.2.3|6x|
                1.3.6.1.2.1.1.2.4|6x|2b8000
                1.3.6.1.2.1.1.3.0|67|8639999
                1.3.6.1.2.1.1.3.1|67|8640000
                1.3.6.1.2.1.1.3.2|67|4294967295
                1.3.6.1.2.1.1.4.0|2|-2147483648
                1.3.6.1.2.1.1.4.1|2|4294967295
                1.3.6.1.2.1.1.4.2|2|-4294967297
                1.3.6.1.2.1.1.4.3|2|9223372036854775807
                1.3.6.1.2.1.1.5.0|65x|ffffffff
                1.3.6.1.2.1.1.5.1|66|0
                1.3.6.1.2.1.1.5.2|70|18446744073709551615
                1.3.6.1.2.1.1.5.3|70x|ffffffffffffffff
                1.3.6.1.2.1.1.5.4|70x|
                1.3.6.1.2.1.1.6.0|64|1.2.3.255
                1.3.6.1.2.1.1.7.0|5|
                1.3.6.1.2.1.1.8.0|68x|9f78043eeb851f
                1.3.6.1.2.1.1.8.1|68x|9f7908400921fb54442d18
                1.3.6.1.2.1.1.8.2|68x|0900
                1.3.6.1.2.1.1.8.3|68x|9f7608ffffffffffffffff
                1.3.6.1.2.1.1.8.4|68x|9f7a08ffffffffffffffff
                1.3.6.1.2.1.1.8.5|68x|9f7b08ffffffffffffffff
                1.3.6.1.2.1.1.8.6|68x|
                1.3.6.1.2.1.1.8.7|68x|9f78047f800000
                1.3.6.1.2.1.1.8.8|68x|9f78047f7fffff
                1.3.6.1.2.1.1.8.9|68x|0102030405060708090a0b0c0d0e0f101112
                1.3.6.1.2.1.1.9.4294967295.0.4294967295|2|1
                1.3.6.1.2.1.2|2:error|status=nosuchinstance
                1.3.6.1.2.1.3|70|1
                """);
        StringBuilder fails = new StringBuilder();
        for (int i = 0; i < 60; i++) {
            fails.append("1.3.6.1.1.").append(i).append("|2|").append(i).append('\n');
        }
        fails.append("1.3.6.1.1.60|2:error|status=generror\n1.3.6.1.1.61|2|1\n");
        Files.writeString(recordings.resolve("fails.snmprec"), fails);
        Files.writeString(recordings.resolve("only-counters.snmprec"), "1.3.6.1.1.1|70|1\n");
        List<String> words = new ArrayList<>();
        WalkComparison.Result result = compare(RecordingFolder.find(recordings), words);
        assertThat(words).isEmpty();
        assertThat(result.identical()).isEqualTo(3);
        assertThat(result.rowsRecorded()).isEqualTo(45 + 62 + 1);
        assertThat(result.holds()).isTrue();
    }

    @Test
    void anEmptyWalkOfWhatHasRowsIsNoSuccess() throws IOException, InterruptedException {
        Path recordings = Files.createDirectory(folder.resolve("recordings"));
        Files.writeString(recordings.resolve("dead.snmprec"), "1.3.6.1.1.3|2:error|status=noaccess\n");
        Files.writeString(recordings.resolve("blank.snmprec"), "\n# nothing\n");
        List<String> words = new ArrayList<>();
        WalkComparison.Result result = compare(RecordingFolder.find(recordings), words);
        assertThat(result.empty()).isEqualTo(1);
        assertThat(result.withoutRows()).isEqualTo(1);
        assertThat(result.linesSkipped()).containsEntry("blank line", 1L).containsEntry("comment", 1L);
        assertThat(result.holds()).isFalse();
        assertThat(String.join("\n", words)).contains("dead: nothing walked of 1 rows");
    }

    /// What people keep in folders: nothing, junk, the same twice, odd names, packed wrongly.
    @Test
    void whateverIsInTheFolderIsServedOrCounted() throws IOException, InterruptedException {
        Path recordings = Files.createDirectories(folder.resolve("re cordings"));
        Path deep = Files.createDirectories(recordings.resolve("a/b c/d"));
        Files.createDirectory(recordings.resolve("folder.snmprec"));
        byte[] junk = new byte[2_000];
        new Random(SEED).nextBytes(junk);
        Files.write(recordings.resolve("junk.snmprec"), junk);
        Files.write(recordings.resolve("junk.walk"), junk);
        Files.write(recordings.resolve("junk"), junk);
        Files.write(recordings.resolve("junk.snmprec.bz2"), junk);
        Files.createFile(recordings.resolve("nothing.snmprec"));
        Files.writeString(recordings.resolve("read.me"), "1.3.6.1.2.1.1.1.0|4|not a recording");
        Files.createSymbolicLink(recordings.resolve("gone.snmprec"), recordings.resolve("nowhere"));
        Files.createSymbolicLink(recordings.resolve("around"), recordings);
        for (Path same : List.of(deep.resolve("x y.snmprec"), recordings.resolve("x.snmprec"), deep.resolve("plain"))) {
            Files.writeString(same, "1.3.6.1.2.1.1.1.0|4|x\n1.3.6.1.2.1.1.1.0|4|again\n");
        }
        Files.writeString(recordings.resolve("x.walk"), ".1.3.6.1.2.1.1.1.0 = STRING: \"x\"\nSNMPv2-MIB::a.0 = 1");
        Path executed = folder.resolve("executed");
        Files.writeString(
                recordings.resolve("runs.snmprec"),
                "1.3.6.1.2.1.1.1.0|4|x\r\n1.3.6.1.2.1.1.2.0|4:subprocess|touch " + executed
                        + "\n1.3.6.1.2.1.1.4.0|4x|zz\n1.3.6.1.2.1.1.6.0|67:numeric|rate=100,initial=5");
        List<String> words = new ArrayList<>();
        WalkComparison.Result result = compare(RecordingFolder.find(recordings), words);
        assertThat(words).allMatch(line -> line.contains(": no rows, skipped") || line.startsWith("cannot unpack "));
        assertThat(result.devices()).isEqualTo(5);
        assertThat(result.identical()).isEqualTo(5);
        assertThat(result.withoutRows()).isEqualTo(4);
        assertThat(result.rowsRecorded()).isEqualTo(6);
        assertThat(result.rowsWalked()).isEqualTo(6);
        assertThat(result.linesSkipped())
                .containsEntry("repeated OID", 3L)
                .containsEntry("subprocess", 1L)
                .containsEntry("symbolic name", 1L)
                .containsEntry("unreadable value", 1L)
                .containsEntry(RecordingFolder.UNREADABLE_FILE, 1L);
        assertThat(executed).doesNotExist();
    }

    @Test
    void aSampleOfRealRecordingsIsWalkedAsNetSnmpWalksThem() throws IOException, InterruptedException {
        String named = System.getenv("ZONDA_TEST_DATA");
        Path data = named != null ? Path.of(named) : Path.of(System.getProperty("zonda.root"), "..", "shared", "data");
        Path recordings = data.resolve("snmp");
        needs(Files.isDirectory(recordings), "recordings in " + recordings + "; name its parent in ZONDA_TEST_DATA");
        List<RecordingFolder.Found> small = new ArrayList<>();
        for (RecordingFolder.Found file : RecordingFolder.find(recordings)) {
            if (Files.size(file.file()) < LARGEST_SAMPLED_BYTES && !Known.isKnown(file)) {
                small.add(file);
            }
        }
        List<String> words = new ArrayList<>();
        WalkComparison.Result result = compare(WalkComparison.sample(small, SAMPLE, SEED), words);
        assertThat(words).as("seed " + SEED).allMatch(word -> word.contains(": no rows, skipped "));
        assertThat(result.holds()).isTrue();
        assertThat(result.rowsWalked()).isEqualTo(result.rowsRecorded());
    }
}
