package zonda.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.MessageDecoder;
import zonda.protocol.snmp.Oid;
import zonda.protocol.snmp.ResponseEncoder;

/// An SNMP device on 127.0.0.1 whose gauges a test sets. Answers GET of v2c on a thread of its own.
final class HandDevice implements AutoCloseable {
    private final DatagramSocket socket;
    private final Map<Oid, Long> gauges = new ConcurrentSkipListMap<>();
    private final List<SocketAddress> askers = new CopyOnWriteArrayList<>();
    private final Thread thread;

    HandDevice() throws IOException {
        socket = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        thread = Thread.ofPlatform().daemon().name("device").start(this::serve);
    }

    int port() {
        return socket.getLocalPort();
    }

    HandDevice set(String oid, long value) {
        gauges.put(Oid.parse(oid), value);
        return this;
    }

    /// Addresses that have asked, each once.
    List<SocketAddress> askers() {
        return List.copyOf(askers);
    }

    /// Sends any bytes to whoever asked this device, as an answer that it never asked for.
    void throwAt(SocketAddress target, byte[] bytes) {
        try {
            socket.send(new DatagramPacket(bytes, bytes.length, target));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void serve() {
        byte[] bytes = new byte[65_536];
        MessageDecoder decoder = new MessageDecoder();
        ResponseEncoder encoder = new ResponseEncoder();
        while (!socket.isClosed()) {
            try {
                DatagramPacket packet = new DatagramPacket(bytes, bytes.length);
                socket.receive(packet);
                if (!askers.contains(packet.getSocketAddress())) {
                    askers.add(packet.getSocketAddress());
                }
                if (decoder.open(bytes, 0, packet.getLength()) && decoder.pduType() == Ber.GET) {
                    answer(decoder, encoder, packet.getSocketAddress());
                }
            } catch (IOException e) {
                if (!socket.isClosed()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private void answer(MessageDecoder decoder, ResponseEncoder encoder, SocketAddress target) throws IOException {
        java.util.ArrayList<Oid> names = new java.util.ArrayList<>();
        while (decoder.next()) {
            Oid name = Oid.decode(decoder.data(), decoder.nameOffset(), decoder.nameLength());
            if (name == null) {
                return;
            }
            names.add(name);
        }
        encoder.clear();
        for (int i = names.size() - 1; i >= 0; i--) {
            Long value = gauges.get(names.get(i));
            if (value == null) {
                encoder.empty(names.get(i).encoded(), Ber.NO_SUCH_OBJECT);
            } else {
                encoder.unsigned(names.get(i).encoded(), Ber.GAUGE32, value);
            }
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
        byte[] message = encoder.copy();
        socket.send(new DatagramPacket(message, message.length, target));
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
