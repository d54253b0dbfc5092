package zonda.protocol.snmp;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A v3 agent for tests, of one user: answers each varbind of a GET with its place, counted from 0.
final class TestAgent {
    byte[] engineId;
    int boots = 3;
    int time = 1_000;

    @Nullable
    UsmUser user;

    int asked;

    private final UsmKeyring keyring = new UsmKeyring();
    private final UsmAgent agent = new UsmAgent(77);
    private final MessageDecoder decoder = new MessageDecoder();
    private final ResponseEncoder response = new ResponseEncoder();
    private long reports;

    TestAgent(byte[] engineId, @Nullable UsmUser user) {
        this.engineId = engineId;
        this.user = user;
    }

    /// What it sends back; nothing to what is no v3 message.
    byte[] answer(byte[] data, int length) {
        if (!decoder.openAny(data, 0, length) || decoder.version() != Ber.VERSION_3) {
            return new byte[0];
        }
        UsmUser known = user;
        UsmKeys keys = known != null && decoder.userIs(known.name().getBytes(StandardCharsets.UTF_8))
                ? keyring.keys(known, engineId)
                : null;
        Optional<UsmReport> fault = agent.check(decoder, engineId, boots, time, keys);
        if (fault.isPresent() || keys == null) {
            agent.report(fault.orElseThrow(), ++reports, 0, engineId, boots, time, keys);
            return Arrays.copyOf(agent.encoder().buffer(), agent.encoder().size());
        }
        asked++;
        byte[] context = decoder.context();
        byte[][] names = new byte[200][];
        int count = 0;
        while (decoder.next()) {
            names[count++] = decoder.name();
        }
        response.clear();
        for (int i = count - 1; i >= 0; i--) {
            response.integer(names[i], i);
        }
        response.finishPdu(Ber.RESPONSE, decoder.requestId(), 0, 0);
        agent.answer(engineId, boots, time, keys, context, response);
        return Arrays.copyOf(agent.encoder().buffer(), agent.encoder().size());
    }
}
