package zonda.testing.bench;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import zonda.model.ValueKind;

/// PostgreSQL with the columns and the key that Zabbix gives its tables of history: item, second,
/// value, nanosecond. Written with COPY, vacuumed; tables and their index count. As root its server
/// runs as the user that Debian made for it.
final class PostgresPeer implements Peer {
    private static final String PACKAGE = "postgresql-15";
    private static final String USER = "postgres";
    private static final long MILLIS = 1_000;
    private static final long NANOS = 1_000_000;

    private final Path programs;
    private final Path folder;
    private final String version;
    private final int port;
    private final boolean isRoot;

    PostgresPeer(Path server) throws IOException, InterruptedException {
        programs = server.resolveSibling("");
        version = PeerProcess.debianVersion(PACKAGE);
        folder = Files.createTempDirectory("zonda-bench-postgres");
        port = PeerProcess.freePort();
        isRoot = System.getProperty("user.name").equals("root");
        if (isRoot) {
            PeerProcess.run(List.of("chown", USER, folder.toString()));
        }
        program("initdb", "-D", store(), "-U", USER, "-A", "trust", "-E", "UTF8", "--no-sync");
        program(
                "pg_ctl",
                "-D",
                store(),
                "-l",
                folder.resolve("log").toString(),
                "-w",
                "-o",
                "-c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c max_wal_size=4GB -p " + port,
                "start");
    }

    private String store() {
        return folder.resolve("store").toString();
    }

    private List<String> command(String name, String... arguments) {
        List<String> command = new ArrayList<>();
        if (isRoot) {
            command.addAll(List.of("runuser", "-u", USER, "--"));
        }
        command.add(programs.resolve(name).toString());
        command.addAll(List.of(arguments));
        return command;
    }

    private void program(String name, String... arguments) throws IOException, InterruptedException {
        Process run = new ProcessBuilder(command(name, arguments))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (run.waitFor() != 0) {
            throw new IOException(name + " ended with " + run.exitValue());
        }
    }

    @Override
    public String name() {
        return "postgresql";
    }

    @Override
    public String version() {
        return version;
    }

    private Process psql(String sql) throws IOException {
        return new ProcessBuilder(command(
                        "psql",
                        "-X",
                        "-q",
                        "-A",
                        "-t",
                        "-v",
                        "ON_ERROR_STOP=1",
                        "-h",
                        "127.0.0.1",
                        "-p",
                        "" + port,
                        "-U",
                        USER,
                        "-c",
                        sql))
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private String ask(String sql) throws IOException, InterruptedException {
        Process process = psql(sql);
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        await(process, sql);
        return said.strip();
    }

    private static void await(Process process, String sql) throws IOException, InterruptedException {
        if (process.waitFor() != 0) {
            throw new IOException("psql ended with " + process.exitValue() + " at: " + sql);
        }
    }

    @Override
    public Stored store(DataSet data) throws IOException, InterruptedException {
        List<Series.Builder> back = new ArrayList<>();
        data.series().forEach(each -> back.add(new Series.Builder(each.kind())));
        long bytes = 0;
        for (ValueKind kind : List.of(ValueKind.UNSIGNED, ValueKind.DOUBLE)) {
            if (data.series().stream().anyMatch(each -> each.kind() == kind)) {
                bytes += store(data.series(), kind, back);
            }
        }
        return new Stored(bytes, back.stream().map(Series.Builder::build).toList());
    }

    private long store(List<Series> series, ValueKind kind, List<Series.Builder> back)
            throws IOException, InterruptedException {
        String type = kind == ValueKind.DOUBLE ? "double precision" : "numeric(20)";
        ask("CREATE TABLE history (itemid bigint NOT NULL, clock integer NOT NULL DEFAULT 0, value " + type
                + " NOT NULL DEFAULT 0, ns integer NOT NULL DEFAULT 0, PRIMARY KEY (itemid, clock, ns))");
        Process copy = psql("COPY history FROM STDIN");
        try (Writer out =
                new BufferedWriter(new OutputStreamWriter(copy.getOutputStream(), StandardCharsets.UTF_8), 1 << 16)) {
            write(series, kind, out);
        }
        await(copy, "COPY");
        ask("VACUUM FREEZE history");
        long bytes = Long.parseLong(ask("SELECT pg_total_relation_size('history')"));
        Process read = psql("COPY (SELECT itemid, clock, value, ns FROM history ORDER BY itemid, clock, ns) TO STDOUT");
        read.getOutputStream().close();
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(read.getInputStream(), StandardCharsets.UTF_8), 1 << 16)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] cells = line.split("\t", -1);
                long millis = Long.parseLong(cells[1]) * MILLIS + Long.parseLong(cells[3]) / NANOS;
                long bits = kind == ValueKind.DOUBLE
                        ? Double.doubleToRawLongBits(Double.parseDouble(cells[2]))
                        : Long.parseLong(cells[2]);
                back.get(Integer.parseInt(cells[0]) - 1).add(millis, bits);
            }
        }
        await(read, "COPY TO");
        ask("DROP TABLE history");
        return bytes;
    }

    /// Row after row in the order of their minutes, as they come.
    private static void write(List<Series> series, ValueKind kind, Writer out) throws IOException {
        int most = series.stream().mapToInt(Series::size).max().orElse(0);
        for (int row = 0; row < most; row++) {
            for (int item = 0; item < series.size(); item++) {
                Series each = series.get(item);
                if (each.kind() != kind || row >= each.size()) {
                    continue;
                }
                long millis = each.epochMillis()[row];
                long bits = each.bits()[row];
                out.write(item + 1 + "\t" + Math.floorDiv(millis, MILLIS) + "\t"
                        + (kind == ValueKind.DOUBLE
                                ? Double.toString(Double.longBitsToDouble(bits))
                                : Long.toString(bits))
                        + "\t" + Math.floorMod(millis, MILLIS) * NANOS + "\n");
            }
        }
    }

    @Override
    public void close() throws IOException {
        try {
            program("pg_ctl", "-D", store(), "-w", "-m", "fast", "stop");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        PeerProcess.delete(folder);
    }
}
