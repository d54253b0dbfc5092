package zonda.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import zonda.model.ItemSlots;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;
import zonda.runtime.LocalDisk;
import zonda.runtime.Shard;

/// A segment's file is used again once its values are in blocks, and nothing of its former life
/// comes back.
class SegmentsUsedAgainTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long NOW = 1_700_000_000L * SECOND;
    private static final int MANY = 500;

    @TempDir
    private Path folder;

    /// The rows of item 1 that were put, in order.
    private final List<String> put = new ArrayList<>();

    private HandMachine machine;
    private ItemSlots slots;
    private History history;

    @BeforeEach
    void open() {
        open(folder);
    }

    private void open(Path data) {
        machine = new HandMachine(data);
        slots = new ItemSlots();
        Shard log = machine.newShard(-1, "log", 64);
        Shard shard = machine.newShard(0, "shard-0", 64);
        HistorySettings settings = new HistorySettings(
                Duration.ofMillis(200), 1 << 20, 64 << 20, Duration.ofHours(2), 1 << 24, 0, Duration.ofDays(400));
        history = History.open(
                machine, settings, log, List.of(new History.Writer(shard, slots)), _ -> 0, (read, all) -> {});
        shard.add(history.writer(0));
    }

    /// Puts rows, each in a frame of its own, synced.
    private void put(int rows) {
        for (int i = 0; i < rows; i++) {
            ValueBatch batch = new ValueBatch();
            long value = put.size() * 7_919L;
            batch.addNumber(1, slots.assign(1), NOW + put.size() * SECOND, ValueKind.UNSIGNED, value);
            history.writer(0).accept(batch);
            history.writer(0).commitSoon();
            machine.settle();
            put.add(RandomRows.text(batch, 0));
        }
    }

    private void seal() {
        history.seal();
        machine.settle();
        machine.settle();
    }

    private List<Path> log(Path data, String ending) throws IOException {
        try (Stream<Path> all = Files.list(data.resolve("log"))) {
            return all.filter(path -> path.toString().endsWith(ending)).sorted().toList();
        }
    }

    private List<String> read() {
        return RandomRows.texts(history.reader().rows(1, Long.MIN_VALUE, Long.MAX_VALUE));
    }

    /// What a crash at this moment leaves.
    private Path copied(String name) throws IOException {
        Path copy = folder.resolveSibling(folder.getFileName() + "-" + name);
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted().toList()) {
                Files.copy(path, copy.resolve(folder.relativize(path).toString()));
            }
        }
        return copy;
    }

    private void remove(Path copy) throws IOException {
        try (Stream<Path> all = Files.walk(copy)) {
            for (Path path : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    /// Fills a segment, seals it, and puts a few rows, which stand in the same file.
    private long fewRowsInAFileOfMany() throws IOException {
        put(MANY);
        long size = Files.size(log(folder, ".log").getLast());
        seal();
        assertThat(log(folder, ".spare")).hasSize(1);
        put(5);
        assertThat(log(folder, ".spare")).isEmpty();
        assertThat(Files.size(log(folder, ".log").getLast())).isEqualTo(size);
        return size;
    }

    @Test
    void aSealedSegmentsFileTakesTheNextOnesRecordsAndKeepsItsRoom() throws IOException {
        long size = fewRowsInAFileOfMany();
        assertThat(history.statistics().logBytesOnDisk()).isEqualTo(size);
        assertThat(read()).isEqualTo(put);
        seal();
        put(3);
        Path crashed = copied("crashed");
        history.close();
        open(crashed);
        assertThat(read()).isEqualTo(put);
        assertThat(history.faults()).isEmpty();
        assertThat(history.statistics().recoveredValues()).isEqualTo(3);
        assertThat(log(crashed, ".spare")).isEmpty();
        history.close();
        assertThat(StoreTools.check(new LocalDisk(crashed), (_, _) -> {}).isSound())
                .isTrue();
        remove(crashed);
    }

    /// Every cut of the last write: up to it the new bytes, behind it the former life's.
    @Test
    void aLastWriteThatWasCutShortAtAnyByteLeavesNothingOfTheFormerLife() throws IOException {
        put(MANY);
        seal();
        Path spare = log(folder, ".spare").getFirst();
        byte[] former = Files.readAllBytes(spare);
        put(4);
        long before = end(former, Files.readAllBytes(log(folder, ".log").getLast()));
        put(1);
        byte[] now = Files.readAllBytes(log(folder, ".log").getLast());
        int end = (int) end(former, now);
        assertThat(end).isGreaterThan((int) before);
        for (int cut = (int) before; cut <= end; cut++) {
            byte[] torn = now.clone();
            System.arraycopy(former, cut, torn, cut, former.length - cut);
            Path crashed = copied("cut-" + cut);
            Files.write(log(crashed, ".log").getLast(), torn);
            History whole = history;
            HandMachine wholeMachine = machine;
            open(crashed);
            List<String> there = read();
            assertThat(there).as("cut at byte %d", cut).isEqualTo(put.subList(0, there.size()));
            assertThat(there).as("cut at byte %d", cut).hasSize(cut == end ? put.size() : put.size() - 1);
            assertThat(history.faults()).as("cut at byte %d", cut).isEmpty();
            history.close();
            remove(crashed);
            history = whole;
            machine = wholeMachine;
        }
    }

    /// The power goes between the new name and the new header: the file holds its former life,
    /// whole, under the new number.
    @Test
    void aFileThatHasItsNewNameAndNotYetItsHeaderHoldsNothing() throws IOException {
        put(MANY);
        seal();
        Path crashed = copied("named");
        Files.move(log(crashed, ".spare").getFirst(), crashed.resolve("log").resolve("000000000009.log"));
        history.close();
        open(crashed);
        assertThat(read()).isEqualTo(put);
        assertThat(history.faults()).isEmpty();
        assertThat(history.statistics().recoveredValues()).isZero();
        put(2);
        assertThat(read()).isEqualTo(put);
        history.close();
        remove(crashed);
    }

    /// Behind the last byte that differs.
    private static long end(byte[] former, byte[] now) {
        int end = former.length;
        while (former[end - 1] == now[end - 1]) {
            end--;
        }
        return end;
    }
}
