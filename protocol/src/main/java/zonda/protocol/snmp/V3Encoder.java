package zonda.protocol.snmp;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Wraps PDUs into v3 messages (RFC 3412, section 6; RFC 3414, section 2.4), encrypts and signs
/// them, in one buffer that is reused. Owned by one thread.
public final class V3Encoder {
    /// The largest message that we take: what one UDP datagram carries.
    public static final int MAX_SIZE = 65_507;

    private static final byte[] NOTHING = new byte[0];
    private static final int USM = 3;

    private final Usm usm = new Usm();
    private final byte[] salt = new byte[8];
    private long saltCounter;
    private byte[] buffer = new byte[2_048];
    private int size;

    /// @param firstSalt where the salts of encryption begin, best a random number: two that encrypt
    ///     with one key must not meet
    public V3Encoder(long firstSalt) {
        this.saltCounter = firstSalt;
    }

    /// The message that was made last begins at its start.
    public byte[] buffer() {
        return buffer;
    }

    /// Octets of it.
    public int size() {
        return size;
    }

    Usm usm() {
        return usm;
    }

    /// Makes a message without authentication and encryption.
    public void plain(
            int messageId,
            boolean isReportable,
            byte[] engineId,
            int boots,
            int time,
            byte[] user,
            byte[] contextEngineId,
            byte[] context,
            byte[] pdu,
            int pduOffset,
            int pduLength) {
        write(
                messageId,
                isReportable,
                SecurityLevel.NO_AUTH_NO_PRIV,
                null,
                engineId,
                boots,
                time,
                user,
                contextEngineId,
                context,
                pdu,
                pduOffset,
                pduLength);
    }

    /// Makes a message of a user.
    ///
    /// @param isReportable whether a Report may answer it: requests are, answers are not
    /// @param level at most that of the user
    /// @param keys of the user on the authoritative engine
    /// @param engineId of the authoritative engine: the one that is asked
    public void secured(
            int messageId,
            boolean isReportable,
            SecurityLevel level,
            UsmKeys keys,
            byte[] engineId,
            int boots,
            int time,
            byte[] contextEngineId,
            byte[] context,
            byte[] pdu,
            int pduOffset,
            int pduLength) {
        write(
                messageId,
                isReportable,
                level,
                keys,
                engineId,
                boots,
                time,
                keys.userName(),
                contextEngineId,
                context,
                pdu,
                pduOffset,
                pduLength);
    }

    private void write(
            int messageId,
            boolean isReportable,
            SecurityLevel level,
            @Nullable UsmKeys keys,
            byte[] engineId,
            int boots,
            int time,
            byte[] user,
            byte[] contextEngineId,
            byte[] context,
            byte[] pdu,
            int pduOffset,
            int pduLength) {
        boolean signs = level != SecurityLevel.NO_AUTH_NO_PRIV;
        boolean encrypts = level == SecurityLevel.AUTH_PRIV;
        int macLength = signs && keys != null ? keys.auth().macLength() : 0;
        byte[] usedSalt = encrypts && keys != null ? nextSalt(keys.priv(), boots) : NOTHING;
        int scopedContent = Ber.wrapped(contextEngineId.length) + Ber.wrapped(context.length) + pduLength;
        int scoped = Ber.wrapped(scopedContent);
        int encrypted = encrypts && keys != null ? Usm.encryptedLength(keys.priv(), scoped) : scoped;
        int scopedOnWire = encrypts ? Ber.wrapped(encrypted) : scoped;
        int header = Ber.wrapped(Ber.integerSize(messageId)) + Ber.wrapped(Ber.integerSize(MAX_SIZE)) + 3 + 3;
        int parameters = Ber.wrapped(engineId.length)
                + Ber.wrapped(Ber.integerSize(boots))
                + Ber.wrapped(Ber.integerSize(time))
                + Ber.wrapped(user.length)
                + Ber.wrapped(macLength)
                + Ber.wrapped(usedSalt.length);
        int message = 3 + Ber.wrapped(header) + Ber.wrapped(Ber.wrapped(parameters)) + scopedOnWire;
        size = Ber.wrapped(message);
        if (buffer.length < size) {
            buffer = new byte[Math.max(size, buffer.length * 2)];
        }
        int at = Ber.putHeader(buffer, 0, Ber.SEQUENCE, message);
        at = Ber.putInteger(buffer, at, Ber.VERSION_3);
        at = Ber.putHeader(buffer, at, Ber.SEQUENCE, header);
        at = Ber.putInteger(buffer, at, messageId);
        at = Ber.putInteger(buffer, at, MAX_SIZE);
        at = Ber.putHeader(buffer, at, Ber.OCTET_STRING, 1);
        buffer[at++] = (byte) (level.flags() | (isReportable ? MessageDecoder.REPORTABLE : 0));
        at = Ber.putInteger(buffer, at, USM);
        at = Ber.putHeader(buffer, at, Ber.OCTET_STRING, Ber.wrapped(parameters));
        at = Ber.putHeader(buffer, at, Ber.SEQUENCE, parameters);
        at = octets(at, engineId, 0, engineId.length);
        at = Ber.putInteger(buffer, at, boots);
        at = Ber.putInteger(buffer, at, time);
        at = octets(at, user, 0, user.length);
        at = Ber.putHeader(buffer, at, Ber.OCTET_STRING, macLength);
        int macOffset = at;
        at = octets(at + macLength, usedSalt, 0, usedSalt.length);
        if (encrypts) {
            at = Ber.putHeader(buffer, at, Ber.OCTET_STRING, encrypted);
        }
        int scopedOffset = at;
        at = Ber.putHeader(buffer, at, Ber.SEQUENCE, scopedContent);
        at = octets(at, contextEngineId, 0, contextEngineId.length);
        at = octets(at, context, 0, context.length);
        System.arraycopy(pdu, pduOffset, buffer, at, pduLength);
        if (keys == null) {
            return;
        }
        if (encrypts) {
            Arrays.fill(buffer, scopedOffset + scoped, scopedOffset + encrypted, (byte) 0);
            usm.encrypt(keys, boots, time, usedSalt, buffer, scopedOffset, encrypted);
        }
        if (signs) {
            usm.sign(keys, buffer, 0, size, macOffset);
        }
    }

    /// Each message has a salt of its own: for DES the boots and a number of 32 bits (RFC 3414,
    /// section 8.1.1.1), for AES a number of 64 bits (RFC 3826, section 3.1.2.1).
    private byte[] nextSalt(PrivProtocol protocol, int boots) {
        saltCounter++;
        if (protocol == PrivProtocol.DES) {
            Ber.putNumber(salt, 0, boots, 4);
            Ber.putNumber(salt, 4, saltCounter, 4);
        } else {
            Ber.putNumber(salt, 0, saltCounter, 8);
        }
        return salt;
    }

    private int octets(int at, byte[] content, int offset, int length) {
        int position = Ber.putHeader(buffer, at, Ber.OCTET_STRING, length);
        System.arraycopy(content, offset, buffer, position, length);
        return position + length;
    }
}
