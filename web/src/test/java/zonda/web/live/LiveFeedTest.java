package zonda.web.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import zonda.model.Severity;
import zonda.web.FakeWorld;
import zonda.web.MonitoringView.LatestValue;

@Timeout(value = 20, unit = TimeUnit.SECONDS)
class LiveFeedTest {
    private final AtomicLong clock = new AtomicLong(1_796_000_000_500_000_000L);
    private final FakeWorld world = new FakeWorld(8, clock::get, Duration.ofHours(1));
    private final LiveFeed feed = new LiveFeed(
            world,
            (where, fault) -> {
                throw new IllegalStateException(where, fault);
            },
            false);
    private final long busy = world.hosts().get(1).items().get(0).id();
    private final long quiet = world.hosts().get(1).items().getLast().id();

    private LiveClient join(List<Long> ids) {
        return feed.join(ids).orElseThrow();
    }

    private static List<Long> ids(LiveClient.News news) {
        return news.values().stream().map(LatestValue::itemId).toList();
    }

    @Test
    void aNewClientIsToldAllItFollowsAtOnce() throws InterruptedException {
        LiveClient.News news = join(List.of(busy, quiet, 999_999L)).take(0);
        assertThat(ids(news)).containsExactlyInAnyOrder(busy, quiet);
        assertThat(news.pulse()).isTrue();
        assertThat(news.problems()).isTrue();
    }

    @Test
    void thenOnlyWhatChanges() throws InterruptedException {
        LiveClient client = join(List.of(busy, quiet));
        feed.turn();
        client.take(0);
        clock.addAndGet(FakeWorld.SECOND);
        feed.turn();
        assertThat(ids(client.take(0))).containsExactly(busy);
        feed.turn();
        assertThat(client.take(0).values()).isEmpty();
    }

    @Test
    void anItemThatIsNoLongerSupportedIsAChange() throws InterruptedException {
        LiveClient client = join(List.of(quiet));
        feed.turn();
        client.take(0);
        world.fail(quiet, "gone");
        feed.turn();
        assertThat(client.take(0).values()).extracting(LatestValue::error).containsExactly("gone");
    }

    @Test
    void tellsOfProblemsWhenTheyChange() throws InterruptedException {
        LiveClient client = join(List.of());
        feed.turn();
        client.take(0);
        feed.turn();
        assertThat(client.take(0).problems()).isFalse();
        world.open(world.hosts().get(2), 0, Severity.HIGH, 0);
        feed.turn();
        assertThat(client.take(0).problems()).isTrue();
    }

    @Test
    void aSlowClientHoldsOneValueForEachItemAndGetsTheNewest() throws InterruptedException {
        LiveClient slow = join(List.of(busy, quiet));
        for (int i = 0; i < 100; i++) {
            clock.addAndGet(FakeWorld.SECOND);
            feed.turn();
            assertThat(slow.waiting()).isLessThanOrEqualTo(2);
        }
        LiveClient.News news = slow.take(0);
        long newest =
                world.latest(List.of(busy)).getFirst().samples().getFirst().epochNanos();
        assertThat(news.values())
                .filteredOn(value -> value.itemId() == busy)
                .extracting(value -> value.samples().getFirst().epochNanos())
                .containsExactly(newest);
    }

    @Test
    void aClientThatIsStuckInWritingForAMinuteIsCutOff() throws InterruptedException {
        LiveClient stuck = join(List.of(busy));
        for (int i = 0; i < 119; i++) {
            feed.turn();
        }
        assertThat(feed.clients()).isEqualTo(1);
        feed.turn();
        assertThat(feed.clients()).isZero();
        assertThat(Thread.interrupted())
                .as("its thread, which is this one, is interrupted")
                .isTrue();
        assertThat(stuck.take(0).open()).isFalse();
    }

    @Test
    void aClientThatTakesStays() throws InterruptedException {
        LiveClient well = join(List.of(busy));
        for (int i = 0; i < 1_000; i++) {
            feed.turn();
            well.take(0);
        }
        assertThat(feed.clients()).isEqualTo(1);
    }

    @Test
    void eachClientIsToldOnlyOfItsOwnItems() throws InterruptedException {
        LiveClient one = join(List.of(busy));
        LiveClient other = join(List.of(quiet));
        clock.addAndGet(FakeWorld.SECOND);
        feed.turn();
        assertThat(ids(one.take(0))).containsExactly(busy);
        assertThat(ids(other.take(0))).containsExactly(quiet);
    }

    @Test
    void refusesMoreClientsThanItCanServeAndTakesThemAgainWhenOthersLeave() {
        List<LiveClient> clients = new ArrayList<>();
        for (int i = 0; i < LiveFeed.MOST_CLIENTS; i++) {
            clients.add(join(List.of()));
        }
        assertThat(feed.join(List.of())).isEmpty();
        feed.leave(clients.getFirst());
        assertThat(feed.join(List.of())).isPresent();
    }

    @Test
    void manyItemsAreAskedForInPieces() throws InterruptedException {
        List<Long> many = LongStream.rangeClosed(1, 3_000).boxed().toList();
        LiveClient client = join(many);
        assertThat(client.take(0).values()).isNotEmpty();
        feed.turn();
        assertThat(client.take(0).values()).isNotEmpty();
    }

    @Test
    void closingLetsAWaitingClientGo() throws InterruptedException {
        LiveClient client = join(List.of());
        client.take(0);
        Thread closer = Thread.ofVirtual().start(feed::close);
        assertThat(client.take(TimeUnit.SECONDS.toNanos(15)).open()).isFalse();
        closer.join();
        assertThat(feed.join(List.of())).isEmpty();
    }
}
