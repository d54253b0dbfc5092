package zonda.language.snmp;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import zonda.language.LanguageException;

/// A walk's text, parsed: lines such as `.1.3.6.1.2.1.1.5.0 = STRING: "switch"`. Values in
/// quotation
/// marks, and those without, may go on over lines. Of several values of one OID the last counts.
/// Immutable; any thread.
public final class SnmpWalk {
    /// One value.
    ///
    /// @param oid in numbers with a leading dot
    /// @param type as net-snmp names it, in small letters; empty where none was written
    /// @param value without quotation marks
    record Entry(String oid, String type, String value) {
        boolean isNull() {
            return type.isEmpty() && value.equals("NULL");
        }

        /// The value in a format, which only octets have.
        String formatted(SnmpFormat format) throws LanguageException {
            return type.equals("hex-string") || type.equals("bits") ? format.apply(value) : value;
        }
    }

    private static final String WRONG_TYPE = "Wrong Type (";

    private final List<Entry> entries;
    private final Map<String, Entry> byOid;

    private SnmpWalk(List<Entry> entries) {
        this.entries = List.copyOf(entries);
        this.byOid = new HashMap<>();
        for (Entry entry : entries) {
            byOid.put(entry.oid(), entry);
        }
    }

    /// @throws LanguageException names the line that cannot be read, and what was wanted
    public static SnmpWalk parse(String text) throws LanguageException {
        return new SnmpWalk(new Parser(text).entries());
    }

    List<Entry> entries() {
        return entries;
    }

    /// The value of an OID.
    ///
    /// @param oid in numbers, or a well-known name
    /// @throws LanguageException when the value's octets cannot have the format
    public Optional<String> value(SnmpOid oid, SnmpFormat format) throws LanguageException {
        Entry entry = byOid.get(oid.numbers());
        return entry == null ? Optional.empty() : Optional.of(entry.formatted(format));
    }

    /// Reads a walk. One use, one thread.
    private static final class Parser {
        private final String text;
        private int at;

        Parser(String text) {
            this.text = text;
        }

        List<Entry> entries() throws LanguageException {
            List<Entry> entries = new ArrayList<>();
            while (at < text.length()) {
                if (text.charAt(at) == '\n' || text.charAt(at) == '\r') {
                    at++;
                    continue;
                }
                int oidEnd = oidEnd(at);
                if (oidEnd < 0) {
                    throw fault("an OID and ' = '");
                }
                String oid = text.substring(at, oidEnd).strip();
                at = oidEnd + 3;
                if (text.startsWith("No more variables left in this MIB View", at)) {
                    break;
                }
                if (text.startsWith("No Such Object", at) || text.startsWith("No Such Instance", at)) {
                    at = lineEnd(at);
                    continue;
                }
                entries.add(entry(oid.startsWith(".") ? oid : "." + oid));
            }
            return entries;
        }

        /// Where the OID that a line starts with ends, before ` = `; -1 where it starts with none.
        private int oidEnd(int from) {
            int i = from;
            while (i < text.length() && (text.charAt(i) == '.' || (text.charAt(i) >= '0' && text.charAt(i) <= '9'))) {
                i++;
            }
            boolean isOid = i > from + 1 && text.startsWith(" = ", i);
            // A line may end behind the sign when the value is empty.
            return isOid || (i > from + 1 && text.startsWith(" =\n", i)) ? i : -1;
        }

        private Entry entry(String oid) throws LanguageException {
            if (text.startsWith(WRONG_TYPE, at)) {
                int end = text.indexOf("): ", at);
                if (end < 0 || end > lineEnd(at)) {
                    throw fault("'): ' after the wanted type");
                }
                at = end + 3;
                if (typeEnd() < 0) {
                    throw fault("a type and ': '");
                }
            }
            String type = "";
            int typeEnd = typeEnd();
            while (typeEnd >= 0) {
                type = text.substring(at, typeEnd);
                at = Math.min(text.length(), typeEnd + 2);
                typeEnd = type.equals("Opaque") ? typeEnd() : -1;
            }
            String value = at < text.length() && text.charAt(at) == '"' ? quoted() : plain(type);
            return new Entry(oid, type.toLowerCase(java.util.Locale.ROOT), value);
        }

        /// Where the type that stands here ends, at its colon; -1 where none does.
        private int typeEnd() {
            int i = at;
            while (i < text.length() && (Character.isLetterOrDigit(text.charAt(i)) || text.charAt(i) == '-')) {
                i++;
            }
            if (i == at || !Character.isLetter(text.charAt(at))) {
                return -1;
            }
            return text.startsWith(": ", i)
                            || text.startsWith(":\n", i)
                            || (text.startsWith(":", i) && i + 1 == text.length())
                    ? i
                    : -1;
        }

        private String quoted() throws LanguageException {
            StringBuilder out = new StringBuilder();
            int i = at + 1;
            while (i < text.length()) {
                char c = text.charAt(i);
                if (c == '"') {
                    at = lineEnd(i);
                    return out.toString();
                }
                if (c == '\\' && i + 1 < text.length() && (text.charAt(i + 1) == '"' || text.charAt(i + 1) == '\\')) {
                    out.append(text.charAt(i + 1));
                    i += 2;
                } else {
                    out.append(c);
                    i++;
                }
            }
            throw fault("the closing quotation mark");
        }

        /// A value without quotation marks goes on until a line that starts with an OID.
        private String plain(String type) {
            int from = Math.min(at, text.length());
            int end = lineEnd(from);
            while (end < text.length() && oidEnd(end + 1) < 0 && end + 1 < text.length()) {
                end = lineEnd(end + 1);
            }
            at = end;
            String value = text.substring(from, end);
            if (!type.equals("Hex-STRING") && !type.equals("BITS")) {
                return value.replace("\r", "");
            }
            StringBuilder joined = new StringBuilder(value.length());
            for (String line : value.split("\n", -1)) {
                if (!joined.isEmpty() && !line.isBlank()) {
                    joined.append(' ');
                }
                joined.append(line.strip());
            }
            return joined.toString();
        }

        private int lineEnd(int from) {
            int end = from > text.length() ? -1 : text.indexOf('\n', from);
            return end < 0 ? text.length() : end;
        }

        private LanguageException fault(String wanted) {
            int from = Math.min(at, text.length());
            String seen =
                    text.substring(from, Math.min(text.length(), from + 40)).replace('\n', ' ');
            return new LanguageException(0, "no walk: has '" + seen + "', wanted " + wanted);
        }
    }
}
