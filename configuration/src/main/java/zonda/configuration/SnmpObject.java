package zonda.configuration;

import java.util.ArrayList;
import java.util.List;
import zonda.language.ItemKey;
import zonda.language.LanguageException;

/// The object of an SNMP item as people write it: an OID, `get[oid]`, `walk[oid,...]` or
/// `discovery[{#MACRO},oid,...]`, `oid["index","oid","text"]`; an OID may begin with a name
/// ([SnmpNames]). One thread.
final class SnmpObject {
    private final SnmpNames names = new SnmpNames();

    /// In one form: numbers without leading dots, no quotes, no blanks; `get[oid]` as the OID.
    ///
    /// @throws LanguageException says what was seen and what was wanted
    String plain(String text) throws LanguageException {
        if (text.indexOf('[') < 0) {
            return oid(text);
        }
        int bracket = text.indexOf('[');
        if (text.startsWith("[\"index\"", bracket) || text.startsWith("[index", bracket)) {
            return dynamicIndex(text, bracket);
        }
        ItemKey written = ItemKey.parse(text);
        List<String> parameters = written.parameters();
        return switch (written.name()) {
            case "get" -> {
                if (parameters.size() != 1) {
                    throw fault(text, "get[oid] with one OID");
                }
                yield oid(parameters.getFirst());
            }
            case "walk" -> {
                if (parameters.isEmpty() || parameters.getFirst().isEmpty()) {
                    throw fault(text, "walk[oid,...] with one OID or more");
                }
                yield "walk[" + numbers(parameters) + "]";
            }
            case "discovery" -> discovery(text, parameters);
            default ->
                throw fault(
                        text,
                        "an OID, get[oid], walk[oid,...], discovery[{#MACRO},oid,...] or oid[\"index\",\"oid\",\"text\"]");
        };
    }

    /// As `oid["index","oid","text"]`, all three quoted.
    private String dynamicIndex(String text, int bracket) throws LanguageException {
        List<String> parameters = ItemKey.parse("x" + text.substring(bracket)).parameters();
        if (parameters.size() != 3
                || !parameters.getFirst().equals("index")
                || parameters.get(2).isEmpty()) {
            throw fault(text, "oid[\"index\",\"oid\",\"text\"], such as ifInOctets[\"index\",\"ifDescr\",\"eth0\"]");
        }
        return oid(text.substring(0, bracket)) + "[\"index\",\"" + oid(parameters.get(1)) + "\",\""
                + parameters.get(2).replace("\"", "\\\"") + "\"]";
    }

    /// Whether the syntax of what [#plain] gave is a date.
    boolean isDate(String plain) {
        int bracket = plain.indexOf('[');
        return plain.startsWith("1.3.6.1.") && names.isDate(bracket < 0 ? plain : plain.substring(0, bracket) + ".0");
    }

    private String numbers(List<String> oids) throws LanguageException {
        List<String> plain = new ArrayList<>();
        for (String oid : oids) {
            plain.add(oid(oid));
        }
        return String.join(",", plain);
    }

    private String discovery(String text, List<String> parameters) throws LanguageException {
        if (parameters.size() < 2 || parameters.size() % 2 != 0) {
            throw fault(text, "discovery[{#MACRO},oid,...] with an OID behind each macro");
        }
        List<String> plain = new ArrayList<>();
        for (int i = 0; i < parameters.size(); i += 2) {
            String macro = parameters.get(i);
            if (!macro.matches("\\{#[A-Z0-9_.]+\\}")) {
                throw fault("'" + macro + "' in " + text, "a macro such as {#IFNAME}");
            }
            plain.add(macro);
            plain.add(oid(parameters.get(i + 1)));
        }
        return "discovery[" + String.join(",", plain) + "]";
    }

    private String oid(String text) throws LanguageException {
        return Oids.plain(names.numeric(text));
    }

    private static LanguageException fault(String text, String wanted) {
        return new LanguageException(0, "object '" + Faults.shortened(text) + "', wanted " + wanted);
    }
}
