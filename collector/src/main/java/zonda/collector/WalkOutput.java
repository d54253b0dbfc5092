package zonda.collector;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.MessageDecoder;
import zonda.protocol.snmp.Oid;
import zonda.protocol.snmp.Walk;

/// The value of an item that walks, as it grows. A walk is lines such as net-snmp prints,
/// `.1.3.6.1.2.1.2.2.1.2.1 = STRING: "lo"`, subtree after subtree; a discovery is a JSON array of
/// one object a row, with the index as `{#SNMPINDEX}`, always in numbers. Lives for one walk, owned
/// by the shard's thread.
final class WalkOutput implements Walk.Rows {
    private static final char[] DIGITS = "0123456789ABCDEF".toCharArray();

    private final WalkPlan plan;
    private final List<StringBuilder> lines = new ArrayList<>();
    private final List<String> prefixes = new ArrayList<>();
    private final Map<String, @Nullable String[]> discovered = new LinkedHashMap<>();

    WalkOutput(WalkPlan plan) {
        this.plan = plan;
        for (Oid oid : plan.oids()) {
            lines.add(new StringBuilder());
            prefixes.add(oid + ".");
        }
    }

    @Override
    public void row(int subtree, MessageDecoder varbind) {
        if (!varbind.valueFault().isEmpty()) {
            return;
        }
        String name = varbind.nameText();
        if (!plan.isDiscovery()) {
            StringBuilder out = lines.get(subtree);
            out.append('.').append(name).append(" = ");
            appendTyped(out, varbind);
            out.append('\n');
            return;
        }
        String prefix = prefixes.get(subtree);
        if (name.startsWith(prefix)) {
            @Nullable
            String[] row = discovered.computeIfAbsent(
                    name.substring(prefix.length()),
                    index -> new String[plan.macros().size()]);
            StringBuilder value = new StringBuilder();
            appendPlain(value, varbind);
            row[subtree] = value.toString();
        }
    }

    /// The value when the walk is over; nothing for a walk without rows.
    String value() {
        if (plan.isDiscovery()) {
            return json();
        }
        StringBuilder all = new StringBuilder();
        for (StringBuilder part : lines) {
            all.append(part);
        }
        if (!all.isEmpty()) {
            all.setLength(all.length() - 1);
        }
        return all.toString();
    }

    private String json() {
        StringBuilder out = new StringBuilder("[");
        for (Map.Entry<String, @Nullable String[]> row : discovered.entrySet()) {
            out.append(out.length() > 1 ? ",{" : "{");
            appendJson(out, "{#SNMPINDEX}").append(':');
            appendJson(out, row.getKey());
            @Nullable String[] values = row.getValue();
            for (int i = 0; i < values.length; i++) {
                String value = values[i];
                if (value != null) {
                    appendJson(out.append(','), plan.macros().get(i)).append(':');
                    appendJson(out, value);
                }
            }
            out.append('}');
        }
        return out.append(']').toString();
    }

    private static StringBuilder appendJson(StringBuilder out, String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> out.append('\\').append(c);
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < ' ') {
                        out.append("\\u00").append(DIGITS[c >> 4]).append(DIGITS[c & 15]);
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        return out.append('"');
    }

    private static void appendTyped(StringBuilder out, MessageDecoder varbind) {
        switch (varbind.tag()) {
            case Ber.INTEGER -> out.append("INTEGER: ").append(varbind.signedValue());
            case Ber.COUNTER32 -> out.append("Counter32: ").append(varbind.unsignedValue());
            case Ber.GAUGE32 -> out.append("Gauge32: ").append(varbind.unsignedValue());
            case Ber.COUNTER64 -> out.append("Counter64: ").append(Long.toUnsignedString(varbind.unsignedValue()));
            case Ber.TIME_TICKS -> appendTicks(out, varbind.unsignedValue());
            case Ber.IP_ADDRESS -> out.append("IpAddress: ").append(varbind.ipText());
            case Ber.OBJECT_IDENTIFIER -> appendOid(out.append("OID: ."), varbind);
            case Ber.OCTET_STRING -> appendString(out, varbind);
            case Ber.OPAQUE -> {
                if (varbind.opaqueType() == 0) {
                    appendHex(out.append("OPAQUE: "), varbind);
                } else {
                    out.append("Opaque: Float: ").append(varbind.opaqueValue());
                }
            }
            default -> out.append("NULL");
        }
    }

