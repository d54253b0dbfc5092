package zonda.language.xml;

import javax.xml.XMLConstants;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathEvaluationResult;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import javax.xml.xpath.XPathFactoryConfigurationException;
import javax.xml.xpath.XPathNodes;
import org.w3c.dom.Node;
import zonda.language.DoubleText;
import zonda.language.LanguageException;

/// An XPath 1.0 expression. Immutable; any thread: the JDK's compiled expressions are not, so that
/// each evaluation has its own.
public final class XmlPath {
    private final String text;

    private XmlPath(String text) {
        this.text = text;
    }

    /// @throws LanguageException when it is no XPath, and why
    public static XmlPath compile(String text) throws LanguageException {
        XmlPath path = new XmlPath(text);
        path.checkSyntax();
        return path;
    }

    private void checkSyntax() throws LanguageException {
        try {
            xpath().compile(text);
        } catch (XPathExpressionException e) {
            throw new LanguageException(0, "the XPath '" + text + "': " + reason(e));
        } catch (StackOverflowError e) {
            throw new LanguageException(0, "the XPath '" + text.substring(0, 60) + "...', wanted one less deep");
        }
    }

    private static XPath xpath() throws LanguageException {
        try {
            XPathFactory factory = XPathFactory.newDefaultInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            return factory.newXPath();
        } catch (XPathFactoryConfigurationException e) {
            throw new LanguageException(0, "no XPath here: " + e.getMessage());
        }
    }

    private static String reason(XPathExpressionException fault) {
        Throwable cause = fault.getCause() == null ? fault : fault.getCause();
        return String.valueOf(cause.getMessage());
    }

    /// What the expression gives: nodes as XML one behind the other, numbers and texts as they are,
    /// truth as 1 or 0; nothing at all is an empty text.
    ///
    /// @throws LanguageException when it cannot be evaluated, or gives no finite number
    public String evaluate(XmlDocument document) throws LanguageException {
        try {
            XPathEvaluationResult<?> result = xpath().evaluateExpression(text, document.tree());
            return switch (result.type()) {
                case STRING -> String.valueOf(result.value());
                case BOOLEAN -> Boolean.TRUE.equals(result.value()) ? "1" : "0";
                case NUMBER -> number(result.value());
                case NODESET, NODE, ANY -> nodes(result.value());
            };
        } catch (XPathExpressionException e) {
            throw new LanguageException(0, "the XPath '" + text + "': " + reason(e));
        } catch (StackOverflowError e) {
            throw new LanguageException(0, "the XPath '" + text + "' needs too deep a recursion");
        }
    }

    private String number(Object value) throws LanguageException {
        double number = value instanceof Number given ? given.doubleValue() : Double.NaN;
        if (Double.isNaN(number) || Double.isInfinite(number)) {
            throw new LanguageException(0, "the XPath '" + text + "' gives no finite number");
        }
        return DoubleText.print(number);
    }

    private static String nodes(Object value) {
        StringBuilder out = new StringBuilder();
        if (value instanceof XPathNodes nodes) {
            for (Node node : nodes) {
                XmlDocument.write(out, node);
            }
        } else if (value instanceof Node node) {
            XmlDocument.write(out, node);
        }
        return out.toString();
    }

    /// The expression as it was written.
    @Override
    public String toString() {
        return text;
    }
}
