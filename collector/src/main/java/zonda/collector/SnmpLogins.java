package zonda.collector;

import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import zonda.model.SnmpSecurity;
import zonda.protocol.snmp.AuthProtocol;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.PrivProtocol;
import zonda.protocol.snmp.UsmKeyring;
import zonda.protocol.snmp.UsmPeer;
import zonda.protocol.snmp.UsmUser;

/// What an interface's settings mean to the protocol. Keys are made once for all interfaces of the
/// shard that share a passphrase. Owned by the shard's thread.
final class SnmpLogins {
    private final UsmKeyring keyring = new UsmKeyring();

    /// The version of messages, of [Ber].
    static int version(SnmpSecurity security) {
        return switch (security) {
            case SnmpSecurity.Community(boolean isVersion1, String _) -> isVersion1 ? Ber.VERSION_1 : Ber.VERSION_2C;
            case SnmpSecurity.User _ -> Ber.VERSION_3;
        };
    }

    /// The engine at an interface's address as its user asks it, nothing known of it yet; null in
    /// versions 1 and 2c.
    @Nullable
    UsmPeer peer(SnmpSecurity security) {
        return switch (security) {
            case SnmpSecurity.Community _ -> null;
            case SnmpSecurity.User user ->
                new UsmPeer(user(user), HexFormat.of().parseHex(user.engineId()), new byte[0], user.context(), keyring);
        };
    }

    private static UsmUser user(SnmpSecurity.User user) {
        AuthProtocol auth = switch (user.auth()) {
            case NONE -> AuthProtocol.NONE;
            case MD5 -> AuthProtocol.MD5;
            case SHA1 -> AuthProtocol.SHA1;
            case SHA224 -> AuthProtocol.SHA224;
            case SHA256 -> AuthProtocol.SHA256;
            case SHA384 -> AuthProtocol.SHA384;
            case SHA512 -> AuthProtocol.SHA512;
        };
        PrivProtocol priv = switch (user.priv()) {
            case NONE -> PrivProtocol.NONE;
            case DES -> PrivProtocol.DES;
            case AES128 -> PrivProtocol.AES128;
            case AES192 -> PrivProtocol.AES192;
            case AES256 -> PrivProtocol.AES256;
            case AES192C -> PrivProtocol.AES192_CISCO;
            case AES256C -> PrivProtocol.AES256_CISCO;
        };
        return new UsmUser(user.name(), auth, user.authPassphrase(), priv, user.privPassphrase());
    }
}