    /// A value by itself, without its type.
    static String plain(MessageDecoder varbind) {
        StringBuilder out = new StringBuilder();
        appendPlain(out, varbind);
        return out.toString();
    }

    /// As a value of its own, without its type.
    private static void appendPlain(StringBuilder out, MessageDecoder varbind) {
        switch (varbind.tag()) {
            case Ber.INTEGER -> out.append(varbind.signedValue());
            case Ber.COUNTER32, Ber.GAUGE32, Ber.COUNTER64, Ber.TIME_TICKS ->
                out.append(Long.toUnsignedString(varbind.unsignedValue()));
            case Ber.IP_ADDRESS -> out.append(varbind.ipText());
            case Ber.OBJECT_IDENTIFIER -> appendOid(out.append('.'), varbind);
            case Ber.OCTET_STRING -> {
                String text = utf8(varbind);
                if (isPrintable(text)) {
                    out.append(text);
                } else {
                    appendHex(out, varbind);
                }
            }
            case Ber.OPAQUE -> {
                if (varbind.opaqueType() == 0) {
                    appendHex(out, varbind);
                } else {
                    out.append(varbind.opaqueValue());
                }
            }
            default -> {}
        }
    }

    private static void appendTicks(StringBuilder out, long ticks) {
        long days = ticks / 8_640_000;
        out.append("Timeticks: (").append(ticks).append(") ");
        if (days > 0) {
            out.append(days).append(days == 1 ? " day, " : " days, ");
        }
        out.append(ticks / 360_000 % 24).append(':');
        twoDigits(out, ticks / 6_000 % 60).append(':');
        twoDigits(out, ticks / 100 % 60).append('.');
        twoDigits(out, ticks % 100);
    }

    private static StringBuilder twoDigits(StringBuilder out, long number) {
        return out.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
    }

    private static void appendOid(StringBuilder out, MessageDecoder varbind) {
        Oid.appendText(varbind.data(), varbind.valueOffset(), varbind.valueLength(), out);
    }

    /// Text where all octets are printable ASCII or white space, else hexadecimal.
    private static void appendString(StringBuilder out, MessageDecoder varbind) {
        byte[] data = varbind.data();
        int end = varbind.valueOffset() + varbind.valueLength();
        for (int i = varbind.valueOffset(); i < end; i++) {
            boolean isText = (data[i] >= ' ' && data[i] < 0x7F) || (data[i] >= '\t' && data[i] <= '\r');
            if (!isText) {
                appendHex(out.append("Hex-STRING: "), varbind);
                return;
            }
        }
        out.append(varbind.valueLength() == 0 ? "\"" : "STRING: \"");
        for (int i = varbind.valueOffset(); i < end; i++) {
            if (data[i] == '"' || data[i] == '\\') {
                out.append('\\');
            }
            out.append((char) data[i]);
        }
        out.append('"');
    }

    private static void appendHex(StringBuilder out, MessageDecoder varbind) {
        byte[] data = varbind.data();
        int from = varbind.valueOffset();
        for (int i = from; i < from + varbind.valueLength(); i++) {
            if (i > from) {
                out.append(' ');
            }
            out.append(DIGITS[data[i] >> 4 & 15]).append(DIGITS[data[i] & 15]);
        }
    }

    private static String utf8(MessageDecoder varbind) {
        return new String(varbind.data(), varbind.valueOffset(), varbind.valueLength(), StandardCharsets.UTF_8);
    }

    private static boolean isPrintable(String text) {
        return text.chars()
                .noneMatch(c -> c == 0xFFFD || c == 0x7F || (c < ' ' && c != '\n' && c != '\r' && c != '\t'));
    }
}
