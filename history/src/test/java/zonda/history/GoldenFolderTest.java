package zonda.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import zonda.model.ItemSlots;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;
import zonda.runtime.Shard;
import zonda.runtime.simulation.SeededRandom;

/// A data folder as each version of the formats wrote it is read as it was. A folder stays in
/// `src/test/resources/golden` for ever, under the versions of log, blocks and manifest.
///
/// A change of a format gets a new folder: `-Dzonda.golden.write=true` writes it.
class GoldenFolderTest {
    private static final String NEWEST = "log-2-block-3-manifest-1";
    private static final Path ALL = Path.of("src", "test", "resources", "golden");
    private static final long MINUTE = 60_000_000_000L;
    private static final long DAY = 1440 * MINUTE;
    private static final long START = 1_700_000_000_000_000_000L / DAY * DAY - 2 * DAY;
    private static final int ITEMS = 9;

    @TempDir
    private Path folder;

    private record Rig(HandMachine machine, ItemSlots slots, History history) {
        static Rig open(Path folder) {
            HandMachine machine = new HandMachine(folder);
            ItemSlots slots = new ItemSlots();
            Shard log = machine.newShard(-1, "log", 64);
            Shard shard = machine.newShard(0, "shard-0", 64);
            HistorySettings settings = new HistorySettings(
                    Duration.ofMillis(200),
                    64 << 10,
                    1 << 24,
                    Duration.ofHours(2),
                    1 << 20,
                    0,
                    Duration.ofDays(36_500));
            History history = History.open(
                    machine, settings, log, List.of(new History.Writer(shard, slots)), _ -> 0, (read, all) -> {});
            shard.add(history.writer(0));
            return new Rig(machine, slots, history);
        }
    }

    /// Blocks of all levels and contents, and a log that is not sealed.
    private static void fill(Rig rig) {
        SeededRandom random = new SeededRandom(2);
        ShardHistory writer = rig.history.writer(0);
        for (int step = 0; step < 60; step++) {
            ValueBatch batch = new ValueBatch();
            for (long item = 1; item <= ITEMS; item++) {
                int slot = rig.slots.assign(item);
                long time = START + step * 50L * MINUTE;
                switch ((int) item) {
                    case 1 ->
                        batch.addNumber(item, slot, time, ValueKind.UNSIGNED, step * 60_000L + random.below(9_000));
                    case 2 ->
                        batch.addNumber(
                                item,
                                slot,
                                time + random.below(9) * 1_000_000L,
                                ValueKind.DOUBLE,
                                Double.doubleToRawLongBits((2_000 + random.below(50)) / 100.0));
                    case 3 -> batch.addNumber(item, slot, time, ValueKind.UNSIGNED, step < 30 ? 1 : 2);
                    case 4 ->
                        batch.addNumber(
                                item, slot, time, ValueKind.DOUBLE, Double.doubleToRawLongBits(Math.sqrt(step + 2)));
                    case 5 ->
                        batch.addText(item, slot, time, ValueKind.TEXT, "Linux host " + step % 4 + " #1 SMP x86_64");
                    default -> RandomRows.add(batch, item, slot, time, random);
                }
            }
            writer.accept(batch);
            writer.putStates(List.of(new StateEntry("key " + step % 7, new byte[] {(byte) step})));
            if (step % 8 == 7) {
                rig.history.seal();
                rig.machine.settle();
            }
            if (step == 40) {
                rig.history.merge();
                rig.machine.settle();
            }
        }
        rig.machine.settle();
    }

    /// All that can be read, as text.
    private static String told(History history) {
        List<String> lines = new ArrayList<>();
        for (long item = 1; item <= ITEMS; item++) {
            long id = item;
            RandomRows.texts(history.reader().rows(item, Long.MIN_VALUE, Long.MAX_VALUE))
                    .forEach(row -> lines.add(id + " " + row));
            HourlyTrends hours = history.reader().trends(item, Long.MIN_VALUE, Long.MAX_VALUE);
            for (int i = 0; i < hours.size(); i++) {
                lines.add(item + " hour " + hours.epochNanos()[i] + " " + hours.count()[i] + " " + hours.min()[i] + " "
                        + hours.avg()[i] + " " + hours.max()[i]);
            }
        }
        history.states().forEach((key, value) -> lines.add(key + " = " + value[0]));
        return String.join("\n", lines) + "\n";
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path path : all.sorted(Comparator.naturalOrder()).toList()) {
                Path target = to.resolve(from.relativize(path).toString());
                if (Files.isDirectory(path)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(path, target);
                }
            }
        }
    }

    @Test
    void readsTheFoldersOfAllVersions() throws IOException {
        if (Boolean.getBoolean("zonda.golden.write")) {
            Path data = Files.createDirectories(ALL.resolve(NEWEST).resolve("data"));
            Rig rig = Rig.open(data);
            fill(rig);
            Files.writeString(ALL.resolve(NEWEST).resolve("rows.txt"), told(rig.history));
            rig.history.close();
        }
        List<Path> versions;
        try (Stream<Path> all = Files.list(ALL)) {
            versions = all.sorted().toList();
        }
        assertThat(versions).contains(ALL.resolve(NEWEST));
        for (Path version : versions) {
            Path mine = folder.resolve(version.getFileName().toString());
            copy(version.resolve("data"), mine);
            Rig rig = Rig.open(mine);
            assertThat(told(rig.history))
                    .as(version.toString())
                    .isEqualTo(Files.readString(version.resolve("rows.txt"), StandardCharsets.UTF_8));
            assertThat(rig.history.faults()).as(version.toString()).isEmpty();
            assertThat(rig.history.statistics().blocks()).isPositive();
            assertThat(rig.history.statistics().recoveredValues()).isPositive();
            rig.history.close();
        }
    }
}
