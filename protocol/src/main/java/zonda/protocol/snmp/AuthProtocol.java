package zonda.protocol.snmp;

/// How a v3 message is authenticated: HMAC-MD5-96 and HMAC-SHA-96 (RFC 3414, sections 6 and 7), and
/// those of SHA-2 (RFC 7860).
public enum AuthProtocol {
    NONE("", "", 0, 0),
    MD5("MD5", "HmacMD5", 16, 12),
    SHA1("SHA-1", "HmacSHA1", 20, 12),
    SHA224("SHA-224", "HmacSHA224", 28, 16),
    SHA256("SHA-256", "HmacSHA256", 32, 24),
    SHA384("SHA-384", "HmacSHA384", 48, 32),
    SHA512("SHA-512", "HmacSHA512", 64, 48);

    private final String digestName;
    private final String macName;
    private final int digestLength;
    private final int macLength;

    AuthProtocol(String digestName, String macName, int digestLength, int macLength) {
        this.digestName = digestName;
        this.macName = macName;
        this.digestLength = digestLength;
        this.macLength = macLength;
    }

    /// The JDK's name of its hash function.
    String digestName() {
        return digestName;
    }

    /// The JDK's name of its HMAC.
    String macName() {
        return macName;
    }

    /// Octets of a hash, and of a key.
    int digestLength() {
        return digestLength;
    }

    /// Octets of the HMAC that travel in a message.
    int macLength() {
        return macLength;
    }
}
