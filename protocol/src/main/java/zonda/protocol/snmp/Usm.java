package zonda.protocol.snmp;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.IvParameterSpec;
import org.jspecify.annotations.Nullable;

/// The cryptography of the User-based Security Model (RFC 3414, RFC 3826, RFC 7860), by the JDK.
/// Its objects are reused, so that a message allocates only an initial vector. Owned by one thread.
final class Usm {
    private static final byte[] ZEROS = new byte[64];

    private final @Nullable Mac[] macs = new Mac[AuthProtocol.values().length];
    private @Nullable Cipher des;
    private @Nullable Cipher aes;
    private final byte[] digest = new byte[64];
    private byte[] plain = new byte[2_048];

    /// Writes the message's HMAC to its place in the message.
    void sign(UsmKeys keys, byte[] message, int offset, int length, int authOffset) {
        int macLength = keys.auth().macLength();
        System.arraycopy(ZEROS, 0, message, authOffset, macLength);
        try {
            Mac mac = mac(keys);
            mac.update(message, offset, length);
            mac.doFinal(digest, 0);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot authenticate with " + keys.auth(), e);
        }
        System.arraycopy(digest, 0, message, authOffset, macLength);
    }

    /// Whether the message that was opened has the HMAC that these keys give.
    boolean isAuthentic(UsmKeys keys, MessageDecoder message) {
        int macLength = keys.auth().macLength();
        if (message.authLength() != macLength) {
            return false;
        }
        byte[] data = message.data();
        int from = message.messageOffset();
        int at = message.authOffset();
        try {
            Mac mac = mac(keys);
            mac.update(data, from, at - from);
            mac.update(ZEROS, 0, macLength);
            mac.update(data, at + macLength, message.messageEnd() - at - macLength);
            mac.doFinal(digest, 0);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot authenticate with " + keys.auth(), e);
        }
        int differences = 0;
        for (int i = 0; i < macLength; i++) {
            differences |= digest[i] ^ data[at + i];
        }
        return differences == 0;
    }

    private Mac mac(UsmKeys keys) throws GeneralSecurityException {
        Mac known = macs[keys.auth().ordinal()];
        if (known == null) {
            known = Mac.getInstance(keys.auth().macName());
            macs[keys.auth().ordinal()] = known;
        }
        known.init(keys.authKey());
        return known;
    }

    /// Octets that a plain text takes once it is encrypted.
    static int encryptedLength(PrivProtocol protocol, int length) {
        return protocol == PrivProtocol.DES ? (length + 7) / 8 * 8 : length;
    }

    /// Encrypts in place.
    ///
    /// @param length [#encryptedLength] of the plain text, which is followed by anything
    /// @param salt 8 octets that were never used with this key
    void encrypt(UsmKeys keys, int boots, int time, byte[] salt, byte[] data, int offset, int length) {
        try {
            cipher(keys, Cipher.ENCRYPT_MODE, boots, time, salt, 0).doFinal(data, offset, length, data, offset);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot encrypt with " + keys.priv(), e);
        }
    }

    /// Decrypts the scoped PDU of the message that was opened and goes into it.
    ///
    /// @return false when that gives no scoped PDU
    boolean decrypt(UsmKeys keys, MessageDecoder message) {
        int length = message.scopedLength();
        if (message.saltLength() != 8 || (keys.priv() == PrivProtocol.DES && length % 8 != 0)) {
            return false;
        }
        if (plain.length < length) {
            plain = new byte[Math.max(length, plain.length * 2)];
        }
        try {
            cipher(
                            keys,
                            Cipher.DECRYPT_MODE,
                            message.engineBoots(),
                            message.engineTime(),
                            message.data(),
                            message.saltOffset())
                    .doFinal(message.data(), message.scopedOffset(), length, plain, 0);
        } catch (GeneralSecurityException e) {
            return false;
        }
        return message.openScoped(plain, 0, length);
    }

    // The model prescribes both ciphers and their modes; each message's initial vector is its own.
    @SuppressWarnings("InsecureCryptoUsage")
    private Cipher cipher(UsmKeys keys, int mode, int boots, int time, byte[] salt, int saltOffset)
            throws GeneralSecurityException {
        boolean isAes = keys.priv().isAes();
        Cipher known = isAes ? aes : des;
        if (known == null) {
            known = isAes ? Cipher.getInstance("AES/CFB/NoPadding") : Cipher.getInstance("DES/CBC/NoPadding");
            if (isAes) {
                aes = known;
            } else {
                des = known;
            }
        }
        byte[] iv;
        if (isAes) {
            iv = new byte[16];
            Ber.putNumber(iv, 0, boots, 4);
            Ber.putNumber(iv, 4, time, 4);
            System.arraycopy(salt, saltOffset, iv, 8, 8);
        } else {
            iv = Arrays.copyOf(keys.preIv(), 8);
            for (int i = 0; i < 8; i++) {
                iv[i] ^= salt[saltOffset + i];
            }
        }
        known.init(mode, keys.privKey(), new IvParameterSpec(iv));
        return known;
    }
}
