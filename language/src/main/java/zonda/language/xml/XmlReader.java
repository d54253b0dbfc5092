package zonda.language.xml;

import java.io.IOException;
import java.io.StringReader;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;
import zonda.language.LanguageException;

/// Parses XML texts. It keeps the parsers that it made, one for each text that was being parsed at
/// the same time: to make one takes longer than most texts. Any thread.
public final class XmlReader {
    /// Deeper nesting is refused, as libxml2 does: readers recurse once a level.
    private static final String DEEPEST = "256";

    private final Queue<DocumentBuilder> idle = new ConcurrentLinkedQueue<>();

    /// Parses a text. Entities may be defined within it, within the limits of the parser; nothing
    /// outside is read.
    ///
    /// @throws LanguageException where the text is no well-formed XML, and why
    public XmlDocument parse(String text) throws LanguageException {
        try {
            DocumentBuilder known = idle.poll();
            DocumentBuilder builder = known == null ? factory().newDocumentBuilder() : known;
            builder.setEntityResolver((_, _) -> new InputSource(new StringReader("")));
            builder.setErrorHandler(new DefaultHandler());
            Document tree = builder.parse(new InputSource(new StringReader(text)));
            // One that stumbled over a text is not used again.
            builder.reset();
            idle.add(builder);
            return new XmlDocument(tree, text.length());
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
        // Else each text makes some 200 kB of tables for its tree.
        factory.setFeature("http://apache.org/xml/features/dom/defer-node-expansion", false);
        factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
        factory.setAttribute("jdk.xml.maxElementDepth", DEEPEST);
        factory.setXIncludeAware(false);
        factory.setExpandEntityReferences(true);
        return factory;
    }
}
