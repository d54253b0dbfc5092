package zonda.testing.crash;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The server in a process of its own, as users start it.
final class KilledServer implements AutoCloseable {
    private static final Pattern SENDERS = Pattern.compile("Values of zabbix_sender are taken at ([0-9.]+):([0-9]+)");
    private static final String READY = "Zonda is ready";
    private static final long PATIENCE_NANOS = 120_000_000_000L;
    private static final long LOOK_MILLIS = 10;

    private final Process process;
    private final Path output;

    KilledServer(Path folder, Path data, Path configuration, String heap) throws IOException {
        output = folder.resolve("server.out");
        ProcessBuilder builder = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + heap,
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "zonda.server.Main",
                        "server",
                        "--data",
                        data.toString(),
                        "--configuration",
                        configuration.toString(),
                        "--web",
                        "127.0.0.1:0",
                        "--trapper",
                        "127.0.0.1:0"))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("ZONDA_FIRST_PASSWORD", "a password of no use");
        process = builder.start();
    }

    /// Waits until it is ready.
    ///
    /// @return where senders connect
    InetSocketAddress ready() throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (System.nanoTime() < end) {
            String said = Files.readString(output);
            Matcher senders = SENDERS.matcher(said);
            if (said.contains(READY) && senders.find()) {
                return new InetSocketAddress(
                        InetAddress.getByName(senders.group(1)), Integer.parseInt(senders.group(2)));
            }
            if (!process.isAlive()) {
                throw new IOException("the server ended with " + process.exitValue() + ":\n" + said);
            }
            Thread.sleep(LOOK_MILLIS);
        }
        throw new IOException("the server was not ready within 120 s:\n" + Files.readString(output));
    }

    /// kill -9.
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    /// SIGTERM, and its end in good order.
    void stop() throws IOException, InterruptedException {
        process.destroy();
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            throw new IOException("the server did not stop within 120 s:\n" + Files.readString(output));
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
