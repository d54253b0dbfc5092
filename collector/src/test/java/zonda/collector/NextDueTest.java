package zonda.collector;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NextDueTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void slotsAreWholeIntervalsAndThePhase() {
        assertThat(NextDue.slotAfter(100 * SECOND, 60 * SECOND, 7 * SECOND)).isEqualTo(127 * SECOND);
        assertThat(NextDue.slotAfter(127 * SECOND, 60 * SECOND, 7 * SECOND)).isEqualTo(187 * SECOND);
        assertThat(NextDue.slotAfter(127 * SECOND - 1, 60 * SECOND, 7 * SECOND)).isEqualTo(127 * SECOND);
        assertThat(NextDue.slotAtOrAfter(127 * SECOND, 60 * SECOND, 7 * SECOND)).isEqualTo(127 * SECOND);
        assertThat(NextDue.slotAtOrBefore(126 * SECOND, 60 * SECOND, 7 * SECOND))
                .isEqualTo(67 * SECOND);
    }

    @Test
    void slotsAreThoseBeforeTheEpochToo() {
        assertThat(NextDue.slotAfter(-1, 60 * SECOND, 0)).isZero();
        assertThat(NextDue.slotAfter(-61 * SECOND, 60 * SECOND, 0)).isEqualTo(-60 * SECOND);
    }

    @Test
    void aPhaseIsTheSameInEachProcess() {
        assertThat(NextDue.phase(4711, 60 * SECOND)).isEqualTo(NextDue.phase(4711, 60 * SECOND));
        assertThat(NextDue.phase(1, 60 * SECOND)).isEqualTo(45_542_000_000L);
    }

    @Test
    void phasesOfInterfacesAreSpreadEvenlyOverTheInterval() {
        int[] perSecond = new int[60];
        for (long id = 1; id <= 60_000; id++) {
            perSecond[(int) (NextDue.phase(id, 60 * SECOND) / SECOND)]++;
        }
        for (int count : perSecond) {
            assertThat(count).isBetween(850, 1150);
        }
    }
}
