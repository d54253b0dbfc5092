package zonda.protocol.snmp;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is known of the engine at one address, as one user asks it: its id, its boots and time, the
/// keys there. Kept per address and user, never by engine id: two devices may have the same id and
/// different clocks. Pure: told the time by its caller. Owned by one thread.
///
/// The engine's time goes on by the monotonic clock and is set anew by authentic messages only,
/// forward (RFC 3414, section 3.2, step 7); what an unauthenticated Report says is a guess until
/// then, good for one try. An authentic notInTimeWindow Report that answers our own message is
/// believed also backward: the device has lost its boots or its time.
public final class UsmPeer {
    private static final byte[] NOTHING = new byte[0];
    private static final long SECOND = 1_000_000_000L;

    /// An empty GET (RFC 3414, section 4), as a PDU.
    private static final RequestEncoder.Encoded DISCOVERY =
            RequestEncoder.encode(Ber.VERSION_3, "", Ber.GET, 0, 0, List.of());

    /// What came of a message from the engine.
    public enum Verdict {
        /// An answer; the decoder stands before its varbinds.
        ANSWER,
        /// Something was learned: the request must be sent again, now.
        AGAIN,
        /// The engine does not know the user.
        UNKNOWN_USER,
        /// The engine does not speak with this user at this level.
        UNSUPPORTED_LEVEL,
        /// The engine finds our signature wrong.
        WRONG_PASSWORD,
        /// The engine cannot decrypt what we send.
        DECRYPTION_ERROR,
        /// The engine does not know the context.
        UNKNOWN_CONTEXT,
        /// The engine refuses for another reason.
        REFUSED,
        /// Neither authentic nor a Report that may be believed: as if it had never come.
        IGNORED
    }

    private final UsmUser user;
    private final byte[] configuredEngineId;
    private final byte[] configuredContextEngineId;
    private final byte[] context;
    private final byte[] userName;
    private final UsmKeyring keyring;
    private byte[] engineId;
    private @Nullable UsmKeys keys;
    private int boots;
    private int anchorSeconds;
    private long anchorNanos;
    private boolean timeKnown;
    private boolean timeTrusted;
    private int latestSeconds;

    /// Whether the engine has sent anything, and whether it has ever answered a request.
    private boolean heard;

    private boolean answered;

    /// @param engineId configured; empty: it is discovered
    /// @param contextEngineId configured; empty: it is the engine's own
    /// @param context the context's name; empty: the default one
    public UsmPeer(UsmUser user, byte[] engineId, byte[] contextEngineId, String context, UsmKeyring keyring) {
        this.user = user;
        this.userName = user.name().getBytes(StandardCharsets.UTF_8);
        this.configuredEngineId = engineId.clone();
        this.configuredContextEngineId = contextEngineId.clone();
        this.context = context.getBytes(StandardCharsets.UTF_8);
        this.keyring = keyring;
        this.engineId = this.configuredEngineId;
    }

    public UsmUser user() {
        return user;
    }

    /// Whether the engine's id must be asked for before anything else.
    public boolean needsDiscovery() {
        return engineId.length == 0;
    }

    /// The engine's id; empty while it is not known.
    public byte[] engineId() {
        return engineId.clone();
    }

    public int boots() {
        return boots;
    }

    /// Forgets what was learned, as for a device that was replaced.
    public void forget() {
        engineId = configuredEngineId;
        keys = null;
        timeKnown = false;
        timeTrusted = false;
        boots = 0;
        heard = false;
        answered = false;
    }

    /// Whether silence now looks like another privacy passphrase: the engine has spoken, and no
    /// encrypted request was ever answered. Some engines, among them Net-SNMP's, send no Report
    /// about what they cannot decrypt.
    public boolean suspectsPrivacy() {
        return user.level() == SecurityLevel.AUTH_PRIV && heard && !answered;
    }

    /// The engine's time now, seconds; 0 while it is not known.
    int secondsAt(long nowNanos) {
        return (int) Math.min(Integer.MAX_VALUE, uncutSeconds(nowNanos));
    }

    private long uncutSeconds(long nowNanos) {
        return timeKnown ? anchorSeconds + Math.max(0, nowNanos - anchorNanos) / SECOND : 0;
    }

    private UsmKeys keys() {
        UsmKeys known = keys;
        if (known == null) {
            known = keyring.keys(user, engineId);
            keys = known;
        }
        return known;
    }

    /// Makes the next message: the request, or a discovery while [#needsDiscovery].
    ///
    /// @param messageId must be unique among all that wait; its answer carries it
    /// @param pdu a request's PDU
    /// @param nowNanos monotonic
    public void encode(V3Encoder out, int messageId, byte[] pdu, int pduOffset, int pduLength, long nowNanos) {
        if (needsDiscovery()) {
            byte[] empty = DISCOVERY.bytes();
            out.plain(
                    messageId,
                    true,
                    NOTHING,
                    0,
                    0,
                    NOTHING,
                    NOTHING,
                    NOTHING,
                    empty,
                    DISCOVERY.pduOffset(),
                    empty.length - DISCOVERY.pduOffset());
            return;
        }
        long seconds = uncutSeconds(nowNanos);
        if (seconds > Integer.MAX_VALUE) {
            // The engine's time has run over, and it has counted a boot (RFC 3414, section 2.2.2).
            anchorSeconds = (int) (seconds - (1L << 31));
            anchorNanos = nowNanos;
            latestSeconds = anchorSeconds;
            boots++;
            seconds = anchorSeconds;
        }
        byte[] contextEngine = configuredContextEngineId.length > 0 ? configuredContextEngineId : engineId;
        SecurityLevel level = user.level();
        boolean signed = level != SecurityLevel.NO_AUTH_NO_PRIV;
        out.secured(
                messageId,
                true,
                level,
                keys(),
                engineId,
                signed ? boots : 0,
                signed ? (int) seconds : 0,
                contextEngine,
                context,
                pdu,
                pduOffset,
                pduLength);
    }

