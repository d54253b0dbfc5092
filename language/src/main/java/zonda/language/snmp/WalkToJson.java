package zonda.language.snmp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import zonda.language.LanguageException;
import zonda.language.json.JsonText;

/// Makes a table of a walk: one JSON object for each index found below any of the prefixes.
/// Immutable; any thread.
public final class WalkToJson {
    private record Field(String name, SnmpOid prefix, SnmpFormat format) {}

    private static final String INDEX = "{#SNMPINDEX}";

    private final List<Field> fields;

    private WalkToJson(List<Field> fields) {
        this.fields = List.copyOf(fields);
    }

    /// @param parameters for each field its name, its OID's prefix and its format
    /// @throws LanguageException names what was seen and wanted
    public static WalkToJson compile(List<String> parameters) throws LanguageException {
        if (parameters.isEmpty() || parameters.size() % 3 != 0) {
            throw new LanguageException(0, parameters.size() + " parameters, wanted three for each field");
        }
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < parameters.size(); i += 3) {
            if (parameters.get(i).isEmpty()) {
                throw new LanguageException(0, "a field without a name, wanted one");
            }
            fields.add(new Field(
                    parameters.get(i), SnmpOid.parse(parameters.get(i + 1)), SnmpFormat.of(parameters.get(i + 2))));
        }
        return new WalkToJson(fields);
    }

    /// @throws LanguageException when nothing lies below any of the prefixes, or octets cannot have
    /// their format
    public String convert(SnmpWalk walk) throws LanguageException {
        Map<String, List<Optional<SnmpWalk.Entry>>> rows = new LinkedHashMap<>();
        for (SnmpWalk.Entry entry : walk.entries()) {
            for (int i = 0; i < fields.size(); i++) {
                String prefix = fields.get(i).prefix().numbers();
                String oid = entry.oid();
                if (oid.length() > prefix.length() + 1
                        && oid.startsWith(prefix)
                        && oid.charAt(prefix.length()) == '.') {
                    rows.computeIfAbsent(oid.substring(prefix.length() + 1), _ -> emptyRow())
                            .set(i, Optional.of(entry));
                }
            }
        }
        if (rows.isEmpty()) {
            throw new LanguageException(
                    0,
                    "no value lies below " + fields.getFirst().prefix().numbers()
                            + (fields.size() > 1 ? " or the other prefixes" : ""));
        }
        return written(rows);
    }

    private List<Optional<SnmpWalk.Entry>> emptyRow() {
        List<Optional<SnmpWalk.Entry>> row = new ArrayList<>();
        fields.forEach(_ -> row.add(Optional.empty()));
        return row;
    }

    /// Rows found last come first, as in Zabbix's own cases.
    private String written(Map<String, List<Optional<SnmpWalk.Entry>>> rows) throws LanguageException {
        StringBuilder out = new StringBuilder("[");
        for (Map.Entry<String, List<Optional<SnmpWalk.Entry>>> row : new ArrayList<>(rows.entrySet()).reversed()) {
            if (out.length() > 1) {
                out.append(',');
            }
            out.append('{');
            JsonText.quote(out, INDEX);
            out.append(':');
            JsonText.quote(out, row.getKey());
            for (int i = 0; i < fields.size(); i++) {
                Optional<SnmpWalk.Entry> entry = row.getValue().get(i);
                if (entry.isPresent()) {
                    out.append(',');
                    JsonText.quote(out, fields.get(i).name());
                    out.append(':');
                    if (entry.get().isNull()) {
                        out.append("null");
                    } else {
                        JsonText.quote(out, entry.get().formatted(fields.get(i).format()));
                    }
                }
            }
            out.append('}');
        }
        return out.append(']').toString();
    }
}
