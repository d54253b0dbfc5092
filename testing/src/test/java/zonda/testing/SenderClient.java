package zonda.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Sends values as `zabbix_sender` does, a connection for each request. Any thread.
final class SenderClient {
    private static final int PATIENCE_MILLIS = 120_000;
    private static final int HEADER_BYTES = 13;

    private final JsonMapper mapper = JsonMapper.builder().build();
    private final InetSocketAddress server;

    SenderClient(InetSocketAddress server) {
        this.server = server;
    }

    /// The values of one request.
    final class Values {
        private final ObjectNode request = mapper.createObjectNode().put("request", "sender data");
        private final ArrayNode data = request.putArray("data");

        void add(String host, String key, String value, long clock) {
            data.addObject()
                    .put("host", host)
                    .put("key", key)
                    .put("value", value)
                    .put("clock", clock);
        }

        /// @return the answer
        String send() {
            return exchange(mapper.writeValueAsBytes(request));
        }
    }

    Values values() {
        return new Values();
    }

    /// Sends one value, with the time of its arrival.
    ///
    /// @return the answer
    String send(String host, String key, String value) {
        Values one = new Values();
        one.data.addObject().put("host", host).put("key", key).put("value", value);
        return one.send();
    }

    private String exchange(byte[] body) {
        ByteBuffer frame = ByteBuffer.allocate(HEADER_BYTES + body.length).order(ByteOrder.LITTLE_ENDIAN);
        frame.put("ZBXD\1".getBytes(StandardCharsets.US_ASCII));
        frame.putInt(body.length).putInt(0).put(body);
        try (Socket socket = new Socket(server.getAddress(), server.getPort())) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write(frame.array());
            InputStream in = socket.getInputStream();
            byte[] header = in.readNBytes(HEADER_BYTES);
            int length = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN).getInt(5);
            return new String(in.readNBytes(length), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
