package zonda.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MailboxTest {
    private long nanos = 100;
    private final Mailbox mailbox = new Mailbox(4, () -> nanos);
    private final List<Integer> seen = new ArrayList<>();

    @Test
    void runsMessagesOldestFirstAndNoMoreThanAsked() {
        for (int i = 0; i < 4; i++) {
            int number = i;
            assertThat(mailbox.offer(() -> seen.add(number))).isTrue();
        }
        assertThat(mailbox.drain(3)).isEqualTo(3);
        assertThat(seen).containsExactly(0, 1, 2);
        assertThat(mailbox.depth()).isEqualTo(1);
        assertThat(mailbox.drain(3)).isEqualTo(1);
        assertThat(mailbox.isEmpty()).isTrue();
        assertThat(mailbox.handled()).isEqualTo(4);
    }

    @Test
    void refusesAndCountsWhatDoesNotFitAndTakesAgainAfterwards() {
        for (int i = 0; i < mailbox.capacity(); i++) {
            assertThat(mailbox.offer(() -> {})).isTrue();
        }
        assertThat(mailbox.offer(() -> seen.add(9))).isFalse();
        assertThat(mailbox.refusals()).isEqualTo(1);
        mailbox.drain(1);
        assertThat(mailbox.offer(() -> seen.add(10))).isTrue();
        mailbox.drain(100);
        assertThat(seen).containsExactly(10);
    }

    @Test
    void tellsHowLongTheOldestHasWaited() {
        assertThat(mailbox.oldestAgeNanos()).isZero();
        mailbox.offer(() -> {});
        nanos += 50;
        mailbox.offer(() -> {});
        nanos += 7;
        assertThat(mailbox.oldestAgeNanos()).isEqualTo(57);
        mailbox.drain(1);
        assertThat(mailbox.oldestAgeNanos()).isEqualTo(7);
    }

    @Test
    void aMessageThatThrowsIsHandledAndTheNextOneIsNotLost() {
        mailbox.offer(() -> {
            throw new IllegalArgumentException("broken");
        });
        mailbox.offer(() -> seen.add(1));
        assertThatThrownBy(() -> mailbox.drain(10)).hasMessage("broken");
        assertThat(mailbox.handled()).isEqualTo(1);
        mailbox.drain(10);
        assertThat(seen).containsExactly(1);
    }

    @Test
    void messagesSentByAMessageRunInALaterPlace() {
        mailbox.offer(() -> mailbox.offer(() -> seen.add(2)));
        mailbox.offer(() -> seen.add(1));
        mailbox.drain(10);
        assertThat(seen).containsExactly(1, 2);
    }
}
