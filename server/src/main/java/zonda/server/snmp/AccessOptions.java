package zonda.server.snmp;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import zonda.collector.SnmpAccess;
import zonda.protocol.snmp.AuthProtocol;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.PrivProtocol;
import zonda.protocol.snmp.UsmUser;

/// Whom to ask, as whom, and how to print it: net-snmp's options that its commands share.
final class AccessOptions {
    private static final int SNMP_PORT = 161;

    @Option(names = "-v", paramLabel = "1|2c|3", defaultValue = "3", description = "Version of SNMP (default: 3)")
    private String version = "3";

    @Option(names = "-c", paramLabel = "COMMUNITY", description = "Community of versions 1 and 2c")
    private String community = "";

    @Option(names = "-u", paramLabel = "USER", description = "User's name of version 3")
    private String user = "";

    @Option(
            names = "-l",
            paramLabel = "LEVEL",
            defaultValue = "noAuthNoPriv",
            description = "noAuthNoPriv, authNoPriv or authPriv (default: noAuthNoPriv)")
    private String level = "noAuthNoPriv";

    @Option(
            names = "-a",
            paramLabel = "PROTOCOL",
            defaultValue = "MD5",
            description = "MD5, SHA, SHA-224, SHA-256, SHA-384 or SHA-512 (default: MD5)")
    private String auth = "MD5";

    @Option(names = "-A", paramLabel = "PASSPHRASE", description = "Passphrase of authentication")
    private String authPassphrase = "";

    @Option(
            names = "-x",
            paramLabel = "PROTOCOL",
            defaultValue = "DES",
            description = "DES, AES, AES-192, AES-256, or as Cisco lengthens keys AES-192-C, AES-256-C (default: DES)")
    private String priv = "DES";

    @Option(names = "-X", paramLabel = "PASSPHRASE", description = "Passphrase of encryption")
    private String privPassphrase = "";

    @Option(names = "-n", paramLabel = "CONTEXT", description = "Context's name of version 3")
    private String context = "";

    @Option(names = "-e", paramLabel = "HEX", description = "Engine id of the device; else it is discovered")
    private String engineId = "";

    @Option(names = "-E", paramLabel = "HEX", description = "Engine id of the context; else the device's own")
    private String contextEngineId = "";

    @Option(names = "-t", paramLabel = "SECONDS", defaultValue = "1", description = "Time-out of a try (default: 1)")
    private double timeout = 1;

    @Option(names = "-r", paramLabel = "NUMBER", defaultValue = "5", description = "Tries after the first (default: 5)")
    private int retries = 5;

    @Option(names = "-m", paramLabel = "MIBS", description = "Only '' is taken: no MIB modules are read")
    private String mibs = "";

    @Option(
            names = "-O",
            paramLabel = "LETTERS",
            description =
                    "How to print: n numbers alone, f a dot before names, q quick, Q quick with equals signs, v values alone,"
                            + " t time ticks as numbers, a strings as text, x strings in hexadecimal digits")
    private List<String> output = new ArrayList<>();

    @Parameters(index = "0", paramLabel = "[udp:|udp6:]HOST[:PORT]", description = "The device")
    private String agent = "";

    /// As it was given.
    String agent() {
        return agent;
    }

    boolean isVersion3() {
        return version.equals("3");
    }

    boolean isVersion1() {
        return version.equals("1");
    }

    NetSnmpText.Style style() {
        NetSnmpText.Style style = NetSnmpText.Style.PLAIN;
        for (String letters : output) {
            style = style.with(letters);
        }
        return style;
    }

    /// Answers may come from another address than was asked, as with net-snmp's commands.
    ///
    /// @throws IllegalArgumentException when an option is not what it has to be
    /// @throws UnknownHostException when the device's name has no address
    SnmpAccess access() throws UnknownHostException {
        if (!mibs.isEmpty()) {
            throw new IllegalArgumentException("-m is '" + mibs + "', wanted '': no MIB modules are read");
        }
        Duration patience = Duration.ofNanos((long) (within("-t", timeout, 0.001, 3_600) * 1e9));
        int tries = (int) within("-r", retries, 0, 1_000);
        UsmUser nobody = UsmUser.noAuthNoPriv("");
        byte[] none = new byte[0];
        return switch (version) {
            case "1", "2c" -> {
                if (community.isEmpty()) {
                    throw new IllegalArgumentException("no community, wanted -c COMMUNITY");
                }
                int number = version.equals("1") ? Ber.VERSION_1 : Ber.VERSION_2C;
                yield new SnmpAccess(address(), number, community, nobody, none, none, "", patience, tries, true);
            }
            case "3" ->
                new SnmpAccess(
                        address(),
                        Ber.VERSION_3,
                        "",
                        user(),
                        octets("-e", engineId),
                        octets("-E", contextEngineId),
                        context,
                        patience,
                        tries,
                        true);
            default -> throw new IllegalArgumentException("-v is '" + version + "', wanted 1, 2c or 3");
        };
    }

