package zonda.alerting;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import zonda.model.Acknowledgement;
import zonda.model.Event;
import zonda.model.Severity;
import zonda.model.Tag;
import zonda.model.TriggerTransition;

/// How events and acknowledgements stand in the log: a version byte, then the fields in order,
/// big-endian, texts as
/// length (4 bytes) and UTF-8.
final class Records {
    static final String EVENT_PREFIX = "event/";
    static final String ACKNOWLEDGEMENT_PREFIX = "ack/";
    private static final int VERSION = 1;

    private Records() {}

    static String eventKey(long id) {
        return EVENT_PREFIX + id;
    }

    static String acknowledgementKey(long id) {
        return ACKNOWLEDGEMENT_PREFIX + id;
    }

    private interface Body {
        void write(DataOutputStream out) throws IOException;
    }

    static byte[] encode(Event event) {
        return encode(out -> {
            out.writeLong(event.id());
            out.writeLong(event.triggerId());
            out.writeLong(event.hostId());
            out.writeBoolean(event.problem());
            out.writeLong(event.epochNanos());
            out.writeLong(event.problemEventId());
            out.writeByte(event.severity().code());
            text(out, event.name());
            text(out, event.cause().name());
            out.writeInt(event.tags().size());
            for (Tag tag : event.tags()) {
                text(out, tag.tag());
                text(out, tag.value());
            }
        });
    }

    static Event decodeEvent(byte[] bytes) {
        try (DataInputStream in = open(bytes)) {
            long id = in.readLong();
            long triggerId = in.readLong();
            long hostId = in.readLong();
            boolean problem = in.readBoolean();
            long nanos = in.readLong();
            long problemEventId = in.readLong();
            Severity severity = Severity.of(in.readByte());
            String name = text(in);
            TriggerTransition.Cause cause = TriggerTransition.Cause.valueOf(text(in));
            int count = in.readInt();
            List<Tag> tags = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                tags.add(new Tag(text(in), text(in)));
            }
            return new Event(id, triggerId, hostId, problem, nanos, problemEventId, severity, name, cause, tags);
        } catch (IOException e) {
            throw new UncheckedIOException("an event record of " + bytes.length + " bytes that cannot be read", e);
        }
    }

    static byte[] encode(Acknowledgement acknowledgement) {
        return encode(out -> {
            out.writeLong(acknowledgement.id());
            out.writeLong(acknowledgement.eventId());
            text(out, acknowledgement.user());
            out.writeLong(acknowledgement.epochNanos());
            out.writeInt(acknowledgement.action());
            text(out, acknowledgement.message());
            out.writeByte(acknowledgement.severity().code());
        });
    }

    static Acknowledgement decodeAcknowledgement(byte[] bytes) {
        try (DataInputStream in = open(bytes)) {
            return new Acknowledgement(
                    in.readLong(),
                    in.readLong(),
                    text(in),
                    in.readLong(),
                    in.readInt(),
                    text(in),
                    Severity.of(in.readByte()));
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "an acknowledgement record of " + bytes.length + " bytes that cannot be read", e);
        }
    }

    private static byte[] encode(Body body) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            body.write(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static DataInputStream open(byte[] bytes) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        int version = in.readUnsignedByte();
        if (version != VERSION) {
            throw new IOException("record version " + version + ", wanted " + VERSION);
        }
        return in;
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(utf8.length);
        out.write(utf8);
    }

    private static String text(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > in.available()) {
            throw new IOException("text of " + length + " bytes, wanted at most " + in.available());
        }
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }
}
