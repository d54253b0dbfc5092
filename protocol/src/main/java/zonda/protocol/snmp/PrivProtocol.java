package zonda.protocol.snmp;

/// How the scoped PDU of a v3 message is encrypted: CBC-DES (RFC 3414, section 8), AES-128 in CFB
/// mode (RFC 3826), and AES with longer keys, which two drafts lengthen differently.
public enum PrivProtocol {
    NONE(0, Extension.NONE),
    DES(16, Extension.NONE),
    AES128(16, Extension.NONE),
    /// Keys lengthened as in draft-blumenthal-aes-usm-04, section 3.1.2.1.
    AES192(24, Extension.BLUMENTHAL),
    AES256(32, Extension.BLUMENTHAL),
    /// Keys lengthened as in draft-reeder-snmpv3-usm-3desede-00, section 2.1: what Cisco's devices
    /// do.
    AES192_CISCO(24, Extension.REEDER),
    AES256_CISCO(32, Extension.REEDER);

    enum Extension {
        NONE,
        BLUMENTHAL,
        REEDER
    }

    private final int keyLength;
    private final Extension extension;

    PrivProtocol(int keyLength, Extension extension) {
        this.keyLength = keyLength;
        this.extension = extension;
    }

    /// Octets of the localised key that are used; of DES half of them are its initial vector.
    int keyLength() {
        return keyLength;
    }

    Extension extension() {
        return extension;
    }

    boolean isAes() {
        return this != NONE && this != DES;
    }
}
