package zonda.server;

import java.io.PrintWriter;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import zonda.configuration.ItemNames;
import zonda.model.LogValue;
import zonda.model.Slices;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;

/// Writes rows as CSV (RFC 4180) or as JSON lines. One thread.
final class DumpWriter implements Consumer<ValueBatch> {
    private static final List<String> FIELDS = List.of(
            "itemid", "host", "key", "clock", "ns", "kind", "value", "source", "severity", "eventid", "timestamp");
    private static final long SECOND = 1_000_000_000L;

    private final PrintWriter out;
    private final boolean isCsv;
    private final Optional<ItemNames> names;
    private final StringBuilder line = new StringBuilder();

    DumpWriter(PrintWriter out, boolean isCsv, Optional<ItemNames> names) {
        this.out = out;
        this.isCsv = isCsv;
        this.names = names;
    }

    void begin() {
        if (isCsv) {
            out.print(String.join(",", FIELDS) + "\r\n");
        }
    }

    @Override
    public void accept(ValueBatch batch) {
        long itemId = -1;
        String host = "";
        String key = "";
        for (int row = 0; row < batch.size(); row++) {
            if (batch.itemIds[row] != itemId) {
                itemId = batch.itemIds[row];
                long id = itemId;
                Optional<ItemNames.Name> name = names.flatMap(all -> all.name(id));
                host = name.map(ItemNames.Name::host).orElse("");
                key = name.map(ItemNames.Name::key).orElse("");
            }
            write(batch, row, host, key);
        }
    }

    private void write(ValueBatch batch, int row, String host, String key) {
        ValueKind kind = batch.kind(row);
        line.setLength(0);
        number("itemid", batch.itemIds[row]);
        text("host", host);
        text("key", key);
        number("clock", Math.floorDiv(batch.epochNanos[row], SECOND));
        number("ns", Math.floorMod(batch.epochNanos[row], SECOND));
        text("kind", kind.name().toLowerCase(Locale.ROOT));
        switch (kind) {
            case UNSIGNED -> plain("value", Long.toUnsignedString(batch.bits[row]));
            case DOUBLE -> plain("value", Double.toString(Double.longBitsToDouble(batch.bits[row])));
            case TEXT, NOT_SUPPORTED -> text("value", batch.text(row));
            case BINARY -> text("value", base64(batch, row));
            case LOG -> log(batch, row);
        }
        if (isCsv && kind != ValueKind.LOG) {
            line.append(",,,,");
        }
        line.append(isCsv ? "\r\n" : "}\n");
        out.print(line);
    }

    private static String base64(ValueBatch batch, int row) {
        byte[] bytes = new byte[Slices.length(batch.bits[row])];
        System.arraycopy(batch.arena, Slices.offset(batch.bits[row]), bytes, 0, bytes.length);
        return Base64.getEncoder().encodeToString(bytes);
    }

    private void log(ValueBatch batch, int row) {
        long slice = batch.bits[row];
        LogValue value = LogValue.decode(batch.arena, Slices.offset(slice), Slices.length(slice));
        text("value", value.text());
        text("source", value.source());
        number("severity", value.severity());
        number("eventid", value.eventId());
        number("timestamp", value.timestampSeconds());
    }

    private void number(String field, long value) {
        plain(field, Long.toString(value));
    }

    private void plain(String field, String value) {
        name(field);
        line.append(value);
    }

    private void text(String field, String value) {
        name(field);
        if (isCsv) {
            csv(value);
        } else {
            json(value);
        }
    }

    private void name(String field) {
        if (isCsv) {
            line.append(line.isEmpty() ? "" : ",");
        } else {
            line.append(line.isEmpty() ? "{\"" : ",\"").append(field).append("\":");
        }
    }

    private void csv(String value) {
        boolean isPlain = true;
        for (int i = 0; i < value.length() && isPlain; i++) {
            char c = value.charAt(i);
            isPlain = c != ',' && c != '"' && c != '\r' && c != '\n';
        }
        if (isPlain) {
            line.append(value);
        } else {
            line.append('"').append(value.replace("\"", "\"\"")).append('"');
        }
    }

    private void json(String value) {
        line.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                line.append('\\').append(c);
            } else if (c < ' ') {
                line.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                line.append(c);
            }
        }
        line.append('"');
    }
}
