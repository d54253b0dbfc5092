package zonda.collector;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.MessageDecoder;
import zonda.protocol.snmp.Oid;
import zonda.protocol.snmp.ResponseEncoder;
import zonda.protocol.snmp.UsmAgent;
import zonda.protocol.snmp.UsmKeyring;
import zonda.protocol.snmp.UsmKeys;
import zonda.protocol.snmp.UsmReport;
import zonda.protocol.snmp.UsmUser;

/// A device of a test that speaks all versions, with numbers as values: GET, GETNEXT and GETBULK.
final class V3Device {
    final TreeMap<Oid, Integer> objects = new TreeMap<>();
    byte[] engineId = {(byte) 0x80, 0, 0x1F, (byte) 0x88, 4, 'd', 'e', 'v'};
    int boots = 7;
    int time = 5_000;

    @Nullable
    UsmUser user;

    boolean silent;

    /// It hangs on what is asked below this one; empty: on nothing.
    String silentBelow = "";

    /// The request id in its reports.
    int reportRequestId;

    /// The PDU types it was asked with.
    final List<Integer> types = new ArrayList<>();

    /// Behind the last object of all comes this one again; empty: the end.
    String loopsTo = "";

    /// Whether it sends nothing about what it cannot decrypt, as snmpd does.
    boolean hidesDecryption;

    InetSocketAddress source = new InetSocketAddress(0);
    final List<Integer> versions = new ArrayList<>();
    final List<Integer> sizes = new ArrayList<>();
    int requests;

    private int errorIndex;
    private boolean isHung;
    private final UsmKeyring keyring = new UsmKeyring();
    private final UsmAgent agent = new UsmAgent(99);
    private final MessageDecoder decoder = new MessageDecoder();
    private final ResponseEncoder response = new ResponseEncoder();

    V3Device(@Nullable UsmUser user) {
        this.user = user;
    }

    void object(String oid, int value) {
        objects.put(Oid.parse(oid), value);
    }

    /// What it sends back; nothing where it keeps silent.
    byte[] answer(byte[] message) {
        requests++;
        if (silent || !decoder.openAny(message, 0, message.length)) {
            return new byte[0];
        }
        versions.add(decoder.version());
        if (decoder.version() != Ber.VERSION_3) {
            byte[] community = decoder.community();
            int version = decoder.version();
            int status = respond();
            if (isHung) {
                return new byte[0];
            }
            response.finish(version, community, Ber.RESPONSE, decoder.requestId(), status, errorIndex);
            return response.copy();
        }
        UsmUser known = user;
        UsmKeys keys = known != null && decoder.userIs(known.name().getBytes(StandardCharsets.UTF_8))
                ? keyring.keys(known, engineId)
                : null;
        Optional<UsmReport> fault = agent.check(decoder, engineId, boots, time, keys);
        if (hidesDecryption && fault.equals(Optional.of(UsmReport.DECRYPTION_ERROR))) {
            return new byte[0];
        }
        if (fault.isPresent() || keys == null) {
            agent.report(fault.orElseThrow(), 1, reportRequestId, engineId, boots, time, keys);
        } else {
            byte[] context = decoder.context();
            int status = respond();
            response.finishPdu(Ber.RESPONSE, decoder.requestId(), status, errorIndex);
            agent.answer(engineId, boots, time, keys, context, response);
        }
        return Arrays.copyOf(agent.encoder().buffer(), agent.encoder().size());
    }

    private int respond() {
        errorIndex = 0;
        int type = decoder.pduType();
        types.add(type);
        int repetitions = type == Ber.GET_BULK ? decoder.errorIndex() : 1;
        List<Oid> names = new ArrayList<>();
        while (decoder.next()) {
            names.add(decoder.varbind().orElseThrow().name());
        }
        sizes.add(names.size());
        isHung = !silentBelow.isEmpty() && names.stream().anyMatch(name -> name.startsWith(Oid.parse(silentBelow)));
        List<Map.Entry<Oid, Integer>> out = new ArrayList<>();
        for (int row = 0; row < repetitions; row++) {
            for (int i = 0; i < names.size(); i++) {
                Oid name = names.get(i);
                Map.Entry<Oid, Integer> found = type == Ber.GET ? exact(name) : objects.higherEntry(name);
                if (!loopsTo.isEmpty() && type != Ber.GET && Oid.parse(loopsTo).compareTo(name) <= 0) {
                    found = looping(name, found);
                }
                if (found == null && decoder.version() == Ber.VERSION_1) {
                    response.clear();
                    errorIndex = i + 1;
                    return Ber.NO_SUCH_NAME;
                }
                Map.Entry<Oid, Integer> row1 = found == null ? Map.entry(name, type == Ber.GET ? -1 : -2) : found;
                out.add(row1);
                names.set(i, row1.getKey());
            }
        }
        response.clear();
        for (Map.Entry<Oid, Integer> each : out.reversed()) {
            byte[] name = each.getKey().encoded();
            switch (each.getValue()) {
                case -1 -> response.empty(name, Ber.NO_SUCH_INSTANCE);
                case -2 -> response.empty(name, Ber.END_OF_MIB_VIEW);
                case Integer value -> response.integer(name, value);
            }
        }
        return 0;
    }

    /// Of the objects of the looping one's table, the first follows the last.
    private Map.@Nullable Entry<Oid, Integer> looping(Oid name, Map.@Nullable Entry<Oid, Integer> found) {
        Oid first = Oid.parse(loopsTo);
        String table = loopsTo.substring(0, loopsTo.lastIndexOf('.'));
        boolean isLast = name.startsWith(Oid.parse(table))
                && (found == null || !found.getKey().startsWith(Oid.parse(table)));
        return isLast ? exact(first) : found;
    }

    private Map.@Nullable Entry<Oid, Integer> exact(Oid name) {
        Integer value = objects.get(name);
        return value == null ? null : Map.entry(name, value);
    }
}
