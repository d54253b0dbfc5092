package zonda.collector;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.MessageDecoder;
import zonda.protocol.snmp.Oid;
import zonda.protocol.snmp.RequestEncoder;
import zonda.protocol.snmp.UsmKeyring;
import zonda.protocol.snmp.UsmPeer;
import zonda.protocol.snmp.V3Encoder;
import zonda.protocol.snmp.Varbind;
import zonda.protocol.snmp.Walk;
import zonda.runtime.DatagramPort;
import zonda.runtime.MonotonicClock;
import zonda.runtime.NioDatagrams;
import zonda.runtime.NioWaiter;
import zonda.runtime.Waiter;

/// Asks one device and waits for its answers: for commands and errands, never on a shard. Owned by
/// one thread.
public final class SnmpClient implements AutoCloseable {
    /// So often something new is learned of an engine before it is called unreasonable: its id, its
    /// time, and its time once more after it restarted meanwhile.
    private static final int MOST_LESSONS = 4;

    /// What came of a request.
    public sealed interface Reply {
        /// @param errorStatus of [Ber]
        /// @param errorIndex the place that the error is about, counted from 1; 0: none
        record Answered(int errorStatus, int errorIndex, List<Varbind> varbinds) implements Reply {}

        /// The device refuses to speak with this user so.
        ///
        /// @param verdict which way
        /// @param words for people
        /// @param isSilence whether that is concluded from its silence
        record Refused(UsmPeer.Verdict verdict, String words, boolean isSilence) implements Reply {}

        /// No answer came, or nothing could be sent.
        record Silent(String words) implements Reply {}
    }

    private final SnmpAccess access;
    private final DatagramPort port;
    private final Waiter waiter;
    private final MonotonicClock clock;
    private final MessageDecoder decoder = new MessageDecoder();
    private final V3Encoder encoder;
    private final UsmPeer peer;
    private @Nullable NioWaiter ownWaiter;
    private int requestId;
    private byte[] arrived = new byte[0];
    private boolean hasArrived;

    /// @param port to ask from; closed with this
    /// @param waiter sleeps until the port has something to read
    /// @param seed of request ids and salts, a random number
    public SnmpClient(SnmpAccess access, DatagramPort port, Waiter waiter, MonotonicClock clock, long seed) {
        this.access = access;
        this.port = port;
        this.waiter = waiter;
        this.clock = clock;
        this.encoder = new V3Encoder(seed);
        this.requestId = (int) (seed >>> 34);
        this.peer = new UsmPeer(
                access.user(), access.engineId(), access.contextEngineId(), access.context(), new UsmKeyring());
    }

    /// Opens a port of the machine's.
    ///
    /// @param seed see the constructor
    public static SnmpClient open(SnmpAccess access, MonotonicClock clock, long seed) throws IOException {
        NioWaiter waiter = new NioWaiter();
        try {
            boolean ipv6 = access.address().getAddress() instanceof Inet6Address;
            DatagramPort port = new NioDatagrams(waiter).open(new InetSocketAddress(ipv6 ? "::" : "0.0.0.0", 0));
            SnmpClient client = new SnmpClient(access, port, waiter, clock, seed);
            client.ownWaiter = waiter;
            return client;
        } catch (IOException | RuntimeException e) {
            waiter.close();
            throw e;
        }
    }

    /// What is known of the device's engine in version 3.
    public UsmPeer peer() {
        return peer;
    }

    public Reply get(List<Oid> names) {
        return ask(Ber.GET, 0, 0, names);
    }

    public Reply getNext(List<Oid> names) {
        return ask(Ber.GET_NEXT, 0, 0, names);
    }

    public Reply getBulk(int nonRepeaters, int maxRepetitions, List<Oid> names) {
        return ask(Ber.GET_BULK, nonRepeaters, maxRepetitions, names);
    }

    public Reply set(List<Varbind> values) {
        return reply(exchange(RequestEncoder.set(access.version(), access.community(), values), access.retries()));
    }

    private Reply ask(int type, int nonRepeaters, int maxRepetitions, List<Oid> names) {
        List<byte[]> encoded = names.stream().map(Oid::encoded).toList();
        return reply(exchange(
                RequestEncoder.encode(
                        access.version(), access.community(), type, nonRepeaters, maxRepetitions, encoded),
                access.retries()));
    }

    private Reply reply(Reply came) {
        if (!(came instanceof Reply.Answered answered)) {
            return told(came);
        }
        List<Varbind> varbinds = new ArrayList<>();
        while (decoder.next()) {
            decoder.varbind().ifPresent(varbinds::add);
        }
        return new Reply.Answered(answered.errorStatus(), answered.errorIndex(), varbinds);
    }

    /// Silence that has a reason is told with it.
    private Reply told(Reply last) {
        return last instanceof Reply.Silent && access.version() == Ber.VERSION_3 && peer.suspectsPrivacy()
                ? new Reply.Refused(UsmPeer.Verdict.DECRYPTION_ERROR, V3Words.silentToEncryption(access.user()), true)
                : last;
    }

