package zonda.model;

import java.util.Locale;

/// The version of SNMP that an interface is asked in, and as whom.
public sealed interface SnmpSecurity {
    /// Versions 1 and 2c.
    ///
    /// @param isVersion1 whether version 1 is spoken, else 2c
    /// @param community that is named
    record Community(boolean isVersion1, String community) implements SnmpSecurity {
        /// Without the secret.
        @Override
        public String toString() {
            return isVersion1 ? "SNMPv1" : "SNMPv2c";
        }
    }

    /// Version 3, with the user-based security model.
    ///
    /// @param name of the user
    /// @param authPassphrase of 8 characters or more where there is authentication, else empty
    /// @param privPassphrase of 8 characters or more where there is encryption, else empty
    /// @param context its name; empty: the default one
    /// @param engineId of the device, 5 to 32 octets as hexadecimal digits; empty: it is discovered
    record User(
            String name,
            Auth auth,
            String authPassphrase,
            Priv priv,
            String privPassphrase,
            String context,
            String engineId)
            implements SnmpSecurity {
        public User {
            check("authentication", auth != Auth.NONE, authPassphrase);
            check("privacy", priv != Priv.NONE, privPassphrase);
            if (auth == Auth.NONE && priv != Priv.NONE) {
                throw new IllegalArgumentException(
                        "privacy without authentication, wanted an authentication protocol too");
            }
            if (!engineId.matches("([0-9a-f]{2}){5,32}|")) {
                throw new IllegalArgumentException(
                        "engine id '" + engineId + "', wanted 10 to 64 small hexadecimal digits, or none");
            }
        }

        private static void check(String what, boolean isUsed, String passphrase) {
            int length = passphrase.length();
            if (isUsed ? length < SHORTEST_PASSPHRASE : length > 0) {
                throw new IllegalArgumentException(what + " passphrase of " + length + " characters, wanted "
                        + (isUsed ? "at least " + SHORTEST_PASSPHRASE : "none without a protocol"));
            }
        }

        /// Without the secrets.
        @Override
        public String toString() {
            return "SNMPv3 user " + name + " (" + auth.name().toLowerCase(Locale.ROOT) + ", "
                    + priv.name().toLowerCase(Locale.ROOT) + ")";
        }
    }

    /// RFC 3414, section 11.2.
    int SHORTEST_PASSPHRASE = 8;

    /// How messages are authenticated.
    enum Auth {
        NONE,
        MD5,
        SHA1,
        SHA224,
        SHA256,
        SHA384,
        SHA512
    }

    /// How messages are encrypted; those with a C at the end lengthen keys as Cisco's devices do.
    enum Priv {
        NONE,
        DES,
        AES128,
        AES192,
        AES256,
        AES192C,
        AES256C
    }
}
