package zonda.testing.bench;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A process that a benchmark starts and asks: a line to its standard input is answered by one
/// line on its standard output. Its standard error goes to a file.
final class ChildProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader in;
    private final BufferedWriter out;
    private final Path log;

    private ChildProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
        in = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        out = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    }

    static ChildProcess start(List<String> command, Path log) throws IOException {
        return new ChildProcess(
                new ProcessBuilder(command)
                        .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                        .start(),
                log);
    }

    /// The command line of a class of this class path, on the Java that runs this.
    static List<String> java(String heapSize, String main, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heapSize,
                "-XX:+UseCompactObjectHeaders",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                main));
        command.addAll(arguments);
        return command;
    }

    /// The next line that it prints.
    String line() throws IOException {
        String line = in.readLine();
        if (line == null) {
            throw new IOException("the process ended; its words are in " + log);
        }
        return line;
    }

    String ask(String question) throws IOException {
        out.write(question + "\n");
        out.flush();
        return line();
    }

    long pid() {
        return process.pid();
    }

    /// As kill -9 does.
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
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