    /// Takes a message whose message id is that of a request in flight.
    ///
    /// @param message opened with [MessageDecoder#openAny]
    /// @param usm what the requests were made with
    /// @param nowNanos monotonic
    public Verdict receive(MessageDecoder message, V3Encoder usm, long nowNanos) {
        Verdict verdict = judge(message, usm, nowNanos);
        heard |= verdict != Verdict.IGNORED;
        answered |= verdict == Verdict.ANSWER;
        return verdict;
    }

    private Verdict judge(MessageDecoder message, V3Encoder usm, long nowNanos) {
        boolean authentic = message.isAuthenticated()
                && user.auth() != AuthProtocol.NONE
                && message.engineIdIs(engineId)
                && message.userIs(userName)
                && usm.usm().isAuthentic(keys(), message);
        if (message.isAuthenticated() && !authentic) {
            return Verdict.IGNORED;
        }
        if (message.isEncrypted()) {
            return authentic && user.level() == SecurityLevel.AUTH_PRIV
                    ? receiveEncrypted(message, usm, nowNanos)
                    : Verdict.IGNORED;
        }
        byte[] saidEngineId = message.engineId();
        int saidBoots = message.engineBoots();
        int saidSeconds = message.engineTime();
        boolean sameEngine = message.engineIdIs(engineId);
        boolean sameUser = message.userIs(userName);
        if (!message.openScoped()) {
            return Verdict.IGNORED;
        }
        if (message.pduType() == Ber.REPORT) {
            return receiveReport(message, authentic, saidEngineId, saidBoots, saidSeconds, nowNanos);
        }
        boolean levelHolds = authentic ? user.level() == SecurityLevel.AUTH_NO_PRIV : user.auth() == AuthProtocol.NONE;
        if (message.pduType() != Ber.RESPONSE || !levelHolds || !sameEngine || !sameUser) {
            return Verdict.IGNORED;
        }
        if (authentic) {
            anchor(saidBoots, saidSeconds, nowNanos);
        }
        return Verdict.ANSWER;
    }

    private Verdict receiveEncrypted(MessageDecoder message, V3Encoder usm, long nowNanos) {
        int saidBoots = message.engineBoots();
        int saidSeconds = message.engineTime();
        if (!usm.usm().decrypt(keys(), message)) {
            return Verdict.DECRYPTION_ERROR;
        }
        if (message.pduType() == Ber.REPORT) {
            return receiveReport(message, true, engineId, saidBoots, saidSeconds, nowNanos);
        }
        if (message.pduType() != Ber.RESPONSE) {
            return Verdict.IGNORED;
        }
        anchor(saidBoots, saidSeconds, nowNanos);
        return Verdict.ANSWER;
    }

    /// An authentic message tells the engine's time: forward only, since it may have been on its
    /// way for long.
    private void anchor(int saidBoots, int saidSeconds, long nowNanos) {
        boolean newer = !timeTrusted || saidBoots > boots || (saidBoots == boots && saidSeconds >= latestSeconds);
        if (newer) {
            take(saidBoots, saidSeconds, nowNanos);
            timeTrusted = true;
        }
    }

    private void take(int saidBoots, int saidSeconds, long nowNanos) {
        boots = Math.max(0, saidBoots);
        anchorSeconds = Math.max(0, saidSeconds);
        anchorNanos = nowNanos;
        latestSeconds = anchorSeconds;
        timeKnown = true;
    }

    private Verdict receiveReport(
            MessageDecoder message,
            boolean authentic,
            byte[] saidEngineId,
            int saidBoots,
            int saidSeconds,
            long nowNanos) {
        UsmReport reason = message.next()
                ? UsmReport.of(message.data(), message.nameOffset(), message.nameLength())
                : UsmReport.INVALID_MESSAGE;
        if (saidEngineId.length > 0 && (needsDiscovery() || reason == UsmReport.UNKNOWN_ENGINE)) {
            return discovered(saidEngineId, saidBoots, saidSeconds, nowNanos);
        }
        return switch (reason) {
            case NOT_IN_TIME_WINDOW -> {
                take(saidBoots, saidSeconds, nowNanos);
                timeTrusted = authentic;
                yield Verdict.AGAIN;
            }
            case UNKNOWN_USER -> Verdict.UNKNOWN_USER;
            case UNSUPPORTED_LEVEL -> Verdict.UNSUPPORTED_LEVEL;
            case WRONG_DIGEST -> Verdict.WRONG_PASSWORD;
            case DECRYPTION_ERROR -> Verdict.DECRYPTION_ERROR;
            case UNAVAILABLE_CONTEXT, UNKNOWN_CONTEXT -> Verdict.UNKNOWN_CONTEXT;
            case UNKNOWN_ENGINE, UNKNOWN_SECURITY_MODEL, INVALID_MESSAGE, UNKNOWN_PDU_HANDLER -> Verdict.REFUSED;
        };
    }

    private Verdict discovered(byte[] saidEngineId, int saidBoots, int saidSeconds, long nowNanos) {
        if (Arrays.equals(saidEngineId, engineId)) {
            return Verdict.REFUSED;
        }
        engineId = saidEngineId;
        keys = null;
        timeTrusted = false;
        take(saidBoots, saidSeconds, nowNanos);
        return Verdict.AGAIN;
    }
}
