package zonda.testing.soak;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.MessageDecoder;
import zonda.protocol.snmp.ResponseEncoder;
import zonda.runtime.simulation.SeededRandom;
import zonda.runtime.simulation.SimulatedPeer;
import zonda.runtime.simulation.Simulation;

/// A scripted SNMP agent on the simulated network, with moods: well, silent, slow, late, forgetful.
/// Tells the ledger of each answer that it sends.
final class SimulatedDevice {
    /// How it takes requests.
    enum Mood {
        WELL,
        /// Answers nothing.
        SILENT,
        /// Answers within the time-out, not long before its end.
        SLOW,
        /// Answers when nobody waits any more.
        LATE,
        /// Answers each request when the next one comes.
        BEHIND,
        /// Answers every other time.
        FORGETFUL,
        /// Answers with genErr for one object.
        ERRING
    }

    private record Made(Answer answer, byte[] payload) {}

    private static final byte[] COMMUNITY = "public".getBytes(java.nio.charset.StandardCharsets.UTF_8);

    final long interfaceId;
    final InetSocketAddress address;
    final long timeoutNanos;
    final int retries;
    private final Simulation simulation;
    private final SeededRandom random;
    private final List<DeviceObject> objects = new ArrayList<>();
    private final MessageDecoder decoder = new MessageDecoder();
    private final ResponseEncoder encoder = new ResponseEncoder();
    private final AnswerLedger ledger;
    private final SimulatedPeer peer;

    /// The most varbinds that it can take; more are answered with tooBig.
    private final int mostVarbinds;

    /// The last answer that was made.
    private @Nullable Made held;

    private Mood mood = Mood.WELL;
    private int disturbances;
    private long bootNanos;
    private long troubledNanos = Long.MIN_VALUE / 2;

    SimulatedDevice(
            Simulation simulation,
            long interfaceId,
            InetSocketAddress address,
            long timeoutNanos,
            int retries,
            int mostVarbinds,
            AnswerLedger ledger) {
        this.simulation = simulation;
        this.interfaceId = interfaceId;
        this.address = address;
        this.timeoutNanos = timeoutNanos;
        this.retries = retries;
        this.mostVarbinds = mostVarbinds;
        this.ledger = ledger;
        this.random = simulation.random("device " + interfaceId);
        this.bootNanos = simulation.nanos() - random.below(400L * 86_400_000_000_000L);
        this.peer = simulation.network().attach(address, this::received);
    }

    /// Adds an object; the first one must be the uptime.
    int add(DeviceObject object) {
        objects.add(object);
        return objects.size() - 1;
    }

    DeviceObject object(int place) {
        return objects.get(place);
    }

    int size() {
        return objects.size();
    }

    Mood mood() {
        return mood;
    }

    /// Leaves the network.
    void detach() {
        peer.detach();
    }

    void mood(Mood newMood) {
        mood = newMood;
        held = null;
        trouble();
    }

    /// Starts anew: uptime and counters begin at nothing.
    void reboot() {
        trouble();
        bootNanos = simulation.nanos();
        objects.forEach(object -> object.reset(bootNanos));
    }

    /// Some counters begin at nothing, and the device does not say so.
    void resetCounters() {
        long now = simulation.nanos();
        for (DeviceObject object : objects) {
            if (random.chance(0.5)) {
                object.reset(now);
            }
        }
    }

    /// Something keeps the server from it, until it is called with false as often.
    void disturbed(boolean begins) {
        trouble();
        disturbances += begins ? 1 : -1;
    }

    /// Something happened that may make the server late with this device.
    void trouble() {
        troubledNanos = simulation.nanos();
    }

    /// When it last was in trouble: now, while its mood is bad or something disturbs it.
    long troubledNanos() {
        return mood == Mood.WELL && disturbances == 0 ? troubledNanos : simulation.nanos();
    }

    private void received(ByteBuffer payload, InetSocketAddress source) {
        boolean isRequest =
                decoder.open(payload.array(), payload.arrayOffset() + payload.position(), payload.remaining())
                        && decoder.pduType() == Ber.GET
                        && decoder.version() == Ber.VERSION_2C;
        if (!isRequest) {
            throw new IllegalStateException("device " + address + " was sent what is no request: " + decoder.fault());
        }
        if (mood == Mood.SILENT || (mood == Mood.FORGETFUL && random.chance(0.5))) {
            return;
        }
        int requestId = decoder.requestId();
        List<Integer> asked = asked();
        if (asked.size() > mostVarbinds) {
            trouble();
            refuse(source, requestId, Ber.TOO_BIG, 0, asked);
            return;
        }
        if (mood == Mood.ERRING && asked.size() > 1) {
            refuse(source, requestId, Ber.GEN_ERR, 1 + asked.size() / 2, asked);
            return;
        }
        long now = simulation.nanos();
        @Nullable Reading[] readings = new Reading[objects.size()];
        for (int place : asked) {
            readings[place] = objects.get(place).read(now, now - bootNanos);
        }
        encoder.clear();
        for (int i = asked.size() - 1; i >= 0; i--) {
            Reading reading = readings[asked.get(i)];
            if (reading != null) {
                objects.get(asked.get(i)).encode(reading, encoder);
            }
        }
        encoder.finish(Ber.VERSION_2C, COMMUNITY, Ber.RESPONSE, requestId, 0, 0);
        send(source, new Answer(this, requestId, Ber.NO_ERROR, readings));
    }

    private List<Integer> asked() {
        List<Integer> places = new ArrayList<>();
        while (decoder.next()) {
            int place = 0;
            while (place < objects.size() && !decoder.nameIs(objects.get(place).name())) {
                place++;
            }
            if (place == objects.size()) {
                throw new IllegalStateException("device " + address + " was asked for " + decoder.nameText());
            }
            places.add(place);
        }
        return places;
    }

    private void refuse(InetSocketAddress source, int requestId, int status, int index, List<Integer> asked) {
        encoder.clear();
        for (int i = asked.size() - 1; i >= 0; i--) {
            encoder.empty(objects.get(asked.get(i)).name(), Ber.NULL);
        }
        encoder.finish(Ber.VERSION_2C, COMMUNITY, Ber.RESPONSE, requestId, status, index);
        send(source, new Answer(this, requestId, status, new Reading[objects.size()]));
    }

    private void send(InetSocketAddress target, Answer answer) {
        Made made = new Made(answer, encoder.copy());
        Made sent = mood == Mood.BEHIND ? held : made;
        held = made;
        if (sent != null) {
            ledger.gave(sent.answer(), sent.payload());
            peer.send(sent.payload(), target, delayNanos());
        }
    }

    private long delayNanos() {
        return switch (mood) {
            case WELL, FORGETFUL, ERRING, SILENT, BEHIND -> random.between(200_000L, 5_000_000L);
            case SLOW -> timeoutNanos * random.between(30L, 90L) / 100;
            case LATE -> timeoutNanos * (retries + 1) + random.below(60_000_000_000L);
        };
    }
}
