package zonda.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ItemSlotsTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void doesWhatAMapDoes(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ItemSlots slots = new ItemSlots();
        Map<Long, Integer> model = new HashMap<>();
        List<Long> known = new ArrayList<>();
        long stride = seed % 2 == 0 ? 1 : 1L << 40;
        int most = 0;
        for (int step = 0; step < 20_000; step++) {
            String where = "seed " + seed + ", step " + step;
            if (known.isEmpty() || random.nextInt(5) < 3) {
                long id = 1 + random.nextInt(5_000) * stride;
                int slot = slots.assign(id);
                Integer before = model.put(id, slot);
                if (before == null) {
                    known.add(id);
                } else {
                    assertThat(slot).as(where).isEqualTo(before);
                }
            } else {
                int at = random.nextInt(known.size());
                long id = known.get(at);
                known.set(at, known.getLast());
                known.removeLast();
                int slot = slots.slotOf(id);
                assertThat(model.remove(id)).as(where).isEqualTo(slot);
                slots.release(id);
                assertThat(slots.itemIn(slot)).as(where).isZero();
                assertThat(slots.slotOf(id)).as(where).isEqualTo(ItemSlots.NONE);
            }
            most = Math.max(most, model.size());
            assertThat(slots.size()).as(where).isEqualTo(model.size());
        }
        assertThat(new java.util.HashSet<>(model.values()))
                .as("no two items share a slot, seed " + seed)
                .hasSize(model.size());
        model.forEach((id, slot) -> {
            assertThat(slots.slotOf(id)).as("seed " + seed).isEqualTo(slot);
            assertThat(slots.itemIn(slot)).as("seed " + seed).isEqualTo(id);
        });
        assertThat(slots.capacity())
                .as("slots stay dense: as many as there ever were items at once, seed " + seed)
                .isEqualTo(most);
    }

    @Test
    void givesNeighboursToNeighbours() {
        ItemSlots slots = new ItemSlots();
        for (int i = 0; i < 10_000; i++) {
            assertThat(slots.assign(1_000_000 + i)).isEqualTo(i);
        }
    }

    @Test
    void refusesIdsThatAreNone() {
        ItemSlots slots = new ItemSlots();
        assertThatThrownBy(() -> slots.assign(0)).hasMessageContaining("item id 0, wanted above 0");
        assertThatThrownBy(() -> slots.assign(-5)).hasMessageContaining("-5");
        slots.release(77);
        assertThat(slots.size()).isZero();
        assertThat(slots.itemIn(0)).isZero();
    }
}
