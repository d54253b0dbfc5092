package zonda.language.xml;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;
import zonda.language.LanguageException;
import zonda.language.json.JsonReader;
import zonda.language.json.JsonText;

/// XML to JSON and back, by Zabbix's rules: an attribute is a member `@name`, text beside
/// attributes or elements is `#text`, elements of one name are an array, an empty element is null.
/// Pure functions.
public final class XmlJson {
    private static final String TEXT = "#text";

    private XmlJson() {}

    /// @throws LanguageException where the text is no well-formed XML, and why
    public static String toJson(String xml) throws LanguageException {
        return toJson(XmlDocument.parse(xml));
    }

    /// The document as a JSON object with the root element as its only member.
    public static String toJson(XmlDocument document) {
        StringBuilder out = new StringBuilder("{");
        JsonText.quote(out, document.root().getNodeName());
        out.append(':');
        writeElement(out, document.root());
        return out.append('}').toString();
    }

    private static void writeElement(StringBuilder out, Node element) {
        StringBuilder text = new StringBuilder();
        Map<String, List<Node>> children = new LinkedHashMap<>();
        for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
            short type = child.getNodeType();
            if (type == Node.ELEMENT_NODE) {
                children.computeIfAbsent(child.getNodeName(), _ -> new ArrayList<>())
                        .add(child);
            } else if (type == Node.CDATA_SECTION_NODE
                    || (type == Node.TEXT_NODE && !child.getNodeValue().isBlank())) {
                text.append(child.getNodeValue());
            }
        }
        NamedNodeMap attributes = element.getAttributes();
        if (attributes.getLength() == 0 && children.isEmpty()) {
            if (text.isEmpty()) {
                out.append("null");
            } else {
                JsonText.quote(out, text);
            }
            return;
        }
        out.append('{');
        int start = out.length();
        for (int i = 0; i < attributes.getLength(); i++) {
            name(out, start, "@" + attributes.item(i).getNodeName());
            JsonText.quote(out, attributes.item(i).getNodeValue());
        }
        for (Map.Entry<String, List<Node>> child : children.entrySet()) {
            name(out, start, child.getKey());
            writeAll(out, child.getValue());
        }
        if (!text.isEmpty()) {
            name(out, start, TEXT);
            JsonText.quote(out, text);
        }
        out.append('}');
    }

    private static void name(StringBuilder out, int start, String name) {
        if (out.length() > start) {
            out.append(',');
        }
        JsonText.quote(out, name);
        out.append(':');
    }

    private static void writeAll(StringBuilder out, List<Node> elements) {
        if (elements.size() == 1) {
            writeElement(out, elements.getFirst());
            return;
        }
        char before = '[';
        for (Node element : elements) {
            out.append(before);
            writeElement(out, element);
            before = ',';
        }
        out.append(']');
    }

    /// JSON to XML. Only one element can be the root: it is the object's first member, and what
    /// cannot be one, such as an array, gives nothing.
    ///
    /// @throws LanguageException where the text is no JSON object, or a name cannot be XML's
    public static String toXml(String json) throws LanguageException {
        JsonReader root = JsonReader.of(json);
        if (!root.isObject()) {
            throw new LanguageException(0, "no JSON object, wanted one for an element's name");
        }
        Optional<Map.Entry<String, JsonReader>> first =
                root.members().entrySet().stream().findFirst();
        if (first.isEmpty() || first.get().getValue().isArray()) {
            return "";
        }
        StringBuilder out = new StringBuilder();
        write(out, first.get().getKey(), first.get().getValue());
        return out.toString();
    }

    private static void write(StringBuilder out, String name, JsonReader value) throws LanguageException {
        if (value.isArray()) {
            for (JsonReader element : value.elements()) {
                write(out, name, element);
            }
            return;
        }
        out.append('<').append(checkedName(name));
        int content;
        if (value.isObject()) {
            Map<String, JsonReader> members = value.members();
            for (Map.Entry<String, JsonReader> member : members.entrySet()) {
                if (member.getKey().startsWith("@")) {
                    attribute(out, member.getKey().substring(1), member.getValue());
                }
            }
            content = out.append('>').length();
            for (Map.Entry<String, JsonReader> member : members.entrySet()) {
                if (member.getKey().equals(TEXT)) {
                    XmlDocument.escape(out, plain(member.getValue()), false);
                } else if (!member.getKey().startsWith("@")) {
                    write(out, member.getKey(), member.getValue());
                }
            }
        } else {
            content = out.append('>').length();
            XmlDocument.escape(out, plain(value), false);
        }
        if (out.length() == content) {
            out.setLength(content - 1);
            out.append("/>");
        } else {
            out.append("</").append(name).append('>');
        }
    }

    private static void attribute(StringBuilder out, String name, JsonReader value) throws LanguageException {
        out.append(' ').append(checkedName(name)).append("=\"");
        XmlDocument.escape(out, plain(value), true);
        out.append('"');
    }

    private static String plain(JsonReader value) {
        return value.isObject() || value.isArray() || value.isNull() ? "" : value.text();
    }

    private static String checkedName(String name) throws LanguageException {
        boolean fits = !name.isEmpty()
                && (Character.isLetter(name.charAt(0)) || name.charAt(0) == '_')
                && name.chars()
                        .allMatch(c -> Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '.' || c == ':');
        if (!fits) {
            throw new LanguageException(0, "the member '" + name + "', wanted a name that an XML element can have");
        }
        return name;
    }
}
