package zonda.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import zonda.protocol.snmp.AuthProtocol;
import zonda.protocol.snmp.PrivProtocol;
import zonda.protocol.snmp.UsmUser;

/// A running snmpd of Net-SNMP, with users of version 3, and its commands.
final class RealAgent implements AutoCloseable {
    static final String COMMUNITY = "zonda-test";
    static final String AUTH_PASSPHRASE = "authpassphrase";
    static final String PRIV_PASSPHRASE = "privpassphrase";

    /// Pairs of protocols that Debian's snmpd has, and their words there.
    enum Login {
        SHA_AES(AuthProtocol.SHA1, "SHA", PrivProtocol.AES128, "AES"),
        MD5_DES(AuthProtocol.MD5, "MD5", PrivProtocol.DES, "DES"),
        SHA224_AES(AuthProtocol.SHA224, "SHA-224", PrivProtocol.AES128, "AES"),
        SHA256_AES256(AuthProtocol.SHA256, "SHA-256", PrivProtocol.AES256, "AES-256"),
        SHA384_AES192(AuthProtocol.SHA384, "SHA-384", PrivProtocol.AES192, "AES-192"),
        SHA512_ONLY(AuthProtocol.SHA512, "SHA-512", PrivProtocol.NONE, "");

        private final AuthProtocol auth;
        private final String authWord;
        private final PrivProtocol priv;
        private final String privWord;

        Login(AuthProtocol auth, String authWord, PrivProtocol priv, String privWord) {
            this.auth = auth;
            this.authWord = authWord;
            this.priv = priv;
            this.privWord = privWord;
        }

        private boolean encrypts() {
            return priv != PrivProtocol.NONE;
        }

        UsmUser user() {
            return new UsmUser(userName(), auth, AUTH_PASSPHRASE, priv, encrypts() ? PRIV_PASSPHRASE : "");
        }

        String userName() {
            return "user" + ordinal();
        }

        private String settings() {
            return "createUser " + userName() + " " + authWord + " " + AUTH_PASSPHRASE
                    + (encrypts() ? " " + privWord + " " + PRIV_PASSPHRASE : "") + "\nrouser " + userName()
                    + (encrypts() ? " priv" : " auth") + "\n";
        }

        /// The options of Net-SNMP's commands.
        List<String> options() {
            List<String> options = new ArrayList<>(List.of(
                    "-v3",
                    "-u",
                    userName(),
                    "-l",
                    encrypts() ? "authPriv" : "authNoPriv",
                    "-a",
                    authWord,
                    "-A",
                    AUTH_PASSPHRASE));
            if (encrypts()) {
                options.addAll(List.of("-x", privWord, "-X", PRIV_PASSPHRASE));
            }
            return options;
        }
    }

    private final int port;
    private final Process process;

    private RealAgent(int port, Process process) {
        this.port = port;
        this.process = process;
    }

    /// Starts one that answers; the test ends as not run where Debian's packages are missing.
    static RealAgent start(Path folder) throws IOException, InterruptedException {
        Path snmpd = DebianPackages.program("snmpd", "snmpd");
        DebianPackages.program("snmpget", "snmp");
        StringBuilder settings = new StringBuilder("rocommunity " + COMMUNITY + " 127.0.0.1\n"
                + (hasIpv6() ? "rocommunity6 " + COMMUNITY + " ::1\n" : "")
                + "sysLocation Lab\nsysContact nobody@example.org\nsysName real-agent\nsysServices 72\n");
        for (Login login : Login.values()) {
            settings.append(login.settings());
        }
        int port = freePort();
        ProcessBuilder builder = new ProcessBuilder(
                        snmpd.toString(),
                        "-f",
                        "-Lf",
                        folder.resolve("snmpd.log").toString(),
                        "-C",
                        "-c",
                        Worlds.written(folder.resolve("snmpd.conf"), settings.toString())
                                .toString(),
                        "-p",
                        folder.resolve("snmpd.pid").toString(),
                        "udp:127.0.0.1:" + port + (hasIpv6() ? ",udp6:[::1]:" + port : ""))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("snmpd.out").toFile());
        builder.environment().put("SNMP_PERSISTENT_DIR", folder.toString());
        builder.environment().put("MIBS", "");
        RealAgent agent = new RealAgent(port, builder.start());
        Waiting.until(
                "snmpd answers",
                () -> !agent.command("snmpget", community("2c"), "1.3.6.1.2.1.1.5.0")
                        .isEmpty());
        return agent;
    }

    static List<String> community(String version) {
        return List.of("-v" + version, "-c", COMMUNITY);
    }

    /// Whether this machine has the loopback address of IPv6.
    static boolean hasIpv6() {
        try {
            return NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .anyMatch(address -> address instanceof Inet6Address && address.isLoopbackAddress());
        } catch (SocketException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        return port;
    }

    /// The lines that one of Net-SNMP's commands prints of an object or subtree: numeric, values
    /// with their types.
    List<String> command(String name, List<String> options, String oid) {
        try {
            List<String> command = new ArrayList<>();
            command.add(DebianPackages.program(name, "snmp").toString());
            command.addAll(options);
            command.addAll(List.of("-m", "", "-On", "-t", "5"));
            command.add("127.0.0.1:" + port);
            command.add(oid);
            ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
            builder.environment().put("MIBS", "");
            Process run = builder.start();
            String text = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            run.waitFor();
            return text.lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static int freePort() throws IOException {
        try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }
}