    private static double within(String what, double seen, double least, double most) {
        if (!(seen >= least && seen <= most)) {
            throw new IllegalArgumentException(what + " is " + seen + ", wanted " + least + " to " + most);
        }
        return seen;
    }

    private static byte[] octets(String what, String text) {
        String digits = text.startsWith("0x") ? text.substring(2) : text;
        try {
            return HexFormat.of().parseHex(digits);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(what + " is '" + text + "', wanted pairs of hexadecimal digits", e);
        }
    }

    private UsmUser user() {
        if (user.isEmpty()) {
            throw new IllegalArgumentException("no user, wanted -u USER");
        }
        return switch (level.toLowerCase(Locale.ROOT)) {
            case "noauthnopriv", "noauth", "nanp" -> UsmUser.noAuthNoPriv(user);
            case "authnopriv", "auth", "anp" ->
                new UsmUser(user, authProtocol(auth), authPassphrase, PrivProtocol.NONE, "");
            case "authpriv", "priv", "ap" ->
                new UsmUser(user, authProtocol(auth), authPassphrase, privProtocol(priv), privPassphrase);
            default ->
                throw new IllegalArgumentException(
                        "-l is '" + level + "', wanted noAuthNoPriv, authNoPriv or authPriv");
        };
    }

    private static AuthProtocol authProtocol(String name) {
        return switch (name.toUpperCase(Locale.ROOT).replace("-", "")) {
            case "MD5" -> AuthProtocol.MD5;
            case "SHA", "SHA1" -> AuthProtocol.SHA1;
            case "SHA224" -> AuthProtocol.SHA224;
            case "SHA256" -> AuthProtocol.SHA256;
            case "SHA384" -> AuthProtocol.SHA384;
            case "SHA512" -> AuthProtocol.SHA512;
            default ->
                throw new IllegalArgumentException(
                        "-a is '" + name + "', wanted MD5, SHA, SHA-224, SHA-256, SHA-384 or SHA-512");
        };
    }

    private static PrivProtocol privProtocol(String name) {
        return switch (name.toUpperCase(Locale.ROOT).replace("-", "")) {
            case "DES" -> PrivProtocol.DES;
            case "AES", "AES128" -> PrivProtocol.AES128;
            case "AES192" -> PrivProtocol.AES192;
            case "AES256" -> PrivProtocol.AES256;
            case "AES192C" -> PrivProtocol.AES192_CISCO;
            case "AES256C" -> PrivProtocol.AES256_CISCO;
            default ->
                throw new IllegalArgumentException(
                        "-x is '" + name + "', wanted DES, AES, AES-192, AES-256, AES-192-C or AES-256-C");
        };
    }

    private InetSocketAddress address() throws UnknownHostException {
        String rest = agent;
        for (String transport : List.of("udp6:", "udp:", "udpv6:")) {
            rest = rest.startsWith(transport) ? rest.substring(transport.length()) : rest;
        }
        int colon = rest.lastIndexOf(':');
        boolean isBareIpv6 = colon >= 0 && rest.indexOf(':') != colon && !rest.endsWith("]") && !rest.contains("]:");
        boolean hasPort = colon > rest.lastIndexOf(']') && !isBareIpv6;
        String host = hasPort ? rest.substring(0, colon) : rest;
        String port = hasPort ? rest.substring(colon + 1) : String.valueOf(SNMP_PORT);
        if (host.isEmpty() || !port.matches("[0-9]{1,5}") || Integer.parseInt(port) > 65_535) {
            throw new IllegalArgumentException("device is '" + agent + "', wanted [udp:|udp6:]HOST[:PORT]");
        }
        return new InetSocketAddress(InetAddress.getByName(host), Integer.parseInt(port));
    }
}
