package zonda.testing.soak;

import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import zonda.protocol.snmp.MessageDecoder;
import zonda.runtime.simulation.NetworkObserver;
import zonda.runtime.simulation.Simulation;

/// All answers that devices sent lately and those of them that reached the server: a value that
/// stands in none of them was given by no device.
final class AnswerLedger implements NetworkObserver {
    /// Longer than any datagram is on the way or waits to be read.
    private static final long KEPT_NANOS = 600_000_000_000L;

    /// The requests to one device that are of interest still, and the answers that have arrived.
    private static final class Correspondence {
        private final SimulatedDevice device;
        private final Map<Integer, Request> requests = new HashMap<>();
        private final ArrayDeque<Integer> requestIds = new ArrayDeque<>();
        private final ArrayDeque<Answer> arrived = new ArrayDeque<>();

        Correspondence(SimulatedDevice device) {
            this.device = device;
        }
    }

    /// A request, by its last try.
    private static final class Request {
        private long sentNanos;
        private boolean answered;
    }

    private record Sent(byte[] payload, long nanos) {}

    private final Simulation simulation;
    private final Map<InetSocketAddress, Correspondence> devices = new HashMap<>();

    /// Answers by the very payload that carries them; looked up, never walked through.
    private final IdentityHashMap<byte[], Answer> onTheWay = new IdentityHashMap<>();

    private final ArrayDeque<Sent> sentPayloads = new ArrayDeque<>();
    private final MessageDecoder decoder = new MessageDecoder();

    AnswerLedger(Simulation simulation) {
        this.simulation = simulation;
    }

    void add(SimulatedDevice device) {
        devices.put(device.address, new Correspondence(device));
    }

    /// A device gives an answer on its way.
    void gave(Answer answer, byte[] payload) {
        onTheWay.put(payload, answer);
        sentPayloads.add(new Sent(payload, simulation.nanos()));
        while (sentPayloads.getFirst().nanos() < simulation.nanos() - KEPT_NANOS) {
            onTheWay.remove(sentPayloads.removeFirst().payload());
        }
    }

    @Override
    public void sent(InetSocketAddress source, InetSocketAddress target, byte[] payload) {
        Correspondence with = devices.get(target);
        if (with != null && decoder.open(payload, 0, payload.length)) {
            Request request = with.requests.get(decoder.requestId());
            if (request == null) {
                request = new Request();
                with.requests.put(decoder.requestId(), request);
                with.requestIds.add(decoder.requestId());
                if (with.requestIds.size() > 200) {
                    with.requests.remove(with.requestIds.removeFirst());
                }
            }
            request.sentNanos = simulation.nanos();
            noteSilence(with.device, request);
        }
    }

    /// A device whose answer is not there in time, held back on the way or not given, is in
    /// trouble.
    private void noteSilence(SimulatedDevice device, Request request) {
        simulation.after(device.timeoutNanos, () -> {
            if (!request.answered) {
                device.trouble();
            }
        });
    }

    @Override
    public void arrived(InetSocketAddress source, InetSocketAddress target, byte[] payload) {
        Correspondence with = devices.get(source);
        Answer answer = onTheWay.get(payload);
        if (with == null || answer == null) {
            return;
        }
        Request request = with.requests.get(answer.requestId);
        answer.askedNanos = request == null ? Long.MIN_VALUE / 2 : request.sentNanos;
        if (request != null) {
            request.answered = true;
        }
        answer.arrivedNanos = simulation.nanos();
        with.arrived.addFirst(answer);
        while (with.arrived.size() > 64) {
            with.arrived.removeLast();
        }
    }

    @Override
    public void lost(InetSocketAddress source, InetSocketAddress target, byte[] payload) {
        Correspondence there = devices.get(target);
        Correspondence back = devices.get(source);
        if (there != null) {
            there.device.trouble();
        }
        if (back != null) {
            back.device.trouble();
        }
    }

    /// Answers of a device that have arrived, the newest first.
    Iterator<Answer> arrivedFrom(SimulatedDevice device) {
        @Nullable Correspondence with = devices.get(device.address);
        if (with == null) {
            throw new IllegalStateException("device " + device.address + " is not in the ledger");
        }
        return with.arrived.iterator();
    }
}
