package zonda.language.xml;

import java.util.IdentityHashMap;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;
import zonda.language.LanguageException;

/// A parsed XML text. Used by one thread at a time: even reading changes caches within the tree.
public final class XmlDocument {
    private final Document tree;
    private final int length;

    /// Of all nodes; empty until somebody asks.
    private final IdentityHashMap<Object, Integer> places = new IdentityHashMap<>(0);

    XmlDocument(Document tree, int length) {
        this.tree = tree;
        this.length = length;
    }

    /// Parses one text; who has many uses an [XmlReader].
    ///
    /// @throws LanguageException where the text is no well-formed XML, and why
    public static XmlDocument parse(String text) throws LanguageException {
        return new XmlReader().parse(text);
    }

    /// The place of a node in the document's order; a node of no place, such as one of a
    /// namespace, comes first.
    int place(Object node) {
        if (places.isEmpty()) {
            number(tree);
        }
        return places.getOrDefault(node, -1);
    }

    private void number(Node node) {
        places.put(node, places.size());
        NamedNodeMap attributes = node.getAttributes();
        for (int i = 0; attributes != null && i < attributes.getLength(); i++) {
            places.put(attributes.item(i), places.size());
        }
        for (Node child = node.getFirstChild(); child != null; child = child.getNextSibling()) {
            number(child);
        }
    }

    /// Of the text, in characters.
    int length() {
        return length;
    }

    Document tree() {
        return tree;
    }

    Element root() {
        return tree.getDocumentElement();
    }

    /// A node as text, in the way libxml2 dumps it: an element with all in it, an attribute with a
    /// blank before it.
    static void write(StringBuilder out, Node node) {
        switch (node.getNodeType()) {
            case Node.DOCUMENT_NODE -> writeChildren(out, node);
            case Node.ELEMENT_NODE -> writeElement(out, node);
            case Node.ATTRIBUTE_NODE -> {
                out.append(' ').append(node.getNodeName()).append("=\"");
                escape(out, node.getNodeValue(), true);
                out.append('"');
            }
            case Node.TEXT_NODE -> escape(out, node.getNodeValue(), false);
            case Node.CDATA_SECTION_NODE ->
                out.append("<![CDATA[").append(node.getNodeValue()).append("]]>");
            case Node.COMMENT_NODE ->
                out.append("<!--").append(node.getNodeValue()).append("-->");
            case Node.PROCESSING_INSTRUCTION_NODE ->
                out.append("<?")
                        .append(node.getNodeName())
                        .append(' ')
                        .append(node.getNodeValue())
                        .append("?>");
            default -> {}
        }
    }

    private static void writeElement(StringBuilder out, Node node) {
        out.append('<').append(node.getNodeName());
        NamedNodeMap attributes = node.getAttributes();
        for (int i = 0; i < attributes.getLength(); i++) {
            write(out, attributes.item(i));
        }
        if (node.getFirstChild() == null) {
            out.append("/>");
            return;
        }
        out.append('>');
        writeChildren(out, node);
        out.append("</").append(node.getNodeName()).append('>');
    }

    private static void writeChildren(StringBuilder out, Node node) {
        for (Node child = node.getFirstChild(); child != null; child = child.getNextSibling()) {
            write(out, child);
        }
    }

    static void escape(StringBuilder out, String text, boolean isAttribute) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                case '"' -> out.append(isAttribute ? "&quot;" : "\"");
                case '\n' -> out.append(isAttribute ? "&#10;" : "\n");
                case '\r' -> out.append("&#13;");
                case '\t' -> out.append(isAttribute ? "&#9;" : "\t");
                default -> out.append(c);
            }
        }
    }
}
