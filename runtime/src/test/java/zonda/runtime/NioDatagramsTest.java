package zonda.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NioDatagramsTest {
    private static final InetSocketAddress LOCAL = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    @Test
    void aDatagramEndsTheSleepAndArrivesWhole() throws IOException {
        try (NioWaiter waiter = new NioWaiter();
                DatagramPort one = new NioDatagrams(waiter).open(LOCAL);
                DatagramPort other = new NioDatagrams(waiter).open(LOCAL)) {
            byte[] payload = new byte[1_400];
            new zonda.runtime.simulation.SeededRandom(1).fill(payload);
            for (int i = 0; i < 3; i++) {
                ByteBuffer source = ByteBuffer.wrap(payload, i, payload.length - i);
                assertThat(one.send(source, other.localAddress())).isTrue();
                assertThat(source.remaining()).isEqualTo(payload.length - i);
            }
            List<byte[]> arrived = new ArrayList<>();
            while (arrived.size() < 3) {
                waiter.await(1_000_000_000L);
                int before = arrived.size();
                int count = other.receive(
                        (data, source) -> {
                            assertThat(source).isEqualTo(one.localAddress());
                            assertThat(data.hasArray()).isTrue();
                            byte[] copy = new byte[data.remaining()];
                            data.get(copy);
                            arrived.add(copy);
                        },
                        2);
                assertThat(count).isEqualTo(arrived.size() - before).isLessThanOrEqualTo(2);
            }
            assertThat(arrived.getFirst()).isEqualTo(payload);
            assertThat(arrived.getLast()).hasSize(payload.length - 2);
            assertThat(one.receive((data, source) -> {}, 10)).isZero();
        }
    }

    @Test
    void aDatagramThatIsTooLongIsTheFaultOfThatOne() throws IOException {
        try (NioWaiter waiter = new NioWaiter();
                DatagramPort one = new NioDatagrams(waiter).open(LOCAL);
                DatagramPort other = new NioDatagrams(waiter).open(LOCAL)) {
            assertThatThrownBy(() -> one.send(ByteBuffer.allocate(65_530), other.localAddress()))
                    .isInstanceOf(IOException.class);
            assertThatThrownBy(() -> one.send(ByteBuffer.allocate(70_000), other.localAddress()))
                    .isInstanceOf(IOException.class);
            assertThat(one.send(ByteBuffer.allocate(10), other.localAddress())).isTrue();
        }
    }

    @Test
    void aTakenAddressIsTold() throws IOException {
        try (NioWaiter waiter = new NioWaiter();
                DatagramPort one = new NioDatagrams(waiter).open(LOCAL)) {
            assertThatThrownBy(() -> new NioDatagrams(waiter).open(one.localAddress()))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void aWakeUpBeforeTheSleepIsNotLost() throws IOException {
        try (NioWaiter waiter = new NioWaiter()) {
            waiter.wake();
            // Would last a minute.
            waiter.await(Long.MAX_VALUE);
        }
    }
}
