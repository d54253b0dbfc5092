package zonda.protocol.snmp;

/// Who asks in version 3, and with which secrets (RFC 3414).
///
/// @param name the security name, at most 32 octets in UTF-8
/// @param auth how messages are authenticated
/// @param authPassphrase at least 8 characters where there is authentication, else empty
/// @param priv how they are encrypted; nothing is encrypted without authentication
/// @param privPassphrase at least 8 characters where there is encryption, else empty
public record UsmUser(String name, AuthProtocol auth, String authPassphrase, PrivProtocol priv, String privPassphrase) {
    /// RFC 3414, section 11.2.
    public static final int SHORTEST_PASSPHRASE = 8;

    public UsmUser {
        if (auth == AuthProtocol.NONE && priv != PrivProtocol.NONE) {
            throw new IllegalArgumentException(
                    "privacy protocol " + priv + " without authentication, wanted an authentication protocol too");
        }
        if (auth != AuthProtocol.NONE && authPassphrase.length() < SHORTEST_PASSPHRASE) {
            throw new IllegalArgumentException("authentication passphrase of " + authPassphrase.length()
                    + " characters, wanted at least " + SHORTEST_PASSPHRASE);
        }
        if (priv != PrivProtocol.NONE && privPassphrase.length() < SHORTEST_PASSPHRASE) {
            throw new IllegalArgumentException("privacy passphrase of " + privPassphrase.length()
                    + " characters, wanted at least " + SHORTEST_PASSPHRASE);
        }
    }

    /// A user without secrets.
    public static UsmUser noAuthNoPriv(String name) {
        return new UsmUser(name, AuthProtocol.NONE, "", PrivProtocol.NONE, "");
    }

    public SecurityLevel level() {
        if (auth == AuthProtocol.NONE) {
            return SecurityLevel.NO_AUTH_NO_PRIV;
        }
        return priv == PrivProtocol.NONE ? SecurityLevel.AUTH_NO_PRIV : SecurityLevel.AUTH_PRIV;
    }

    /// Without the secrets.
    @Override
    public String toString() {
        return name + " (" + level() + ")";
    }
}
