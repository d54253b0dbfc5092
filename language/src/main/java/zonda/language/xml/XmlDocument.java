package zonda.language.xml;

import java.io.IOException;
import java.io.StringReader;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;
import zonda.language.LanguageException;

/// A parsed XML text. Used by one thread at a time: even reading changes caches within the tree.
public final class XmlDocument {
    /// Deeper nesting is refused, as libxml2 does: readers recurse once a level.
    private static final String DEEPEST = "256";

    private final Document tree;

    private XmlDocument(Document tree) {
        this.tree = tree;
    }

    /// Parses a text. Entities may be defined within it, within the limits of the parser; nothing
    /// outside is read.
    ///
    /// @throws LanguageException where the text is no well-formed XML, and why
    public static XmlDocument parse(String text) throws LanguageException {
        try {
            DocumentBuilder builder = factory().newDocumentBuilder();
            builder.setEntityResolver((_, _) -> new InputSource(new StringReader("")));
            builder.setErrorHandler(new DefaultHandler());
            return new XmlDocument(builder.parse(new InputSource(new StringReader(text))));
        } catch (SAXParseException e) {
            throw new LanguageException(
                    0, "no XML: line " + e.getLineNumber() + ", column " + e.getColumnNumber() + ": " + e.getMessage());
        } catch (SAXException | IOException | ParserConfigurationException e) {
            throw new LanguageException(0, "no XML: " + e.getMessage());
        } catch (StackOverflowError e) {
            throw new LanguageException(0, "no XML that is flat enough, wanted at most " + DEEPEST + " levels");
        }
    }

    private static DocumentBuilderFactory factory() throws ParserConfigurationException {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        factory.setFeature("http://xml.org/sax/features/external-general-entities", false);
        factory.setFeature("http://xml.org/sax/features/external-parameter-entities", false);
        factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
        factory.setAttribute("jdk.xml.maxElementDepth", DEEPEST);
        factory.setXIncludeAware(false);
        factory.setExpandEntityReferences(true);
        return factory;
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
