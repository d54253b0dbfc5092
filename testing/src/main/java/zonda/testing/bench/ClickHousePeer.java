package zonda.testing.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import zonda.model.ValueKind;

/// ClickHouse: a table of integers and one of doubles, sorted by item and time, zstd, merged to one
/// part each. Codecs for columns, such as deltas, are of later versions than Debian's.
final class ClickHousePeer implements Peer {
    private static final String PACKAGE = "clickhouse-server";
    private static final int ROW_BYTES = 20;
    private static final int ROWS_A_REQUEST = 1 << 20;
    private static final String USERS = """
            <yandex>
              <profiles><default></default></profiles><quotas><default></default></quotas>
              <users><default><password></password><networks><ip>127.0.0.1</ip></networks>
                <profile>default</profile><quota>default</quota></default></users>
            </yandex>
            """;

    private final Path folder;
    private final String url;
    private final PeerProcess server;
    private final String version;

    ClickHousePeer(Path program) throws IOException, InterruptedException {
        version = PeerProcess.debianVersion(PACKAGE);
        folder = Files.createTempDirectory("zonda-bench-clickhouse");
        int port = PeerProcess.freePort();
        url = "http://127.0.0.1:" + port;
        Path settings = folder.resolve("config.xml");
        Files.writeString(settings, settings(port, PeerProcess.freePort()));
        Files.writeString(folder.resolve("users.xml"), USERS);
        server = new PeerProcess(List.of(program.toString(), "--config-file=" + settings), folder.resolve("out"));
        server.awaitReady(url + "/");
    }

    private String settings(int httpPort, int tcpPort) {
        return """
            <yandex>
              <logger><level>warning</level><log>%1$s/log</log><errorlog>%1$s/errors</errorlog></logger>
              <http_port>%2$d</http_port><tcp_port>%3$d</tcp_port><listen_host>127.0.0.1</listen_host>
              <path>%1$s/data/</path><tmp_path>%1$s/tmp/</tmp_path><users_config>%1$s/users.xml</users_config>
              <default_profile>default</default_profile><default_database>default</default_database>
              <mark_cache_size>100000000</mark_cache_size>
              <compression><case><min_part_size>0</min_part_size><min_part_size_ratio>0</min_part_size_ratio>
                <method>zstd</method></case></compression>
            </yandex>
            """.formatted(folder, httpPort, tcpPort);
    }

    @Override
    public String name() {
        return "clickhouse";
    }

    @Override
    public String version() {
        return version;
    }

    private byte[] ask(String question) throws IOException, InterruptedException {
        return server.post(url + "/", question.getBytes(StandardCharsets.UTF_8));
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
        ask("CREATE TABLE v (item UInt32, t Int64, value " + (kind == ValueKind.DOUBLE ? "Float64" : "UInt64")
                + ") ENGINE = MergeTree ORDER BY (item, t)");
        ByteBuffer rows = ByteBuffer.allocate(ROWS_A_REQUEST * ROW_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int item = 0; item < series.size(); item++) {
            Series each = series.get(item);
            for (int row = 0; each.kind() == kind && row < each.size(); row++) {
                rows.putInt(item + 1).putLong(each.epochMillis()[row]).putLong(each.bits()[row]);
                if (!rows.hasRemaining()) {
                    insert(rows);
                }
            }
        }
        insert(rows);
        ask("OPTIMIZE TABLE v FINAL");
        String bytes = new String(
                ask("SELECT sum(bytes_on_disk) FROM system.parts WHERE table = 'v' AND active"),
                StandardCharsets.UTF_8);
        ByteBuffer all = ByteBuffer.wrap(ask("SELECT item, t, value FROM v ORDER BY item, t FORMAT RowBinary"))
                .order(ByteOrder.LITTLE_ENDIAN);
        while (all.hasRemaining()) {
            back.get(all.getInt() - 1).add(all.getLong(), all.getLong());
        }
        ask("DROP TABLE v");
        return Long.parseLong(bytes.strip());
    }

    private void insert(ByteBuffer rows) throws IOException, InterruptedException {
        rows.flip();
        byte[] body = new byte[rows.remaining()];
        rows.get(body);
        rows.clear();
        if (body.length > 0) {
            server.post(url + "/?query=" + PeerProcess.encoded("INSERT INTO v FORMAT RowBinary"), body);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        PeerProcess.delete(folder);
    }
}
