package zonda.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A program of ours in a JVM of its own, as a user starts it.
final class ServerProcess implements AutoCloseable {
    private static final Pattern READY = Pattern.compile("Zonda is ready: http://[^ ]*:(\\d+)/");

    private final Process process;
    private final Path output;
    private final Path errors;

    private ServerProcess(Process process, Path output, Path errors) {
        this.process = process;
        this.output = output;
        this.errors = errors;
    }

    /// Starts the command line.
    ///
    /// @param folder where its output is kept
    static ServerProcess zonda(Path folder, String... arguments) {
        return run(folder, "zonda.server.Main", "", withOwnPorts(arguments));
    }

    /// A server takes a free port for senders where the test says none, so that tests do not meet.
    private static String[] withOwnPorts(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        if (all.getFirst().equals("server") && !all.contains("--trapper")) {
            all.addAll(List.of("--trapper", "127.0.0.1:0"));
        }
        return all.toArray(String[]::new);
    }

    /// Starts the command line with something on its standard input.
    static ServerProcess zondaWithInput(Path folder, String input, String... arguments) {
        return run(folder, "zonda.server.Main", input, arguments);
    }

    /// Starts `zonda devices`.
    static ServerProcess devices(Path folder, String... arguments) {
        return run(folder, "zonda.devices.DevicesMain", "", arguments);
    }

    private static ServerProcess run(Path folder, String main, String input, String... arguments) {
        try {
            Path output = Files.createTempFile(folder, "out", ".txt");
            Path errors = Files.createTempFile(folder, "err", ".txt");
            Path typed = Files.createTempFile(folder, "in", ".txt");
            Files.writeString(typed, input);
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx384m",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "--enable-native-access=ALL-UNNAMED",
                    "--sun-misc-unsafe-memory-access=allow",
                    "-cp",
                    System.getProperty("java.class.path"),
                    main));
            command.addAll(List.of(arguments));
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectOutput(output.toFile())
                    .redirectError(errors.toFile())
                    .redirectInput(typed.toFile());
            builder.environment().put("ZONDA_FIRST_PASSWORD", "zonda");
            return new ServerProcess(builder.start(), output, errors);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Waits until a server is ready.
    ///
    /// @return the page's port
    int ready() {
        return Integer.parseInt(line(READY).group(1));
    }

    /// Waits for a line on standard output.
    Matcher line(Pattern wanted) {
        Waiting.until("'" + wanted + "' on standard output", () -> {
            if (wanted.matcher(output()).find()) {
                return true;
            }
            if (!process.isAlive()) {
                throw new AssertionError("ended with " + process.exitValue() + " before '" + wanted + "' stood on"
                        + " standard output:\n" + output() + errors());
            }
            return false;
        });
        Matcher matcher = wanted.matcher(output());
        if (!matcher.find()) {
            throw new AssertionError("the output has changed: " + output());
        }
        return matcher;
    }

    String output() {
        return read(output);
    }

    String errors() {
        return read(errors);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Waits for its end.
    ///
    /// @return the exit status
    int ended() {
        try {
            if (!process.waitFor(90, TimeUnit.SECONDS)) {
                throw new AssertionError("did not end within 90 s:\n" + output() + errors());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /// Ends it as kill -9 does.
    void kill() {
        process.destroyForcibly();
        ended();
    }

    /// Ends it as Ctrl-C and SIGTERM do.
    int stop() {
        process.destroy();
        return ended();
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            kill();
        }
    }
}
