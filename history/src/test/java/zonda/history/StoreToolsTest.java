package zonda.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import zonda.model.ItemSlots;
import zonda.model.ValueBatch;
import zonda.runtime.LocalDisk;
import zonda.runtime.Shard;
import zonda.runtime.simulation.SeededRandom;

/// Looking into a data folder whose server does not run.
class StoreToolsTest {
    private static final int ITEMS = 150;
    private static final long MINUTE = 60_000_000_000L;

    @TempDir
    private Path folder;

    private final Map<Long, List<String>> wanted = new TreeMap<>();
    private LocalDisk disk = new LocalDisk(Path.of("."));

    /// Two blocks, and a part that is only in the log.
    @BeforeEach
    void fill() {
        disk = new LocalDisk(folder);
        HandMachine machine = new HandMachine(disk);
        ItemSlots slots = new ItemSlots();
        Shard log = machine.newShard(-1, "log", 64);
        Shard shard = machine.newShard(0, "shard-0", 64);
        HistorySettings settings = new HistorySettings(
                Duration.ofMillis(200), 1 << 20, 64 << 20, Duration.ofHours(2), 1 << 24, 0, Duration.ofDays(36_500));
        try (History history = History.open(
                machine, settings, log, List.of(new History.Writer(shard, slots)), _ -> 0, (read, all) -> {})) {
            shard.add(history.writer(0));
            SeededRandom random = new SeededRandom(1);
            for (int minute = 0; minute < 60; minute++) {
                ValueBatch batch = new ValueBatch();
                for (long item = 1; item <= ITEMS; item++) {
                    RandomRows.add(batch, item, slots.assign(item), minute * MINUTE, random);
                    wanted.computeIfAbsent(item, _ -> new ArrayList<>()).add(RandomRows.text(batch, batch.size() - 1));
                }
                history.writer(0).accept(batch);
                if (minute == 20 || minute == 40) {
                    history.seal();
                    machine.settle();
                }
            }
            machine.settle();
        }
    }

    private Map<Long, List<String>> dumped(long from, long to, List<String> faults) {
        Map<Long, List<String>> found = new TreeMap<>();
        StoreTools.dump(
                disk,
                item -> item != 7,
                from,
                to,
                rows -> assertThat(found.put(rows.itemIds[0], RandomRows.texts(rows)))
                        .isNull(),
                faults::add,
                (read, all) -> assertThat(read).isBetween(0L, all));
        return found;
    }

    @Test
    void checksAllAndFindsItSound() {
        List<Long> progress = new ArrayList<>();
        StoreReport report = StoreTools.check(disk, (read, all) -> progress.add(all - read));
        assertThat(report.isSound()).isTrue();
        assertThat(report.blocks()).hasSize(2).allMatch(block -> block.readable() && block.items() == ITEMS);
        assertThat(report.blocks().getFirst().rows()).isEqualTo(21L * ITEMS);
        assertThat(report.blocks().getFirst().lastNanos()).isEqualTo(20 * MINUTE);
        assertThat(report.logValues()).isEqualTo(19L * ITEMS);
        assertThat(progress).endsWith(0L);
    }

    @Test
    void dumpsBlocksAndLogItemByItem() {
        List<String> faults = new ArrayList<>();
        Map<Long, List<String>> all = new TreeMap<>(wanted);
        all.remove(7L);
        assertThat(dumped(Long.MIN_VALUE, Long.MAX_VALUE, faults)).isEqualTo(all);
        all.replaceAll((_, rows) -> rows.subList(10, 51));
        assertThat(dumped(10 * MINUTE, 50 * MINUTE, faults)).isEqualTo(all);
        assertThat(faults).isEmpty();
    }

    @Test
    void tellsWhereTheBytesAre() throws Exception {
        StoreShares shares = StoreTools.shares(disk, 10, (read, all) -> {});
        long onDisk;
        try (Stream<Path> blocks = Files.list(folder.resolve("blocks"))) {
            onDisk = blocks.mapToLong(path -> path.toFile().length()).sum();
        }
        assertThat(shares.values()).isEqualTo(41L * ITEMS);
        assertThat(shares.valueBytes()).isEqualTo(onDisk);
        assertThat(shares.encodings().stream()
                        .mapToLong(StoreShares.EncodingShare::bytes)
                        .sum())
                .isEqualTo(onDisk);
        assertThat(shares.items()).hasSize(10).isSortedAccordingTo((a, b) -> Long.compare(b.bytes(), a.bytes()));
        assertThat(shares.bytesPerValue()).isPositive();
        assertThat(shares.logBytes()).isPositive();
    }

    @Test
    void mergesAllBlocksAndLosesNothing() {
        StoreTools.Compacted compacted = StoreTools.compact(
                disk,
                100 * 24 * 60 * MINUTE,
                _ -> {},
                (read, all) -> assertThat(read).isBetween(0L, all));
        assertThat(compacted.blocksBefore()).isEqualTo(2);
        assertThat(compacted.blocksAfter()).as("a day and its trends").isEqualTo(2);
        assertThat(StoreTools.check(disk, (read, all) -> {}).isSound()).isTrue();
        Map<Long, List<String>> all = new TreeMap<>(wanted);
        all.remove(7L);
        assertThat(dumped(Long.MIN_VALUE, Long.MAX_VALUE, new ArrayList<>())).isEqualTo(all);
    }

    @Test
    void tellsADamagedChunkAndReadsTheRest() throws Exception {
        Path block;
        try (Stream<Path> blocks = Files.list(folder.resolve("blocks"))) {
            block = blocks.sorted().findFirst().orElseThrow();
        }
        byte[] bytes = Files.readAllBytes(block);
        bytes[200] ^= 4;
        Files.write(block, bytes);
        StoreReport report = StoreTools.check(disk, (read, all) -> {});
        assertThat(report.isSound()).isFalse();
        StoreReport.BlockReport damaged = report.blocks().getFirst();
        assertThat(damaged.faults()).hasSize(1);
        assertThat(damaged.rows() - damaged.readRows()).isEqualTo(21);
        List<String> faults = new ArrayList<>();
        assertThat(dumped(Long.MIN_VALUE, Long.MAX_VALUE, faults)).hasSize(ITEMS - 1);
        assertThat(faults).hasSize(1);
        List<String> told = new ArrayList<>();
        StoreTools.compact(disk, 100 * 24 * 60 * MINUTE, told::add, (read, all) -> {});
        assertThat(told).hasSize(1);
        assertThat(dumped(Long.MIN_VALUE, Long.MAX_VALUE, new ArrayList<>())).hasSize(ITEMS - 1);
        assertThat(Files.exists(Path.of(block + ".damaged"))).isTrue();
        block = folder.resolve("blocks/"
                + StoreTools.check(disk, (read, all) -> {}).blocks().getFirst().name());
        Files.write(block, new byte[10]);
        assertThat(StoreTools.check(disk, (read, all) -> {}).blocks().getFirst().readable())
                .isFalse();
    }
}
