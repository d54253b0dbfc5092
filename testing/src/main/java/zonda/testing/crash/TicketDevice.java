package zonda.testing.crash;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.MessageDecoder;
import zonda.protocol.snmp.Oid;
import zonda.protocol.snmp.ResponseEncoder;

/// An SNMP device on 127.0.0.1 that answers each object asked for with a ticket: a number that it
/// has
/// never given before. So a stored value tells which answer it came from. Serves on a thread of its
/// own.
final class TicketDevice implements AutoCloseable {
    private final DatagramSocket socket;
    private final AtomicLong tickets = new AtomicLong();
    private final Thread thread;

    TicketDevice() throws IOException {
        socket = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        thread = Thread.ofPlatform().daemon().name("ticket device").start(this::serve);
    }

    int port() {
        return socket.getLocalPort();
    }

    /// The newest ticket that was given.
    long lastTicket() {
        return tickets.get();
    }

    private void serve() {
        byte[] bytes = new byte[65_536];
        MessageDecoder decoder = new MessageDecoder();
        ResponseEncoder encoder = new ResponseEncoder();
        while (!socket.isClosed()) {
            try {
                DatagramPacket packet = new DatagramPacket(bytes, bytes.length);
                socket.receive(packet);
                if (decoder.open(bytes, 0, packet.getLength()) && decoder.pduType() == Ber.GET) {
                    byte[] answer = answer(decoder, encoder);
                    socket.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
                }
            } catch (IOException e) {
                // The port of a server that was killed a moment ago, or the end of this device: the
                // next
                // request tells.
            }
        }
    }

    private byte[] answer(MessageDecoder decoder, ResponseEncoder encoder) {
        List<byte[]> names = new ArrayList<>();
        while (decoder.next()) {
            Oid name = Oid.decode(decoder.data(), decoder.nameOffset(), decoder.nameLength());
            if (name != null) {
                names.add(name.encoded());
            }
        }
        encoder.clear();
        long first = tickets.getAndAdd(names.size()) + 1;
        for (int i = names.size() - 1; i >= 0; i--) {
            encoder.unsigned(names.get(i), Ber.COUNTER64, first + i);
        }
        encoder.finish(
                decoder.version(),
                decoder.data(),
                decoder.communityOffset(),
                decoder.communityLength(),
                Ber.RESPONSE,
                decoder.requestId(),
                Ber.NO_ERROR,
                0);
        return encoder.copy();
    }

    @Override
    public void close() {
        socket.close();
        try {
            thread.join(10_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
