package zonda.protocol.snmp;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The side of an engine that is asked (RFC 3414, section 3.2, as the authoritative engine): checks
/// requests, and makes answers and Reports. It keeps no state of an engine, so that one serves
/// thousands of them. Owned by one thread, reused.
public final class UsmAgent {
    /// Half of the time window, seconds (RFC 3414, section 2.3).
    public static final int WINDOW_SECONDS = 150;

    private static final byte[] NOTHING = new byte[0];

    private final V3Encoder encoder;
    private final ResponseEncoder report = new ResponseEncoder();
    private int messageId;
    private boolean reportable;
    private SecurityLevel level = SecurityLevel.NO_AUTH_NO_PRIV;
    private byte[] user = NOTHING;

    /// @param firstSalt see [V3Encoder]
    public UsmAgent(long firstSalt) {
        this.encoder = new V3Encoder(firstSalt);
    }

    /// The message that was made last.
    public V3Encoder encoder() {
        return encoder;
    }

    /// Checks a request and goes into its PDU.
    ///
    /// @param request a v3 message, opened with [MessageDecoder#openAny]
    /// @param engineId of the engine that is asked
    /// @param keys of the user that the request names ([MessageDecoder#user]) on this engine; null
    ///     where that user is unknown
    /// @return why the request is not processed; empty when all is well: then the decoder stands
    ///     before the varbinds
    public Optional<UsmReport> check(
            MessageDecoder request, byte[] engineId, int boots, int time, @Nullable UsmKeys keys) {
        messageId = request.messageId();
        reportable = request.isReportable();
        user = request.user();
        level = request.isEncrypted()
                ? SecurityLevel.AUTH_PRIV
                : request.isAuthenticated() ? SecurityLevel.AUTH_NO_PRIV : SecurityLevel.NO_AUTH_NO_PRIV;
        if (request.isEncrypted() && !request.isAuthenticated()) {
            return Optional.of(UsmReport.INVALID_MESSAGE);
        }
        if (!request.engineIdIs(engineId)) {
            return Optional.of(UsmReport.UNKNOWN_ENGINE);
        }
        if (keys == null) {
            return Optional.of(UsmReport.UNKNOWN_USER);
        }
        if (level.compareTo(keys.user().level()) > 0) {
            return Optional.of(UsmReport.UNSUPPORTED_LEVEL);
        }
        if (level != SecurityLevel.NO_AUTH_NO_PRIV) {
            if (!encoder.usm().isAuthentic(keys, request)) {
                return Optional.of(UsmReport.WRONG_DIGEST);
            }
            if (boots == Integer.MAX_VALUE
                    || request.engineBoots() != boots
                    || Math.abs((long) request.engineTime() - time) > WINDOW_SECONDS) {
                return Optional.of(UsmReport.NOT_IN_TIME_WINDOW);
            }
        }
        if (level == SecurityLevel.AUTH_PRIV) {
            return encoder.usm().decrypt(keys, request) ? Optional.empty() : Optional.of(UsmReport.DECRYPTION_ERROR);
        }
        return request.openScoped() ? Optional.empty() : Optional.of(UsmReport.INVALID_MESSAGE);
    }

    /// Whether the request that was checked last may be answered with a Report.
    public boolean isReportable() {
        return reportable;
    }

    /// Makes the answer to the request that was checked last, at its level; [#encoder] holds it.
    ///
    /// @param context of the request
    /// @param pdu a Response, as [ResponseEncoder#finishPdu] makes it
    public void answer(byte[] engineId, int boots, int time, UsmKeys keys, byte[] context, ResponseEncoder pdu) {
        encoder.secured(
                messageId,
                false,
                level,
                keys,
                engineId,
                boots,
                time,
                engineId,
                context,
                pdu.buffer(),
                pdu.offset(),
                pdu.size());
    }

    /// Makes the Report to the request that was checked last; [#encoder] holds it.
    ///
    /// @param reason why it is not processed
    /// @param count of the reason's counter
    /// @param requestId what the Report's PDU says: the request's where that could be read, else 0
    /// @param keys those of the check: one report, that of the time window, is signed
    public void report(
            UsmReport reason, long count, int requestId, byte[] engineId, int boots, int time, @Nullable UsmKeys keys) {
        report.clear();
        report.unsigned(reason.sharedName(), Ber.COUNTER32, count);
        report.finishPdu(Ber.REPORT, requestId, 0, 0);
        if (reason == UsmReport.NOT_IN_TIME_WINDOW && keys != null) {
            encoder.secured(
                    messageId,
                    false,
                    SecurityLevel.AUTH_NO_PRIV,
                    keys,
                    engineId,
                    boots,
                    time,
                    engineId,
                    NOTHING,
                    report.buffer(),
                    report.offset(),
                    report.size());
            return;
        }
        encoder.plain(
                messageId,
                false,
                engineId,
                boots,
                time,
                user,
                engineId,
                NOTHING,
                report.buffer(),
                report.offset(),
                report.size());
    }
}
