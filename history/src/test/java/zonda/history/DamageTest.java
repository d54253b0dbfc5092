package zonda.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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

/// One bad chunk, or one row of a far future, spoils nothing else.
class DamageTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long NOW = 1_700_000_000L * SECOND;
    private static final int ITEMS = 200;

    @TempDir
    private Path folder;

    private HandMachine machine;
    private ItemSlots slots;
    private History history;

    @BeforeEach
    void open() {
        machine = new HandMachine(folder);
        slots = new ItemSlots();
        Shard log = machine.newShard(-1, "log", 64);
        Shard shard = machine.newShard(0, "shard-0", 64);
        HistorySettings settings = new HistorySettings(
                Duration.ofMillis(200), 1 << 20, 64 << 20, Duration.ofHours(2), 1 << 24, 0, Duration.ofDays(400));
        history = History.open(
                machine, settings, log, List.of(new History.Writer(shard, slots)), _ -> 0, (read, all) -> {});
        shard.add(history.writer(0));
    }

    private void put(long item, long time, long value) {
        ValueBatch batch = new ValueBatch();
        batch.addNumber(item, slots.assign(item), time, ValueKind.UNSIGNED, value);
        history.writer(0).accept(batch);
    }

    private void seal() {
        history.seal();
        machine.settle();
    }

    private boolean isSure(long item) {
        ValueBatch newest = new ValueBatch();
        return history.writer(0).newest(slots.assign(item), item, newest);
    }

    private List<String> blocks() throws IOException {
        try (Stream<Path> all = Files.list(folder.resolve("blocks"))) {
            return all.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void aBlockThatIsFoundDamagedByAReaderIsSetAsideWithAReportAndTheRestIsServed() throws IOException {
        for (int row = 0; row < 10; row++) {
            for (long item = 1; item <= ITEMS; item++) {
                put(item, NOW - (100 - row) * SECOND, item * 1_000_003 % 7_919 * row);
            }
        }
        seal();
        String name = blocks().getFirst();
        Path block = folder.resolve("blocks").resolve(name);
        byte[] bytes = Files.readAllBytes(block);
        bytes[100] ^= 4;
        Files.write(block, bytes);
        int read = 0;
        for (long item = 1; item <= ITEMS; item++) {
            read += history.reader().rows(item, 0, Long.MAX_VALUE).size();
        }
        assertThat(read).isBetween((ITEMS - 20) * 10, (ITEMS - 1) * 10);
        assertThat(history.faults()).hasSize(1).first().asString().contains(name, "checksum");
        machine.nanos += 20 * SECOND;
        machine.settle();
        machine.settle();
        assertThat(blocks()).contains(name + ".damaged", name + ".damaged.txt").doesNotContain(name);
        assertThat(Files.readString(folder.resolve("blocks").resolve(name + ".damaged.txt")))
                .contains(name, "values of 200 items, 2000 rows", "2023-11-14T22:11:40Z", "wrong checksum");
        int left = 0;
        for (long item = 1; item <= ITEMS; item++) {
            left += history.reader().rows(item, 0, Long.MAX_VALUE).size();
        }
        assertThat(left).isEqualTo(read);
        history.close();
        open();
        assertThat(history.faults()).isEmpty();
        assertThat(StoreTools.check(new LocalDisk(folder), (_, _) -> {}).isSound())
                .isTrue();
        history.close();
    }

    /// One flipped bit in each byte of the header and the footer, and in bytes of chunks, index and
    /// summary, found at a start.
    @Test
    void aBitFlippedInAnyPartOfABlockTakesNothingOfTheOthersAndTheBlockStays() throws IOException {
        for (long item = 1; item <= ITEMS; item++) {
            put(item, NOW - 100 * SECOND, item);
        }
        seal();
        String name = blocks().getFirst();
        for (long item = 1; item <= ITEMS; item++) {
            put(item, NOW - 50 * SECOND, item * 3);
        }
        seal();
        history.close();
        Path block = folder.resolve("blocks").resolve(name);
        byte[] whole = Files.readAllBytes(block);
        List<Integer> places = new java.util.ArrayList<>();
        int footer = whole.length - 92;
        for (int at = 0; at < whole.length; at += at < 16 || at >= footer ? 1 : 1 + (footer - 16) / 20) {
            places.add(at);
        }
        places.add(footer - 3);
        Path data = folder;
        for (int at : places) {
            String where = "byte " + at + " of " + whole.length;
            folder = data.resolveSibling(data.getFileName() + "-" + at);
            try (Stream<Path> all = Files.walk(data)) {
                for (Path path : all.sorted().toList()) {
                    Files.copy(path, folder.resolve(data.relativize(path).toString()));
                }
            }
            byte[] damaged = whole.clone();
            damaged[at] ^= (byte) (1 << at % 8);
            Files.write(folder.resolve("blocks").resolve(name), damaged);
            open();
            int newer = 0;
            for (long item = 1; item <= ITEMS; item++) {
                newer += history.reader()
                        .rows(item, NOW - 60 * SECOND, Long.MAX_VALUE)
                        .size();
                assertThat(history.reader().rows(item, 0, NOW - 60 * SECOND).size())
                        .as(where)
                        .isBetween(0, 1);
            }
            assertThat(newer).as(where).isEqualTo(ITEMS);
            assertThat(history.faults()).as(where).isNotEmpty().allMatch(words -> words.contains(name));
            if (at < 16 || at >= footer) {
                assertStaysAside(name, damaged, where);
            }
            history.close();
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path path : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
        folder = data;
    }

    /// Through a seal, whose manifest has it no more, and another start.
    private void assertStaysAside(String name, byte[] damaged, String where) throws IOException {
        put(1, NOW, 9);
        seal();
        history.close();
        open();
        assertThat(history.faults()).as(where).isEmpty();
        assertThat(folder.resolve("blocks").resolve(name + ".damaged"))
                .as(where)
                .hasBinaryContent(damaged);
        assertThat(Files.readString(folder.resolve("blocks").resolve(name + ".damaged.txt")))
                .as(where)
                .contains(name, damaged.length + " bytes", "its values are missing", "held ");
    }

    @Test
    void aRowOfAFarFutureLeavesItSureWhatIsNewestOfAllOthers() {
        put(1, NOW - 50 * SECOND, 1);
        put(2, NOW + 1_000_000 * SECOND, 2);
        put(3, NOW - 40 * SECOND, 3);
        seal();
        history.close();
        open();
        assertThat(history.newestSealedNanos(1)).isEqualTo(NOW - 40 * SECOND);
        assertThat(history.newestSealedNanos(2)).isEqualTo(NOW + 1_000_000 * SECOND);
        put(1, NOW, 11);
        put(2, NOW, 12);
        put(3, NOW - 60 * SECOND, 13);
        put(4, NOW, 14);
        assertThat(isSure(1)).isTrue();
        assertThat(isSure(2)).as("its newest is in the block").isFalse();
        assertThat(isSure(3)).isFalse();
        assertThat(isSure(4)).isTrue();
        assertThat(history.reader().last(new long[] {1, 2, 3, 4}).bits).startsWith(11, 2, 3, 14);
        put(2, NOW + 2_000_000 * SECOND, 22);
        assertThat(isSure(2)).isTrue();
        machine.settle();
        history.writer(0).forget(slots.assign(2));
        put(5, NOW + SECOND, 15);
        assertThat(isSure(5)).as("what was forgotten was ahead").isTrue();
        history.close();
    }
}
