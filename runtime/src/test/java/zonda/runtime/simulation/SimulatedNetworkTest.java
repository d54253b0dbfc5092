package zonda.runtime.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimulatedNetworkTest {
    private final Simulation simulation = new Simulation(7);
    private final SimulatedNetwork network = simulation.network();
    private final InetSocketAddress here = new InetSocketAddress(address(1), 1_000);
    private final InetSocketAddress there = new InetSocketAddress(address(2), 161);
    private final List<Integer> arrived = new ArrayList<>();
    private final SimulatedPeer sender = network.attach(here, (payload, source) -> {});
    private final SimulatedPeer receiver =
            network.attach(there, (payload, source) -> arrived.add(payload.getShort() & 0xFFFF));

    private static InetAddress address(int host) {
        try {
            return InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) host});
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    private void send(int count, long gapNanos) {
        for (int i = 0; i < count; i++) {
            sender.send(new byte[] {(byte) (i >> 8), (byte) i}, there, i * gapNanos);
        }
        simulation.runUntil(simulation.nanos() + count * gapNanos + 100_000_000_000L);
    }

    private static NetworkConditions conditions(double loss, double duplication, double reordering) {
        return new NetworkConditions(Duration.ofMillis(5), Duration.ofMillis(2), loss, duplication, reordering);
    }

    @Test
    void aGoodNetworkBringsAllInOrder() {
        send(1_000, 10_000);
        assertThat(arrived).hasSize(1_000).isSorted();
        assertThat(network.sentDatagrams()).isEqualTo(1_000);
        assertThat(network.lostDatagrams()).isZero();
    }

    @Test
    void jitterAloneDoesNotReorder() {
        network.conditions(conditions(0, 0, 0));
        send(2_000, 100_000);
        assertThat(arrived).hasSize(2_000).isSorted();
    }

    @Test
    void losesDuplicatesAndReordersSoManyAsAsked() {
        network.conditions(conditions(0.1, 0.2, 0.3));
        send(10_000, 100_000);
        assertThat(network.lostDatagrams()).isBetween(800L, 1_200L);
        assertThat(network.duplicatedDatagrams()).isBetween(1_600L, 2_000L);
        assertThat(arrived).hasSize((int) (10_000 - network.lostDatagrams() + network.duplicatedDatagrams()));
        int behind = 0;
        for (int i = 1; i < arrived.size(); i++) {
            behind += arrived.get(i) < arrived.get(i - 1) ? 1 : 0;
        }
        assertThat(behind).isGreaterThan(500);
    }

    @Test
    void conditionsOfAnAddressHoldForItAlone() {
        network.conditions(address(2), conditions(1, 0, 0));
        send(10, 1_000);
        assertThat(arrived).isEmpty();
        network.conditions(address(2), conditions(0, 0, 0));
        send(10, 1_000);
        assertThat(arrived).hasSize(10);
    }

    @Test
    void aPartedAddressGetsNothingNotEvenWhatIsOnTheWay() {
        network.conditions(conditions(0, 0, 0));
        sender.send(new byte[2], there, 0);
        network.cut(address(2), true);
        simulation.runUntil(1_000_000_000L);
        assertThat(arrived).isEmpty();
        network.cut(address(2), false);
        send(1, 1);
        assertThat(arrived).hasSize(1);
    }

    @Test
    void nobodyAtAnAddressIsALoss() {
        receiver.detach();
        send(3, 1);
        assertThat(network.lostDatagrams()).isEqualTo(3);
        assertThatThrownBy(() -> network.attach(here, (payload, source) -> {})).hasMessageContaining("is taken");
    }

    @Test
    void anUnreachableAddressFailsAtOnce() throws NoRouteToHostException {
        network.unreachable(address(2), true);
        assertThatThrownBy(() -> network.checkRoute(there)).isInstanceOf(NoRouteToHostException.class);
        network.unreachable(address(2), false);
        network.checkRoute(there);
    }

    @Test
    void sharesOutsideNothingAndAllAreRefused() {
        assertThatThrownBy(() -> conditions(1.1, 0, 0)).hasMessageContaining("loss 1.1, wanted 0 to 1");
    }
}
