package zonda.protocol.snmp;

/// What a v3 message is protected by (RFC 3411, section 3.4.3).
public enum SecurityLevel {
    NO_AUTH_NO_PRIV("noAuthNoPriv"),
    AUTH_NO_PRIV("authNoPriv"),
    AUTH_PRIV("authPriv");

    private final String word;

    SecurityLevel(String word) {
        this.word = word;
    }

    /// Its bits in the flags of a message.
    int flags() {
        return switch (this) {
            case NO_AUTH_NO_PRIV -> 0;
            case AUTH_NO_PRIV -> MessageDecoder.AUTHENTICATED;
            case AUTH_PRIV -> MessageDecoder.AUTHENTICATED | MessageDecoder.ENCRYPTED;
        };
    }

    /// As people write it: `authPriv`.
    @Override
    public String toString() {
        return word;
    }
}
