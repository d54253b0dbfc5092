package zonda.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import zonda.runtime.simulation.SeededRandom;

/// [TimerWheel] against a sorted map.
class TimerWheelTest {
    private static final long TICK = 1_000_000L;

    /// What the wheel should be: payloads by tick, in the order of scheduling.
    private static final class Model {
        private final TreeMap<Long, List<Long>> waiting = new TreeMap<>();
        private final TreeMap<Long, Long> tickOf = new TreeMap<>();
        private long hand;

        void schedule(long tick, long payload) {
            long kept = Math.max(hand, tick);
            waiting.computeIfAbsent(kept, _ -> new ArrayList<>()).add(payload);
            tickOf.put(payload, kept);
        }

        void remove(long payload) {
            long tick = Objects.requireNonNull(tickOf.remove(payload));
            List<Long> list = Objects.requireNonNull(waiting.get(tick));
            list.remove(payload);
            if (list.isEmpty()) {
                waiting.remove(tick);
            }
        }

        /// The next payload that is due, or -1.
        long next(long nowTick) {
            if (waiting.isEmpty() || waiting.firstKey() > nowTick) {
                hand = Math.max(hand, nowTick + 1);
                return -1;
            }
            hand = waiting.firstKey();
            long payload = waiting.firstEntry().getValue().getFirst();
            remove(payload);
            return payload;
        }

        /// Expiry ended before its time was reached.
        void stopped() {
            if (!waiting.containsKey(hand)) {
                hand++;
            }
        }
    }

    /// One random run of a wheel and its model.
    private static final class Trial {
        private final SeededRandom random;
        private final long start;
        private final TimerWheel wheel;
        private final Model model = new Model();
        private final TreeMap<Long, Integer> handles = new TreeMap<>();
        private long payloads;
        private long nowTick;

        Trial(long seed) {
            random = new SeededRandom(seed);
            start = random.between(-1L << 60, 1L << 60);
            wheel = new TimerWheel(TICK, start);
        }

        void step() {
            switch (random.below(8)) {
                case 0, 1, 2 -> schedule();
                case 3 -> cancel();
                default -> {
                    nowTick += distance();
                    expire(random.chance(0.3) ? random.between(1, 5) : 1_000_000);
                }
            }
            assertThat(wheel.size()).isEqualTo(model.tickOf.size());
            checkNextDeadline();
        }

        private long distance() {
            return switch (random.below(10)) {
                case 0, 1, 2, 3 -> random.below(3);
                case 4, 5, 6 -> random.below(400);
                case 7 -> random.below(100_000);
                case 8 -> random.below(1L << 22);
                // Beyond 49 days, now and then.
                default -> random.below(random.chance(0.02) ? 1L << 34 : 70_000);
            };
        }

        private void schedule() {
            long tick = Math.max(-10, nowTick + distance() - random.below(100));
            if (random.chance(0.3)) {
                // Two timers of one tick, one of them scheduled long before.
                tick = tick >> 6 << 6;
            }
            long payload = payloads++;
            handles.put(payload, wheel.schedule(start + tick * TICK - random.below(TICK), payload));
            model.schedule(tick, payload);
        }

        private void cancel() {
            if (handles.isEmpty()) {
                return;
            }
            long from = random.between(handles.firstKey(), handles.lastKey());
            Map.Entry<Long, Integer> chosen = Objects.requireNonNull(handles.ceilingEntry(from));
            handles.remove(chosen.getKey());
            wheel.cancel(chosen.getValue());
            model.remove(chosen.getKey());
        }

        private void expire(int most) {
            int[] seen = {0};
            int count = wheel.expire(start + nowTick * TICK + random.below(TICK), most, payload -> {
                assertThat(payload).isEqualTo(model.next(nowTick));
                handles.remove(payload);
                if (seen[0]++ < 20 && random.chance(0.2)) {
                    schedule();
                } else if (random.chance(0.1)) {
                    cancel();
                }
            });
            assertThat(count).isEqualTo(seen[0]);
            if (count == most) {
                model.stopped();
            } else {
                assertThat(model.next(nowTick)).isEqualTo(-1);
            }
        }

        private void checkNextDeadline() {
            long next = wheel.nextDeadlineNanos();
            if (model.waiting.isEmpty()) {
                assertThat(next).isEqualTo(Long.MAX_VALUE);
                return;
            }
            long first = model.waiting.firstKey();
            assertThat(next).isLessThanOrEqualTo(start + first * TICK);
            if (first >>> 8 == model.hand >>> 8) {
                assertThat(next).isEqualTo(start + first * TICK);
            }
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void behavesAsASortedMapOfLists(long seed) {
        Trial trial = new Trial(seed);
        for (int step = 0; step < 20_000; step++) {
            trial.step();
        }
    }

    @Test
    void timersOfOneTickExpireInTheOrderOfSchedulingAlsoWhenOneWasFarAway() {
        TimerWheel wheel = new TimerWheel(TICK, 0);
        wheel.schedule(260 * TICK, 1);
        wheel.expire(10 * TICK, 10, _ -> {});
        wheel.schedule(260 * TICK, 2);
        List<Long> expired = new ArrayList<>();
        wheel.expire(260 * TICK, 10, expired::add);
        assertThat(expired).containsExactly(1L, 2L);
    }

    @Test
    void neverExpiresBeforeTheDeadlineAndAtMostATickAfterIt() {
        TimerWheel wheel = new TimerWheel(TICK, 0);
        wheel.schedule(5 * TICK + 1, 1);
        assertThat(wheel.expire(5 * TICK + 1, 10, _ -> {})).isZero();
        assertThat(wheel.expire(6 * TICK, 10, _ -> {})).isEqualTo(1);
    }

    @Test
    void aDeadlineAtTheEndOfTimeWaitsThere() {
        for (long start : new long[] {-1L << 60, 0, 1L << 60}) {
            TimerWheel wheel = new TimerWheel(TICK, start);
            wheel.schedule(Long.MAX_VALUE, 1);
            wheel.schedule(Long.MIN_VALUE, 2);
            List<Long> expired = new ArrayList<>();
            wheel.expire(start + (1L << 58), 10, expired::add);
            assertThat(expired).containsExactly(2L);
            assertThat(wheel.nextDeadlineNanos()).isGreaterThan(start + (1L << 58));
        }
    }

    @Test
    void cancellingWhatDoesNotWaitIsAFaultOfTheCaller() {
        TimerWheel wheel = new TimerWheel(TICK, 0);
        int timer = wheel.schedule(TICK, 1);
        wheel.cancel(timer);
        assertThatThrownBy(() -> wheel.cancel(timer))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("does not wait");
    }

    @Test
    void refusesATickOfNothing() {
        assertThatThrownBy(() -> new TimerWheel(0, 0)).hasMessageContaining("tick of 0 ns, wanted above 0");
    }
}
