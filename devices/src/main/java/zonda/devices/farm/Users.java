package zonda.devices.farm;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import zonda.devices.agent.Engine;
import zonda.protocol.snmp.AuthProtocol;
import zonda.protocol.snmp.PrivProtocol;
import zonda.protocol.snmp.UsmKeyring;
import zonda.protocol.snmp.UsmKeys;
import zonda.protocol.snmp.UsmUser;

/// The users of version 3, and the engines that know them: one for each address. Owned by one
/// thread.
public final class Users {
    /// The passphrase of the users that are there where none are named.
    public static final String USUAL_PASSPHRASE = "zonda-devices";

    /// RFC 3411, section 5: an enterprise's number (of examples, RFC 5612), and an IPv4 address.
    private static final byte[] ENGINE_ID_START = {(byte) 0x80, 0, 0x7E, (byte) 0xD9, 1};

    private static final int MOST_KEYS = 200_000;

    private final Map<String, UsmUser> users = new TreeMap<>();
    private final UsmKeyring keyring = new UsmKeyring();
    private final Map<Asked, UsmKeys> keys = new HashMap<>();

    private record Asked(int address, String user) {}

    Users(List<UsmUser> all) {
        for (UsmUser user : all) {
            users.put(user.name(), user);
        }
    }

    /// A user for each pair of protocols, named after them: `none`, `sha256`, `sha256-aes128`; all
    /// with [#USUAL_PASSPHRASE].
    public static List<UsmUser> usual() {
        List<UsmUser> all = new ArrayList<>();
        all.add(UsmUser.noAuthNoPriv("none"));
        for (AuthProtocol auth : AuthProtocol.values()) {
            for (PrivProtocol priv : PrivProtocol.values()) {
                if (auth != AuthProtocol.NONE) {
                    String name = priv == PrivProtocol.NONE ? auth.name() : auth + "-" + priv;
                    all.add(new UsmUser(
                            name.toLowerCase(Locale.ROOT),
                            auth,
                            USUAL_PASSPHRASE,
                            priv,
                            priv == PrivProtocol.NONE ? "" : USUAL_PASSPHRASE));
                }
            }
        }
        return all;
    }

    /// Reads `NAME`, `NAME:AUTH:PASSPHRASE` or `NAME:AUTH:PASSPHRASE:PRIV:PASSPHRASE`.
    ///
    /// @throws IllegalArgumentException with what was wanted
    public static UsmUser parse(String text) {
        String[] parts = text.split(":", 5);
        if (parts.length != 1 && parts.length != 3 && parts.length != 5) {
            throw new IllegalArgumentException("user is '" + text
                    + "', wanted NAME, NAME:AUTH:PASSPHRASE or NAME:AUTH:PASSPHRASE:PRIV:PASSPHRASE");
        }
        if (parts.length == 1) {
            return UsmUser.noAuthNoPriv(text);
        }
        boolean encrypted = parts.length == 5;
        return new UsmUser(
                parts[0],
                named(AuthProtocol.values(), parts[1]),
                parts[2],
                encrypted ? named(PrivProtocol.values(), parts[3]) : PrivProtocol.NONE,
                encrypted ? parts[4] : "");
    }

    private static <E extends Enum<E>> E named(E[] all, String word) {
        StringBuilder known = new StringBuilder();
        for (E each : all) {
            if (each.name().equalsIgnoreCase(word.replace('-', '_'))) {
                return each;
            }
            known.append(known.isEmpty() ? "" : ", ").append(each.name().toLowerCase(Locale.ROOT));
        }
        throw new IllegalArgumentException("protocol is '" + word + "', wanted one of " + known);
    }

    /// The engine at an address as the user of that name finds it.
    Engine engine(int address, byte[] user, int boots, int time) {
        byte[] id = engineId(address);
        return new Engine(id, boots, time, keys(address, new String(user, StandardCharsets.UTF_8), id));
    }

    private static byte[] engineId(int address) {
        byte[] id = new byte[ENGINE_ID_START.length + 4];
        System.arraycopy(ENGINE_ID_START, 0, id, 0, ENGINE_ID_START.length);
        for (int i = 0; i < 4; i++) {
            id[ENGINE_ID_START.length + i] = (byte) (address >>> (24 - 8 * i));
        }
        return id;
    }

    private @Nullable UsmKeys keys(int address, String name, byte[] engineId) {
        UsmUser user = users.get(name);
        if (user == null) {
            return null;
        }
        Asked asked = new Asked(address, name);
        UsmKeys known = keys.get(asked);
        if (known == null) {
            if (keys.size() >= MOST_KEYS) {
                keys.clear();
            }
            known = keyring.keys(user, engineId);
            keys.put(asked, known);
        }
        return known;
    }
}
