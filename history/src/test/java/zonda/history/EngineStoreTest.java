package zonda.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import zonda.model.ItemSlots;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;
import zonda.runtime.LocalDisk;
import zonda.runtime.Shard;

/// The engine keeps to the kit, with blocks sealed and the server started anew in the middle of
/// everything.
class EngineStoreTest extends HistoryStoreKit {
    /// Keeps what is of 1970.
    private static final HistorySettings SETTINGS = new HistorySettings(
            Duration.ofMillis(200), 1 << 20, 1 << 20, Duration.ofHours(2), 1 << 20, 0, Duration.ofDays(36_500));

    @TempDir
    private Path folder;

    private HandMachine machine;
    private ItemSlots slots;
    private History history;
    private long settled;

    @BeforeEach
    void open() {
        machine = new HandMachine(folder);
        slots = new ItemSlots();
        Shard log = machine.newShard(-1, "log", 64);
        Shard shard = machine.newShard(0, "shard-0", 64);
        history = History.open(
                machine, SETTINGS, log, List.of(new History.Writer(shard, slots)), _ -> 0, (read, all) -> {});
        shard.add(history.writer(0));
    }

    @AfterEach
    void close() {
        assertThat(history.faults()).isEmpty();
        history.close();
    }

    @Override
    HistoryStore store() {
        return history;
    }

    @Override
    int slot(long itemId) {
        return slots.assign(itemId);
    }

    @Override
    void settle() {
        if (settled++ % 2 == 0) {
            history.seal();
        }
        machine.settle();
        if (settled % 3 == 0) {
            history.merge();
            machine.settle();
        }
        assertThat(history.faults()).isEmpty();
    }

    /// A slot that was given to another item must not give that item the rows of the former one.
    @Test
    void keepsTheRowsOfAnItemWhoseSlotIsGivenToAnother() {
        ValueBatch batch = new ValueBatch();
        batch.addNumber(8, 3, 1, ValueKind.UNSIGNED, 80);
        batch.addNumber(9, 3, 1, ValueKind.UNSIGNED, 90);
        batch.addNumber(8, 4, 2, ValueKind.UNSIGNED, 81);
        batch.addNumber(9, 3, 2, ValueKind.UNSIGNED, 91);
        history.writer(0).accept(batch);
        history.writer(0).forget(4);
        for (int round = 0; round < 3; round++) {
            if (round == 2) {
                assertThat(history.reader().rows(9, 0, 9).size()).isEqualTo(2);
            }
            assertThat(RandomRows.texts(history.reader().rows(8, 0, 9)))
                    .containsExactly("1 UNSIGNED 50", "2 UNSIGNED 51");
            if (round == 0) {
                history.seal();
            }
            machine.settle();
        }
        assertThat(history.statistics().blockValues()).isEqualTo(4);
    }

    @Test
    void countsWhatItRefused() {
        ValueBatch batch = new ValueBatch();
        batch.addNumber(8, slot(8), 1, ValueKind.DOUBLE, Double.doubleToRawLongBits(Double.NaN));
        history.writer(0).accept(batch);
        assertThat(history.statistics().refusedValues()).isEqualTo(1);
        assertThat(history.statistics().receivedValues()).isZero();
    }

    @Test
    void findsEachOfThousandsOfItemsInABlock() {
        int items = 3_000;
        ValueBatch batch = new ValueBatch();
        for (int i = 0; i < items; i++) {
            long item = 7L + i * 3L;
            batch.addNumber(item, slot(item), 5, ValueKind.UNSIGNED, item * 2);
        }
        history.writer(0).accept(batch);
        history.seal();
        machine.settle();
        close();
        open();
        for (int i = 0; i < items; i++) {
            long item = 7L + i * 3L;
            assertThat(history.reader().last(new long[] {item}).bits[0]).isEqualTo(item * 2);
            assertThat(history.reader().last(new long[] {item + 1}).isEmpty()).isTrue();
        }
        assertThat(history.reader().last(new long[] {1}).isEmpty()).isTrue();
        assertThat(History.count(new LocalDisk(folder)).values()).isEqualTo(items);
    }
}
