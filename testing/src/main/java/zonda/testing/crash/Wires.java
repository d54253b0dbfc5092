package zonda.testing.crash;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import zonda.protocol.zabbix.FrameException;
import zonda.protocol.zabbix.FrameReader;
import zonda.protocol.zabbix.Frames;
import zonda.protocol.zabbix.JsonException;
import zonda.protocol.zabbix.SenderReply;

/// The two ways to push a batch.
final class Wires {
    private static final Pattern ANSWER =
            Pattern.compile("\"processed: ([0-9]+); failed: [0-9]+; total: [0-9]+; seconds spent: [0-9]+\\.[0-9]{6}\"");
    private static final int PATIENCE_MILLIS = 60_000;
    private static final long SECOND = 1_000_000_000L;

    private Wires() {}

    /// A real `zabbix_sender`: a process for each batch, which reads the values from a file.
    static Pusher.Wire zabbixSender(Path program, Path folder) {
        return (server, host, values, from, count) -> {
            Path input = folder.resolve(host + ".txt");
            StringBuilder text = new StringBuilder();
            for (int number = from; number < from + count; number++) {
                long nanos = values.nanos(number);
                text.append(host).append(" p").append(values.item(number)).append(' ');
                text.append(nanos / SECOND).append(' ').append(nanos % SECOND).append(' ');
                text.append(number).append('\n');
            }
            Files.writeString(input, text);
            Process process = new ProcessBuilder(
                            program.toString(),
                            "-z",
                            server.getAddress().getHostAddress(),
                            "-p",
                            Integer.toString(server.getPort()),
                            "-T",
                            "-N",
                            "-vv",
                            "-i",
                            input.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve(host + ".out").toFile())
                    .start();
            if (!process.waitFor(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor();
                throw new IOException("no answer within " + PATIENCE_MILLIS + " ms");
            }
            Matcher answer = ANSWER.matcher(Files.readString(folder.resolve(host + ".out")));
            if (!answer.find()) {
                throw new IOException("no answer");
            }
            return Long.parseLong(answer.group(1));
        };
    }

    /// A client of our own: a frame, and the frame that answers it.
    static Pusher.Wire framed() {
        return (server, host, values, from, count) -> {
            StringBuilder json = new StringBuilder("{\"request\":\"sender data\",\"data\":[");
            for (int number = from; number < from + count; number++) {
                long nanos = values.nanos(number);
                json.append(number == from ? "" : ",").append("{\"host\":\"").append(host);
                json.append("\",\"key\":\"p").append(values.item(number)).append("\",\"value\":\"");
                json.append(number).append("\",\"clock\":").append(nanos / SECOND);
                json.append(",\"ns\":").append(nanos % SECOND).append('}');
            }
            json.append("]}");
            try (Socket socket = new Socket()) {
                socket.connect(server, PATIENCE_MILLIS);
                socket.setSoTimeout(PATIENCE_MILLIS);
                OutputStream out = socket.getOutputStream();
                ByteBuffer frame = Frames.encode(json.toString());
                out.write(frame.array(), 0, frame.limit());
                return answer(socket.getInputStream());
            }
        };
    }

    private static long answer(InputStream in) throws IOException {
        FrameReader reader = new FrameReader(1 << 20);
        try {
            while (!reader.isWhole()) {
                ByteBuffer room = reader.room();
                int got = in.read(room.array(), room.arrayOffset() + room.position(), room.remaining());
                if (got < 0) {
                    throw new EOFException("the connection ended before its answer");
                }
                room.position(room.position() + got);
                reader.filled();
            }
            SenderReply reply = SenderReply.read(reader.body(), reader.bodyBytes());
            return reply.isSuccess() ? reply.processed() : -1;
        } catch (FrameException | JsonException e) {
            throw new IllegalStateException(
                    "an answer that is none: "
                            + new String(reader.body(), 0, reader.bodyBytes(), StandardCharsets.UTF_8),
                    e);
        }
    }
}
