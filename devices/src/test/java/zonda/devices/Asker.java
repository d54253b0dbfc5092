package zonda.devices;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.MessageDecoder;
import zonda.protocol.snmp.Oid;
import zonda.protocol.snmp.RequestEncoder;

/// Asks devices over real UDP, with plain blocking code.
public final class Asker implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 5_000;
    private static final int MOST_ROWS = 100_000;

    private final DatagramSocket socket;
    private final InetSocketAddress target;
    private int requestId = RequestEncoder.SMALLEST_REQUEST_ID;

    /// One varbind of an answer.
    ///
    /// @param value numbers in decimal, all else as Latin letters
    public record Varbind(Oid name, int tag, String value) {}

    public Asker(String address, int port) {
        try {
            socket = new DatagramSocket(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0));
            socket.setSoTimeout(PATIENCE_MILLIS);
            target = new InetSocketAddress(InetAddress.ofLiteral(address), port);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public List<Varbind> get(String... oids) {
        return read(ask(RequestEncoder.get(
                Ber.VERSION_2C,
                "public",
                Arrays.stream(oids).map(oid -> Oid.parse(oid).encoded()).toList())));
    }

    /// All that a device has, by GETBULK.
    public List<Varbind> walk(int repetitions) {
        List<Varbind> all = new ArrayList<>();
        Oid last = Oid.of(1, 3);
        while (all.size() < MOST_ROWS) {
            List<Varbind> rows = read(ask(RequestEncoder.getBulk("public", 0, repetitions, List.of(last.encoded()))));
            if (rows.isEmpty()) {
                throw new AssertionError("GETBULK after " + last + " brought nothing");
            }
            for (Varbind row : rows) {
                if (row.tag() == Ber.END_OF_MIB_VIEW) {
                    return all;
                }
                if (row.name().compareTo(last) <= 0) {
                    throw new AssertionError(row.name() + " came after " + last);
                }
                last = row.name();
                all.add(row);
            }
        }
        throw new AssertionError("a walk without end");
    }

    /// The whole answer.
    public byte[] ask(RequestEncoder.Encoded request) {
        request.patch(++requestId);
        return tell(request.bytes()).orElseThrow(() -> new AssertionError("no answer from " + target));
    }

    /// The whole answer to any octets; none when none came within some seconds.
    public Optional<byte[]> tell(byte[] octets) {
        try {
            socket.send(new DatagramPacket(octets, octets.length, target));
            DatagramPacket answer = new DatagramPacket(new byte[65_536], 65_536);
            socket.receive(answer);
            if (!answer.getSocketAddress().equals(target)) {
                throw new AssertionError("asked " + target + ", answered by " + answer.getSocketAddress());
            }
            return Optional.of(Arrays.copyOf(answer.getData(), answer.getLength()));
        } catch (SocketTimeoutException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Reads the varbinds of an answer that tells no error.
    public static List<Varbind> read(byte[] answer) {
        MessageDecoder decoder = new MessageDecoder();
        if (!decoder.open(answer, 0, answer.length) || decoder.errorStatus() != 0) {
            throw new AssertionError("answered with " + Ber.errorName(decoder.errorStatus()) + decoder.fault());
        }
        List<Varbind> varbinds = new ArrayList<>();
        while (decoder.next()) {
            Oid name = Oid.decode(decoder.data(), decoder.nameOffset(), decoder.nameLength());
            if (name == null || !decoder.valueFault().isEmpty()) {
                throw new AssertionError(decoder.nameText() + ": " + decoder.valueFault());
            }
            String value = switch (decoder.tag()) {
                case Ber.INTEGER -> String.valueOf(decoder.signedValue());
                case Ber.COUNTER32, Ber.GAUGE32, Ber.TIME_TICKS, Ber.COUNTER64 ->
                    Long.toUnsignedString(decoder.unsignedValue());
                default -> decoder.valueText();
            };
            varbinds.add(new Varbind(name, decoder.tag(), value));
        }
        if (decoder.isFaulty()) {
            throw new AssertionError(decoder.fault());
        }
        return varbinds;
    }

    @Override
    public void close() {
        socket.close();
    }
}
