package zonda.collector;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.MessageDecoder;
import zonda.protocol.snmp.Oid;
import zonda.protocol.snmp.ResponseEncoder;

/// A device of a test: it answers GETs as a good one does, unless told to misbehave.
final class FakeDevice {
    static final int EMPTY_TAG = 0;

    /// One varbind of an answer.
    record Binding(String oid, int tag, long number, byte[] octets) {
        static Binding counter(String oid, long number) {
            return new Binding(oid, Ber.COUNTER32, number, new byte[0]);
        }

        static Binding of(String oid, int tag, byte[] octets) {
            return new Binding(oid, tag, 0, octets);
        }

        static Binding empty(String oid, int tag) {
            return new Binding(oid, tag, EMPTY_TAG, new byte[0]);
        }
    }

    /// An answer before it is encoded.
    record Answer(int requestId, int status, int index, List<Binding> bindings) {}

    record Reply(byte[] payload, long delayNanos, InetSocketAddress source) {
        InetSocketAddress from(InetSocketAddress asked) {
            return source.getPort() == 0 ? asked : source;
        }
    }

    record Request(int requestId, List<String> oids, long nanos) {}

    static final InetSocketAddress AS_ASKED = new InetSocketAddress(0);

    final List<Request> requests = new ArrayList<>();
    final Map<String, Binding> values = new LinkedHashMap<>();
    boolean silent;
    long delayNanos = Rig.MILLIS;
    int silentAbove = Integer.MAX_VALUE;
    String silentFor = "";
    int tooBigAbove = Integer.MAX_VALUE;
    int answersAtMost = Integer.MAX_VALUE;

    /// Changes the answer, or takes it away (null bindings are not allowed: use [#silent]).
    UnaryOperator<Answer> misbehaviour = UnaryOperator.identity();

    /// How often each answer is sent.
    int copies = 1;

    InetSocketAddress source = AS_ASKED;

    /// So many requests from now on get no answer.
    int dropNext;

    private long counter;

    List<Reply> answer(byte[] message, long nanos) {
        MessageDecoder decoder = new MessageDecoder();
        if (!decoder.open(message, 0, message.length)) {
            throw new IllegalStateException("the collector sent what cannot be read: " + decoder.fault());
        }
        if (decoder.pduType() != Ber.GET || decoder.version() != Ber.VERSION_2C) {
            throw new IllegalStateException("PDU type " + decoder.pduType() + ", wanted a v2c GET");
        }
        List<String> oids = new ArrayList<>();
        while (decoder.next()) {
            oids.add(decoder.nameText());
        }
        requests.add(new Request(decoder.requestId(), oids, nanos));
        if (dropNext > 0) {
            dropNext--;
            return List.of();
        }
        if (silent || oids.size() > silentAbove || oids.contains(silentFor)) {
            return List.of();
        }
        byte[] payload = encode(misbehaviour.apply(plain(decoder.requestId(), oids)));
        List<Reply> replies = new ArrayList<>();
        for (int i = 0; i < copies; i++) {
            replies.add(new Reply(payload, delayNanos, source));
        }
        return replies;
    }

    private Answer plain(int requestId, List<String> oids) {
        if (oids.size() > tooBigAbove) {
            return new Answer(requestId, Ber.TOO_BIG, 0, List.of());
        }
        List<Binding> bindings = new ArrayList<>();
        for (String oid : oids.subList(0, Math.min(answersAtMost, oids.size()))) {
            Binding known = values.get(oid);
            bindings.add(known != null ? known : Binding.counter(oid, ++counter));
        }
        return new Answer(requestId, 0, 0, bindings);
    }

    static byte[] encode(Answer answer) {
        ResponseEncoder encoder = new ResponseEncoder();
        for (Binding binding : answer.bindings().reversed()) {
            byte[] name = Oid.parse(binding.oid()).encoded();
            switch (binding.tag()) {
                case Ber.COUNTER32, Ber.GAUGE32, Ber.TIME_TICKS, Ber.COUNTER64 -> {
                    if (binding.octets().length > 0) {
                        encoder.octets(name, binding.tag(), binding.octets());
                    } else {
                        encoder.unsigned(name, binding.tag(), binding.number());
                    }
                }
                case Ber.NO_SUCH_OBJECT, Ber.NO_SUCH_INSTANCE, Ber.END_OF_MIB_VIEW, Ber.NULL ->
                    encoder.empty(name, binding.tag());
                default -> encoder.octets(name, binding.tag(), binding.octets());
            }
        }
        encoder.finish(
                Ber.VERSION_2C,
                "public".getBytes(java.nio.charset.StandardCharsets.UTF_8),
                Ber.RESPONSE,
                answer.requestId(),
                answer.status(),
                answer.index());
        return encoder.copy();
    }
}
