package zonda.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NioStreamsTest {
    private static final InetSocketAddress ANY = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private NioWaiter waiter;
    private Streams streams;
    private final List<Stream> taken = new ArrayList<>();

    @BeforeEach
    void open() throws IOException {
        waiter = new NioWaiter();
        streams = new NioStreams(waiter);
    }

    @AfterEach
    void close() throws IOException {
        taken.forEach(Stream::close);
        waiter.close();
    }

    /// Waits in the selector until something can be done, and does it.
    private void pollOnce() {
        while (streams.poll() == 0) {
            waiter.await(1_000_000_000L);
        }
    }

    @Test
    void takesReadsWritesAndEnds() throws IOException {
        try (StreamListener listener = streams.listen(ANY, taken::add);
                Socket client = new Socket(
                        listener.localAddress().getAddress(),
                        listener.localAddress().getPort())) {
            pollOnce();
            Stream stream = taken.getFirst();
            assertThat(stream.peer()).isEqualTo(client.getLocalSocketAddress());
            ByteBuffer in = ByteBuffer.allocate(100);
            int[] got = new int[1];
            stream.want(true, false, () -> got[0] = read(stream, in));
            assertThat(streams.poll()).isZero();
            client.getOutputStream().write("hello".getBytes(StandardCharsets.US_ASCII));
            pollOnce();
            assertThat(got[0]).isEqualTo(5);
            assertThat(stream.write(ByteBuffer.wrap("welcome".getBytes(StandardCharsets.US_ASCII))))
                    .isEqualTo(7);
            stream.endOutput();
            assertThat(client.getInputStream().readAllBytes()).asString().isEqualTo("welcome");
            client.shutdownOutput();
            pollOnce();
            assertThat(got[0]).isEqualTo(-1);
        }
    }

    private static int read(Stream stream, ByteBuffer in) {
        try {
            return stream.read(in);
        } catch (IOException e) {
            return -2;
        }
    }

    @Test
    void whatIsNotReadSlowsThePeer() throws IOException {
        try (StreamListener listener = streams.listen(ANY, taken::add);
                Socket client = new Socket()) {
            client.setSendBufferSize(32 << 10);
            client.connect(listener.localAddress());
            pollOnce();
            Stream stream = taken.getFirst();
            int[] calls = new int[1];
            stream.want(false, false, () -> calls[0]++);
            client.getOutputStream().write(1);
            assertThat(streams.poll()).isZero();
            assertThat(calls[0]).isZero();
            stream.want(true, false, () -> calls[0]++);
            pollOnce();
            assertThat(calls[0]).isEqualTo(1);
        }
    }

    @Test
    void aPortThatIsTakenIsToldAtOnce() throws IOException {
        try (StreamListener listener = streams.listen(ANY, taken::add)) {
            assertThatThrownBy(() -> streams.listen(listener.localAddress(), taken::add))
                    .isInstanceOf(BindException.class);
        }
    }

    @Test
    void connectionsWaitWhileNoneAreTaken() throws IOException {
        try (StreamListener listener = streams.listen(ANY, taken::add)) {
            listener.accepting(false);
            try (Socket client = new Socket(
                    listener.localAddress().getAddress(),
                    listener.localAddress().getPort())) {
                assertThat(client.isConnected()).isTrue();
                assertThat(streams.poll()).isZero();
                listener.accepting(true);
                pollOnce();
                assertThat(taken).hasSize(1);
            }
        }
    }
}
