package zonda.protocol.snmp;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// The keys of one user on one engine (RFC 3414, section 2.6), made by [UsmKeyring]. Immutable.
public final class UsmKeys {
    private final UsmUser user;
    private final byte[] userName;
    private final @Nullable SecretKeySpec authKey;
    private final @Nullable SecretKeySpec privKey;

    /// What DES builds its initial vectors of.
    private final byte[] preIv;

    UsmKeys(UsmUser user, byte[] authKey, byte[] privKey) {
        this.user = user;
        this.userName = user.name().getBytes(StandardCharsets.UTF_8);
        this.authKey = user.auth() == AuthProtocol.NONE
                ? null
                : new SecretKeySpec(authKey, user.auth().macName());
        this.privKey = switch (user.priv()) {
            case NONE -> null;
            case DES -> new SecretKeySpec(privKey, 0, 8, "DES");
            case AES128, AES192, AES256, AES192_CISCO, AES256_CISCO ->
                new SecretKeySpec(privKey, 0, user.priv().keyLength(), "AES");
        };
        this.preIv = user.priv() == PrivProtocol.DES ? Arrays.copyOfRange(privKey, 8, 16) : new byte[0];
    }

    public UsmUser user() {
        return user;
    }

    byte[] userName() {
        return userName;
    }

    AuthProtocol auth() {
        return user.auth();
    }

    PrivProtocol priv() {
        return user.priv();
    }

    SecretKeySpec authKey() {
        return present(authKey);
    }

    SecretKeySpec privKey() {
        return present(privKey);
    }

    private SecretKeySpec present(@Nullable SecretKeySpec key) {
        if (key == null) {
            throw new IllegalStateException("user " + user + " has no such key");
        }
        return key;
    }

    byte[] preIv() {
        return preIv;
    }

    /// The octets of the authentication key, for tests.
    byte[] authOctets() {
        return authKey().getEncoded();
    }

    /// The octets of the privacy key, of DES without its vector's; for tests.
    byte[] privOctets() {
        return privKey().getEncoded();
    }
}
