package zonda.testing.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A peer's server on this machine's loopback, and the HTTP that asks it.
final class PeerProcess implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;
    private static final long LOOK_MILLIS = 50;

    private final Process process;
    private final Path log;
    private final HttpClient client = HttpClient.newHttpClient();

    PeerProcess(List<String> command, Path log) throws IOException {
        this.log = log;
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /// A program on the path, or in the folders of servers.
    static Optional<Path> program(String name, String... folders) {
        String path = String.join(":", folders) + ":" + System.getenv("PATH") + ":/usr/sbin:/sbin";
        return Stream.of(path.split(":", -1))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /// What dpkg says of a package.
    static String debianVersion(String debianPackage) throws IOException, InterruptedException {
        return "Debian's " + debianPackage + " "
                + run(List.of("dpkg-query", "-W", "-f", "${Version}", debianPackage))
                        .strip();
    }

    /// Runs a command to its end.
    ///
    /// @return what it said
    static String run(List<String> command) throws IOException, InterruptedException {
        Process run = new ProcessBuilder(command).redirectErrorStream(true).start();
        run.getOutputStream().close();
        String said = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (run.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + ": " + said);
        }
        return said;
    }

    /// Waits until the server answers with 200.
    void awaitReady(String address) throws IOException, InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (true) {
            try {
                get(address);
                return;
            } catch (IOException e) {
                if (!process.isAlive() || System.nanoTime() > until) {
                    throw new IOException("a peer did not start: " + Files.readString(log), e);
                }
                Thread.sleep(LOOK_MILLIS);
            }
        }
    }

    byte[] get(String address) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(address)).build());
    }

    byte[] post(String address, byte[] body) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(address))
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build());
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private byte[] send(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        if (response.statusCode() / 100 != 2) {
            throw new IOException(request.uri() + " answered " + response.statusCode() + ": "
                    + new String(response.body(), StandardCharsets.UTF_8));
        }
        return response.body();
    }

    /// Bytes of all files below a folder.
    static long bytesBelow(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    /// Ends it in order, so that all is on disk.
    @Override
    public void close() {
        client.close();
        process.destroy();
        try {
            if (process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                return;
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }
}
