package zonda.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ShardTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private long nanos = 1_000;
    private final List<String> seen = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private int wakes;

    private Shard shard() {
        Waiter waiter = new Waiter() {
            @Override
            public void await(long waitNanos) {
                throw new IllegalStateException("the test turns the crank");
            }

            @Override
            public void wake() {
                wakes++;
            }
        };
        return new Shard(0, () -> nanos, waiter, 8, (where, fault) -> faults.add(where + ": " + fault.getMessage()));
    }

    private final class Recorder implements Duty {
        private final String name;
        private final int done;
        private final long wake;

        Recorder(String name, int done, long wake) {
            this.name = name;
            this.done = done;
            this.wake = wake;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public int turn(long nowNanos) {
            seen.add(name + "@" + nowNanos);
            nanos += 5;
            return done;
        }

        @Override
        public long nextWakeNanos() {
            return wake;
        }
    }

    @Test
    void aTurnRunsMessagesThenEachDutyOnceWithOneTime() {
        Shard shard = shard();
        shard.add(new Recorder("a", 1, Long.MAX_VALUE));
        shard.add(new Recorder("b", 0, Long.MAX_VALUE));
        assertThat(shard.offer(() -> seen.add("message"))).isTrue();
        assertThat(wakes).isEqualTo(1);
        assertThat(shard.turn()).isTrue();
        assertThat(seen).containsExactly("message", "a@1000", "b@1000");
        assertThat(shard.turns()).isEqualTo(1);
        assertThat(shard.busyNanos()).isEqualTo(10);
    }

    @Test
    void aTurnThatDidNothingSaysSoAndIsNotCounted() {
        Shard shard = shard();
        shard.add(new Recorder("a", 0, 7_000));
        shard.add(new Recorder("b", 0, 9_000));
        assertThat(shard.turn()).isFalse();
        assertThat(shard.turns()).isZero();
        assertThat(shard.busyNanos()).isZero();
        assertThat(shard.nextWakeNanos()).isEqualTo(7_000);
    }

    @Test
    void wantsATurnAtOnceWhileMessagesWait() {
        Shard shard = shard();
        shard.add(new Recorder("a", 0, Long.MAX_VALUE));
        assertThat(shard.nextWakeNanos()).isEqualTo(Long.MAX_VALUE);
        shard.offer(() -> {});
        assertThat(shard.nextWakeNanos()).isEqualTo(nanos);
    }

    @Test
    void tellsABrokenDutyByNameAndRunsTheOthers() {
        Shard shard = shard();
        shard.add(new Duty() {
            @Override
            public String name() {
                return "poller";
            }

            @Override
            public int turn(long nowNanos) {
                throw new IllegalStateException("off the rails");
            }

            @Override
            public long nextWakeNanos() {
                return Long.MAX_VALUE;
            }
        });
        shard.add(new Recorder("b", 0, Long.MAX_VALUE));
        shard.turn();
        assertThat(faults).containsExactly("shard 0, poller: off the rails");
        assertThat(seen).containsExactly("b@1000");
    }

    @Test
    void aFullMailboxRefusesAndWakesNobody() {
        Shard shard = shard();
        while (shard.offer(() -> {})) {
            assertThat(shard.mailbox().depth()).isLessThanOrEqualTo(8);
        }
        assertThat(wakes).isEqualTo(8);
    }

    @Test
    void aQuestionRunsHereWhereTheShardHasNoThread() {
        assertThat(shard().ask(() -> "here", PATIENCE)).isEqualTo("here");
    }

    @Test
    void aQuestionRunsOnTheShardsThreadAndItsExceptionComesBack() throws Exception {
        try (NioWaiter waiter = new NioWaiter()) {
            Shard shard = new Shard(0, MonotonicClock.system(), waiter, 8, FaultHandler.throwing());
            try (ShardThread thread = new ShardThread(shard)) {
                thread.start("shard under test");
                assertThat(shard.ask(() -> Thread.currentThread().getName(), PATIENCE))
                        .isEqualTo("shard under test");
                assertThatThrownBy(() -> shard.ask(
                                () -> {
                                    throw new IllegalArgumentException("no such host");
                                },
                                PATIENCE))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("no such host");
            }
            assertThat(shard.ask(() -> Thread.currentThread(), PATIENCE)).isSameAs(Thread.currentThread());
        }
    }

    @Test
    void aQuestionToAShardThatDoesNotAnswerIsGivenUp() throws Exception {
        try (NioWaiter waiter = new NioWaiter()) {
            Shard shard = new Shard(3, MonotonicClock.system(), waiter, 2, FaultHandler.throwing());
            CountDownLatch entered = new CountDownLatch(1);
            CountDownLatch released = new CountDownLatch(1);
            try (ShardThread thread = new ShardThread(shard)) {
                thread.start("stuck");
                shard.offer(() -> {
                    entered.countDown();
                    await(released);
                });
                await(entered);
                assertThatThrownBy(() -> shard.ask(() -> 1, Duration.ofMillis(1)))
                        .isInstanceOf(ShardBusyException.class)
                        .hasMessageContaining("shard 3");
                while (shard.offer(() -> {})) {
                    assertThat(shard.mailbox().depth()).isPositive();
                }
                assertThatThrownBy(() -> shard.ask(() -> 1, PATIENCE))
                        .isInstanceOf(ShardBusyException.class)
                        .hasMessageContaining("takes no question");
                released.countDown();
            }
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(30, TimeUnit.SECONDS)) {
                throw new IllegalStateException("nobody came");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
