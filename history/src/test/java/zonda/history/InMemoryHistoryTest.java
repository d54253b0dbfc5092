package zonda.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class InMemoryHistoryTest extends HistoryStoreKit {
    private final InMemoryHistory history = new InMemoryHistory(1);

    @Override
    HistoryStore store() {
        return history;
    }

    @Override
    int slot(long itemId) {
        return -1;
    }

    @Override
    void settle() {
        // there is nothing to move
    }

    @Test
    void keepsTheNewestStateOfAKey() {
        history.writer(0).putStates(List.of(new StateEntry("a", new byte[] {1}), new StateEntry("b", new byte[] {2})));
        history.writer(0).putStates(List.of(new StateEntry("a", new byte[0])));
        assertThat(history.states()).containsOnlyKeys("b");
    }
}
