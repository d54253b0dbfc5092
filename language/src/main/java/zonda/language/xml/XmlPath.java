package zonda.language.xml;

import java.util.List;
import org.jaxen.Context;
import org.jaxen.ContextSupport;
import org.jaxen.JaxenException;
import org.jaxen.JaxenHandler;
import org.jaxen.SimpleNamespaceContext;
import org.jaxen.SimpleVariableContext;
import org.jaxen.UnresolvableException;
import org.jaxen.XPathFunctionContext;
import org.jaxen.expr.Expr;
import org.jaxen.saxpath.SAXPathException;
import org.jaxen.saxpath.XPathReader;
import org.w3c.dom.Node;
import zonda.language.DoubleText;
import zonda.language.LanguageException;

/// An XPath 1.0 expression, held to a budget of nodes that it may look at. Immutable; any thread.
public final class XmlPath {
    private static final int SHOWN = 60;

    private final String text;
    private final Expr expression;

    private XmlPath(String text, Expr expression) {
        this.text = text;
        this.expression = expression;
    }

    /// @throws LanguageException when it is no XPath, or names functions, variables or prefixes
    /// that there are not, and why
    public static XmlPath compile(String text) throws LanguageException {
        return compile(text, new XmlReader());
    }

    /// The same for who compiles many.
    ///
    /// @param reader is kept by the caller
    public static XmlPath compile(String text, XmlReader reader) throws LanguageException {
        try {
            XmlPath path = new XmlPath(text, parsed(text));
            path.checkNames(reader);
            return path;
        } catch (SAXPathException e) {
            throw new LanguageException(0, "the XPath '" + text + "': " + e.getMessage());
        } catch (StackOverflowError e) {
            throw new LanguageException(
                    0,
                    "the XPath '" + text.substring(0, Math.min(SHOWN, text.length())) + "...', wanted one less deep");
        }
    }

    private static Expr parsed(String text) throws SAXPathException {
        JaxenHandler handler = new JaxenHandler();
        handler.setXPathFactory(new OrderedPaths());
        XPathReader reader = new org.jaxen.saxpath.base.XPathReader();
        reader.setXPathHandler(handler);
        reader.parse(text);
        return handler.getXPathExpr(true).getRootExpr();
    }

    /// An evaluation over next to nothing tells of most names that there are not.
    private void checkNames(XmlReader reader) throws LanguageException, UnresolvableException {
        try {
            result(reader.parse("<x/>"));
        } catch (UnresolvableException e) {
            throw e;
        } catch (JaxenException | ClassCastException e) {
            // The document is to blame, or will be when a real one comes.
        }
    }

    /// What the expression gives: nodes as XML one behind the other, numbers and texts as they are,
    /// truth as 1 or 0; nothing at all is an empty text.
    ///
    /// @throws LanguageException when it cannot be evaluated, looks at too much, or gives no finite
    /// number
    public String evaluate(XmlDocument document) throws LanguageException {
        try {
            return switch (result(document)) {
                case Boolean truth -> truth ? "1" : "0";
                case Number number -> number(number.doubleValue());
                case List<?> nodes -> written(nodes);
                case Object other -> other.toString();
            };
        } catch (JaxenException e) {
            throw new LanguageException(0, "the XPath '" + text + "': " + e.getMessage());
        } catch (ClassCastException e) {
            // What Jaxen says where nodes are wanted and there are none.
            throw new LanguageException(0, "the XPath '" + text + "' takes steps from what are no nodes");
        } catch (BudgetedTree.Exhausted e) {
            throw new LanguageException(0, "the XPath '" + text + "' takes too many steps");
        } catch (StackOverflowError e) {
            throw new LanguageException(0, "the XPath '" + text + "' needs too deep a recursion");
        }
    }

    private Object result(XmlDocument document) throws JaxenException {
        Context context = new Context(new ContextSupport(
                new SimpleNamespaceContext(),
                new XPathFunctionContext(false),
                new SimpleVariableContext(),
                new BudgetedTree(document)));
        context.setNodeSet(List.of(document.tree()));
        return expression.evaluate(context);
    }

    private String number(double number) throws LanguageException {
        if (Double.isNaN(number) || Double.isInfinite(number)) {
            throw new LanguageException(0, "the XPath '" + text + "' gives no finite number");
        }
        return DoubleText.print(number);
    }

    private static String written(List<?> nodes) {
        StringBuilder out = new StringBuilder();
        for (Object node : nodes) {
            if (node instanceof Node one) {
                XmlDocument.write(out, one);
            }
        }
        return out.toString();
    }

    /// The expression as it was written.
    @Override
    public String toString() {
        return text;
    }
}
