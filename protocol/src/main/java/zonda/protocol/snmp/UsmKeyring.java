package zonda.protocol.snmp;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Makes keys from passphrases. The dear step, a hash over a mebibyte of the repeated passphrase
/// (Ku; milliseconds), is done once for each pair of hash function and passphrase and remembered;
/// what is done for each engine costs less than a microsecond (but for the key extension of
/// Cisco's, which does the dear step for each engine). Owned by one thread.
public final class UsmKeyring {
    private static final int HASHED_OCTETS = 1_048_576;
    private static final int MOST_REMEMBERED = 4_096;

    private record Secret(AuthProtocol protocol, String passphrase) {}

    private static final class Remembered extends LinkedHashMap<Secret, byte[]> {
        Remembered() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<Secret, byte[]> eldest) {
            return size() > MOST_REMEMBERED;
        }
    }

    private final Remembered kus = new Remembered();
    private final @Nullable MessageDigest[] digests = new MessageDigest[AuthProtocol.values().length];

    /// The keys of a user on an engine.
    public UsmKeys keys(UsmUser user, byte[] engineId) {
        if (user.auth() == AuthProtocol.NONE) {
            return new UsmKeys(user, new byte[0], new byte[0]);
        }
        byte[] authKey = localised(user.auth(), ku(user.auth(), user.authPassphrase()), engineId);
        byte[] privKey = user.priv() == PrivProtocol.NONE
                ? new byte[0]
                : extended(user, localised(user.auth(), ku(user.auth(), user.privPassphrase()), engineId), engineId);
        return new UsmKeys(user, authKey, privKey);
    }

    private byte[] ku(AuthProtocol protocol, String passphrase) {
        return kus.computeIfAbsent(
                new Secret(protocol, passphrase),
                secret -> hashedMebibyte(protocol, passphrase.getBytes(StandardCharsets.UTF_8)));
    }

    /// RFC 3414, appendix A.2.
    private byte[] hashedMebibyte(AuthProtocol protocol, byte[] passphrase) {
        byte[] repeated = new byte[passphrase.length * (4_096 / passphrase.length + 1)];
        for (int at = 0; at < repeated.length; at += passphrase.length) {
            System.arraycopy(passphrase, 0, repeated, at, passphrase.length);
        }
        MessageDigest digest = digest(protocol);
        int left = HASHED_OCTETS;
        while (left > 0) {
            int count = Math.min(left, repeated.length);
            digest.update(repeated, 0, count);
            left -= count;
        }
        return digest.digest();
    }

    /// RFC 3414, section 2.6.
    private byte[] localised(AuthProtocol protocol, byte[] ku, byte[] engineId) {
        MessageDigest digest = digest(protocol);
        digest.update(ku);
        digest.update(engineId);
        return digest.digest(ku);
    }

    /// Makes a key as long as the cipher wants it.
    private byte[] extended(UsmUser user, byte[] key, byte[] engineId) {
        int wanted = user.priv().keyLength();
        byte[] longer = key;
        byte[] last = key;
        while (longer.length < wanted) {
            last = switch (user.priv().extension()) {
                case NONE, BLUMENTHAL -> digest(user.auth()).digest(longer);
                case REEDER -> localised(user.auth(), hashedMebibyte(user.auth(), last), engineId);
            };
            int before = longer.length;
            longer = Arrays.copyOf(longer, before + last.length);
            System.arraycopy(last, 0, longer, before, last.length);
        }
        return longer;
    }

    private MessageDigest digest(AuthProtocol protocol) {
        MessageDigest known = digests[protocol.ordinal()];
        if (known == null) {
            try {
                known = MessageDigest.getInstance(protocol.digestName());
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("this Java has no " + protocol.digestName(), e);
            }
            digests[protocol.ordinal()] = known;
        }
        return known;
    }
}
