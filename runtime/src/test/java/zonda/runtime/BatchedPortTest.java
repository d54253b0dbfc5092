package zonda.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// Datagrams through the kernel, many a call, between two ports on loopback.
@EnabledOnOs(OS.LINUX)
class BatchedPortTest {
    private static final int PATIENCE = 2_000_000;

    private NioWaiter waiter;
    private DatagramPort here;
    private DatagramPort there;

    @BeforeEach
    void opens() throws IOException {
        waiter = new NioWaiter();
        here = open("127.0.0.1");
        there = open("127.0.0.2");
    }

    private DatagramPort open(String address) throws IOException {
        return new NioDatagrams(waiter).open(new InetSocketAddress(InetAddress.getByName(address), 0));
    }

    @AfterEach
    void closes() throws IOException {
        here.close();
        there.close();
        waiter.close();
    }

    @Test
    void thisSystemHasThem() {
        assertThat(here).isInstanceOf(BatchedPort.class);
        assertThat(here.receiveBufferBytes()).isGreaterThan(4_096);
    }

    @Test
    void datagramsOfAllSizesArriveWholeInOrderAndFromWhomTheyAre() throws IOException {
        long seed = 11;
        Random random = new Random(seed);
        InetSocketAddress target = there.localAddress();
        for (int round = 0; round < 50; round++) {
            List<byte[]> sent = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                int size = i == 7 ? 65_507 : i == 8 ? 0 : random.nextInt(1_500);
                byte[] bytes = new byte[size];
                random.nextBytes(bytes);
                ByteBuffer payload = ByteBuffer.wrap(bytes);
                if (!here.queue(payload, target, i)) {
                    assertThat(here.flush((tag, fault) -> {})).isTrue();
                    assertThat(here.queue(payload, target, i)).isTrue();
                }
                assertThat(payload.remaining()).isEqualTo(size);
                sent.add(bytes);
            }
            assertThat(here.flush((tag, fault) -> {})).isTrue();
            List<byte[]> arrived = new ArrayList<>();
            for (int tries = 0; arrived.size() < sent.size() && tries < PATIENCE; tries++) {
                there.receive(
                        (payload, source) -> {
                            assertThat(source).isEqualTo(here.localAddress());
                            arrived.add(Arrays.copyOfRange(
                                    payload.array(),
                                    payload.arrayOffset() + payload.position(),
                                    payload.arrayOffset() + payload.limit()));
                        },
                        17);
            }
            assertThat(arrived).as("seed %d, round %d", seed, round).hasSize(sent.size());
            for (int i = 0; i < sent.size(); i++) {
                assertThat(arrived.get(i)).isEqualTo(sent.get(i));
            }
        }
    }

    @Test
    void whatCannotBeSentIsToldByItsTagAndTheOthersLeave() throws IOException {
        InetSocketAddress target = there.localAddress();
        // Without leave to broadcast the kernel refuses this.
        InetSocketAddress refused = new InetSocketAddress(InetAddress.getByName("255.255.255.255"), 9);
        for (int i = 0; i < 10; i++) {
            assertThat(here.queue(ByteBuffer.wrap(new byte[] {(byte) i}), i == 4 ? refused : target, 100 + i))
                    .isTrue();
        }
        List<String> faults = new ArrayList<>();
        assertThat(here.flush((tag, fault) -> faults.add(tag + " " + fault.getMessage())))
                .isTrue();
        assertThat(faults).containsExactly("104 Permission denied");
        List<Integer> arrived = new ArrayList<>();
        for (int tries = 0; arrived.size() < 9 && tries < PATIENCE; tries++) {
            there.receive((payload, source) -> arrived.add((int) payload.get(payload.position())), 64);
        }
        assertThat(arrived).containsExactly(0, 1, 2, 3, 5, 6, 7, 8, 9);
    }

    @Test
    void oneThatIsSentByItselfSaysItsFaultAtOnce() throws IOException {
        InetSocketAddress refused = new InetSocketAddress(InetAddress.getByName("255.255.255.255"), 9);
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> here.send(ByteBuffer.wrap(new byte[4]), refused))
                .isInstanceOf(IOException.class)
                .hasMessage("Permission denied");
        assertThat(here.send(ByteBuffer.wrap(new byte[4]), there.localAddress()))
                .isTrue();
    }

    @Test
    void noMoreIsTakenThanOneCallCanCarry() throws IOException {
        int taken = 0;
        while (taken < 1_000 && here.queue(ByteBuffer.wrap(new byte[8]), there.localAddress(), taken)) {
            taken++;
        }
        assertThat(taken).isBetween(1, 999);
        assertThat(here.flush((tag, fault) -> {})).isTrue();
        assertThat(here.queue(ByteBuffer.wrap(new byte[8]), there.localAddress(), 0))
                .isTrue();
        assertThat(here.flush((tag, fault) -> {})).isTrue();
    }
}