    /// Walks to the end; [Walk#end] then says how it went.
    ///
    /// @return the last reply, without varbinds
    public Reply walk(Walk walk, Walk.Rows rows) {
        Reply last = new Reply.Silent("nothing asked");
        while (!walk.isOver()) {
            // Each silence is told to the walk, which may want something smaller.
            RequestEncoder.Encoded request = walk.next(access.version(), access.community(), clock.nanos());
            int tries = 0;
            last = exchange(request, 0);
            while (last instanceof Reply.Silent && walk.silent(tries < access.retries())) {
                tries++;
                last = exchange(walk.next(access.version(), access.community(), clock.nanos()), 0);
            }
            switch (last) {
                case Reply.Answered _ -> walk.answered(decoder, clock.nanos(), rows);
                case Reply.Refused refused -> walk.fail(Ber.NO_ERROR, refused.words());
                case Reply.Silent _ -> {}
            }
        }
        return told(last);
    }

    /// Sends a request and waits; after [Reply.Answered] the decoder stands before the varbinds.
    private Reply exchange(RequestEncoder.Encoded request, int retries) {
        int tries = 0;
        int lessons = 0;
        takeId();
        while (true) {
            request.patch(requestId);
            String fault = send(request);
            if (!fault.isEmpty()) {
                return new Reply.Silent(fault);
            }
            switch (await()) {
                case ANSWER -> {
                    return new Reply.Answered(decoder.errorStatus(), decoder.errorIndex(), List.of());
                }
                case IGNORED -> {
                    if (++tries > retries) {
                        return new Reply.Silent("no answer within "
                                + access.timeout().toMillis() + " ms, " + tries + (tries == 1 ? " try" : " tries"));
                    }
                }
                case AGAIN -> {
                    if (++lessons > MOST_LESSONS) {
                        return new Reply.Refused(
                                UsmPeer.Verdict.AGAIN, V3Words.of(UsmPeer.Verdict.AGAIN, access.user()), false);
                    }
                    takeId();
                }
                case UsmPeer.Verdict verdict -> {
                    return new Reply.Refused(verdict, V3Words.of(verdict, access.user()), false);
                }
            }
        }
    }

    /// Ids take four octets in the shortest form, and come again after a billion others.
    private void takeId() {
        requestId = 0x4000_0000 | (requestId + 1);
        if (requestId < 0) {
            requestId = 0x4000_0000;
        }
    }

    private String send(RequestEncoder.Encoded request) {
        byte[] message = request.bytes();
        int length = message.length;
        if (access.version() == Ber.VERSION_3) {
            int offset = request.pduOffset();
            peer.encode(encoder, requestId, message, offset, length - offset, clock.nanos());
            message = encoder.buffer();
            length = encoder.size();
        }
        try {
            return port.send(ByteBuffer.wrap(message, 0, length), access.address()) ? "" : "the socket has no room";
        } catch (IOException e) {
            return "cannot send to " + access.address() + ": " + e.getMessage();
        }
    }

    /// Waits for an answer for one time-out.
    ///
    /// @return what came; [UsmPeer.Verdict#IGNORED]: nothing
    private UsmPeer.Verdict await() {
        long deadline = clock.nanos() + access.timeout().toNanos();
        while (true) {
            hasArrived = false;
            port.receive(this::received, 1);
            long left = deadline - clock.nanos();
            if (hasArrived) {
                UsmPeer.Verdict verdict = judge();
                if (verdict != UsmPeer.Verdict.IGNORED) {
                    return verdict;
                }
            } else if (left > 0) {
                waiter.await(left);
            }
            if (left <= 0) {
                return UsmPeer.Verdict.IGNORED;
            }
        }
    }

    private void received(ByteBuffer payload, InetSocketAddress source) {
        if (!access.anySource() && !source.equals(access.address())) {
            return;
        }
        arrived = new byte[payload.remaining()];
        payload.get(arrived);
        hasArrived = true;
    }

    private UsmPeer.Verdict judge() {
        if (!decoder.openAny(arrived, 0, arrived.length) || decoder.version() != access.version()) {
            return UsmPeer.Verdict.IGNORED;
        }
        if (decoder.version() == Ber.VERSION_3) {
            return decoder.messageId() == requestId
                    ? peer.receive(decoder, encoder, clock.nanos())
                    : UsmPeer.Verdict.IGNORED;
        }
        return decoder.pduType() == Ber.RESPONSE && decoder.requestId() == requestId
                ? UsmPeer.Verdict.ANSWER
                : UsmPeer.Verdict.IGNORED;
    }

    @Override
    public void close() throws IOException {
        port.close();
        NioWaiter own = ownWaiter;
        if (own != null) {
            own.close();
        }
    }
}
