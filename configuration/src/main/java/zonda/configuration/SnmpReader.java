package zonda.configuration;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import zonda.model.SnmpSecurity;

/// Reads the version of SNMP that an interface is asked in, and as whom. One thread.
final class SnmpReader {
    /// The fields that it reads.
    static final List<String> FIELDS = List.of(
            "version",
            "community",
            "security_name",
            "security_level",
            "auth_protocol",
            "auth_passphrase",
            "priv_protocol",
            "priv_passphrase",
            "context_name",
            "engine_id");

    private static final List<String> OF_USER = FIELDS.subList(2, FIELDS.size());
    private static final int LONGEST_NAME = 32;

    private enum Level {
        NO_AUTH_NO_PRIV,
        AUTH_NO_PRIV,
        AUTH_PRIV
    }

    private final Fields fields;
    private final HostMacros macros;

    /// @param fields of the interface
    /// @param macros of the host
    SnmpReader(Fields fields, HostMacros macros) {
        this.fields = fields;
        this.macros = macros;
    }

    /// Faults are told; then what is returned does not count.
    SnmpSecurity read() {
        String version = text("version", "2c");
        return switch (version) {
            case "1", "2c" -> {
                for (String name : OF_USER) {
                    if (fields.node(name).isPresent()) {
                        fields.fault(name, "not with version " + version + ", wanted version 3, or no such field");
                    }
                }
                yield new SnmpSecurity.Community(version.equals("1"), text("community", "public"));
            }
            case "3" -> user();
            default -> {
                fields.fault("version", "'" + Faults.shortened(version) + "', wanted 1, 2c or 3");
                yield new SnmpSecurity.Community(false, "");
            }
        };
    }

    private SnmpSecurity user() {
        if (fields.node("community").isPresent()) {
            fields.fault("community", "not with version 3, wanted security_name");
        }
        String name = text("security_name", "");
        if (name.isEmpty()) {
            fields.fault("security_name", "nothing, wanted the name of the SNMPv3 user");
        } else if (name.length() > LONGEST_NAME) {
            fields.fault(
                    "security_name",
                    "'" + Faults.shortened(name) + "' of " + name.length() + " characters, wanted at most "
                            + LONGEST_NAME);
        }
        Level level = fields.word("security_level", Level.NO_AUTH_NO_PRIV, Level.class);
        boolean signs = level != Level.NO_AUTH_NO_PRIV;
        boolean encrypts = level == Level.AUTH_PRIV;
        SnmpSecurity.Auth auth = signs
                ? fields.word("auth_protocol", SnmpSecurity.Auth.SHA1, SnmpSecurity.Auth.class)
                : SnmpSecurity.Auth.NONE;
        SnmpSecurity.Priv priv = encrypts
                ? fields.word("priv_protocol", SnmpSecurity.Priv.AES128, SnmpSecurity.Priv.class)
                : SnmpSecurity.Priv.NONE;
        protocol("auth_protocol", signs, auth == SnmpSecurity.Auth.NONE, level);
        protocol("priv_protocol", encrypts, priv == SnmpSecurity.Priv.NONE, level);
        String authPassphrase = passphrase("auth_passphrase", signs, level);
        String privPassphrase = passphrase("priv_passphrase", encrypts, level);
        String engineId = text("engine_id", "").toLowerCase(Locale.ROOT);
        if (!engineId.matches("([0-9a-f]{2}){5,32}|")) {
            fields.fault(
                    "engine_id",
                    "'" + Faults.shortened(engineId)
                            + "', wanted 10 to 64 hexadecimal digits, such as 80001f8804616263");
            engineId = "";
        }
        String context = text("context_name", "");
        boolean isWhole = authPassphrase.isEmpty() != signs && privPassphrase.isEmpty() != encrypts;
        return isWhole && (auth != SnmpSecurity.Auth.NONE) == signs && (priv != SnmpSecurity.Priv.NONE) == encrypts
                ? new SnmpSecurity.User(name, auth, authPassphrase, priv, privPassphrase, context, engineId)
                : new SnmpSecurity.Community(false, "");
    }

    private void protocol(String field, boolean isUsed, boolean isNone, Level level) {
        if (!isUsed && fields.node(field).isPresent()) {
            fields.fault(field, "not with security_level " + words(level) + ", wanted no such field");
        } else if (isUsed && isNone) {
            fields.fault(field, "none, wanted a protocol with security_level " + words(level));
        }
    }

    /// @return empty where it is not used, or at fault
    private String passphrase(String field, boolean isUsed, Level level) {
        String written = text(field, "");
        if (!isUsed) {
            if (fields.node(field).isPresent()) {
                fields.fault(field, "not with security_level " + words(level) + ", wanted no such field");
            }
            return "";
        }
        if (written.length() < SnmpSecurity.SHORTEST_PASSPHRASE) {
            // The secret itself is not repeated.
            fields.fault(
                    field,
                    (written.isEmpty() ? "nothing" : written.length() + " characters") + ", wanted at least "
                            + SnmpSecurity.SHORTEST_PASSPHRASE);
            return "";
        }
        return written;
    }

    private static String words(Level level) {
        return level.name().toLowerCase(Locale.ROOT);
    }

    private String text(String name, String otherwise) {
        Optional<String> written = fields.text(name);
        return macros.used(fields, name, written.orElse(otherwise));
    }
}
