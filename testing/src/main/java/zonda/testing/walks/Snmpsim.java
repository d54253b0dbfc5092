package zonda.testing.walks;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import zonda.devices.recording.RecordingFolder;
import zonda.protocol.snmp.Oid;

/// Debian's `snmpsimd` (package `snmpsim`), serving recordings on a port of its own, each by a
/// community `d` and its number.
final class Snmpsim implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 120;
    private static final Pattern VARIATION = Pattern.compile("(?m)^[^|\\n]*\\|[0-9]+[xe]?:");

    private final Process process;
    private final int port;

    private Snmpsim(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /// Why its walk of a recording is no measure; empty where it is one. Values that vary take it
    /// clocks and chances of its own; rows are found by halving the file, so that it loses some
    /// where they are not in order.
    static String unfit(RecordingFolder.Found found) throws IOException {
        if (found.form() != RecordingFolder.Form.SNMPREC) {
            return "another format";
        }
        String text = new String(RecordingFolder.octets(found), StandardCharsets.ISO_8859_1);
        if (VARIATION.matcher(text).find()) {
            return "values that vary";
        }
        Oid last = Oid.parse("0.0");
        for (String line : text.lines().toList()) {
            int bar = line.indexOf('|');
            try {
                Oid oid = Oid.parse(bar < 0 ? "" : line.substring(0, bar).strip());
                if (last.compareTo(oid) >= 0) {
                    return "rows out of order";
                }
                last = oid;
            } catch (IllegalArgumentException e) {
                return "lines that are no rows";
            }
        }
        return "";
    }

    /// @param scratch an empty folder
    static Snmpsim start(List<RecordingFolder.Found> files, Path program, Path scratch)
            throws IOException, InterruptedException {
        // It gives up root's rights, and must still read this.
        Path data = Files.createDirectories(scratch.resolve("data"));
        Path cache = Files.createDirectories(scratch.resolve("cache"));
        for (Path folder : List.of(scratch, data, cache)) {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        }
        for (int i = 0; i < files.size(); i++) {
            Files.write(data.resolve("d" + i + ".snmprec"), RecordingFolder.octets(files.get(i)));
        }
        int port;
        try (DatagramSocket free = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        List<String> command = List.of(
                program.toString(),
                "--data-dir=" + data,
                "--cache-dir=" + cache,
                "--agent-udpv4-endpoint=127.0.0.1:" + port,
                "--process-user=nobody",
                "--process-group=nogroup",
                "--logging-method=file:" + scratch.resolve("log"));
        Path words = scratch.resolve("words");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(words.toFile())
                .start();
        Snmpsim started = new Snmpsim(process, port);
        if (!started.answers()) {
            started.close();
            throw new IOException(
                    command + " answers nothing: " + Files.readString(words).strip());
        }
        return started;
    }

    private boolean answers() throws IOException, InterruptedException {
        for (long waited = 0; waited < PATIENCE_SECONDS && process.isAlive(); waited++) {
            if (!WalkComparison.ours(Way.ALL.getFirst(), "d0", target()).contains("Timeout")) {
                return true;
            }
            TimeUnit.SECONDS.sleep(1);
        }
        return false;
    }

    String target() {
        return "127.0.0.1:" + port;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
