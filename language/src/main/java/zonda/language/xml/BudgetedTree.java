package zonda.language.xml;

import java.util.Iterator;
import org.jaxen.FunctionCallException;
import org.jaxen.UnsupportedAxisException;
import org.jaxen.dom.DocumentNavigator;
import org.w3c.dom.Node;

/// A document's tree of which an evaluation may look at only so many nodes and characters: a path
/// such as `//*[count(//*)>1]` ends instead of taking hours. One evaluation, one thread.
final class BudgetedTree extends DocumentNavigator {
    private static final long serialVersionUID = 1L;

    /// A step over a node takes some 20 to 50 ns; what is given suffices for all but squares of
    /// large documents.
    private static final long LOOKS = 5_000_000;

    private static final int LOOKS_PER_CHARACTER = 20;
    private static final int CHARACTERS_PER_LOOK = 16;

    private long left;

    /// The path looks at too much.
    static final class Exhausted extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Exhausted() {
            super("budget of looks exhausted", null, false, false);
        }
    }

    private final transient XmlDocument document;

    BudgetedTree(XmlDocument document) {
        this.document = document;
        left = LOOKS + (long) LOOKS_PER_CHARACTER * document.length();
    }

    /// The place of a node in the document's order.
    int place(Object node) {
        return document.place(node);
    }

    void spend(long looks) {
        left -= looks;
        if (left < 0) {
            throw new Exhausted();
        }
    }

    /// Counts what an axis gives.
    private final class Counted implements Iterator<Object> {
        private final Iterator<?> nodes;

        Counted(Iterator<?> nodes) {
            spend(1);
            this.nodes = nodes;
        }

        @Override
        public boolean hasNext() {
            return nodes.hasNext();
        }

        @Override
        public Object next() {
            spend(1);
            return nodes.next();
        }
    }

    @Override
    public Iterator<?> getChildAxisIterator(Object node) {
        return new Counted(super.getChildAxisIterator(node));
    }

    @Override
    public Iterator<?> getParentAxisIterator(Object node) {
        return new Counted(super.getParentAxisIterator(node));
    }

    @Override
    public Iterator<?> getFollowingSiblingAxisIterator(Object node) {
        return new Counted(super.getFollowingSiblingAxisIterator(node));
    }

    @Override
    public Iterator<?> getPrecedingSiblingAxisIterator(Object node) {
        return new Counted(super.getPrecedingSiblingAxisIterator(node));
    }

    @Override
    public Iterator<?> getFollowingAxisIterator(Object node) {
        return new Counted(super.getFollowingAxisIterator(node));
    }

    @Override
    public Iterator<?> getPrecedingAxisIterator(Object node) throws UnsupportedAxisException {
        return new Counted(super.getPrecedingAxisIterator(node));
    }

    @Override
    public Iterator<?> getAncestorAxisIterator(Object node) throws UnsupportedAxisException {
        return new Counted(super.getAncestorAxisIterator(node));
    }

    @Override
    public Iterator<?> getAncestorOrSelfAxisIterator(Object node) throws UnsupportedAxisException {
        return new Counted(super.getAncestorOrSelfAxisIterator(node));
    }

    @Override
    public Iterator<?> getDescendantAxisIterator(Object node) throws UnsupportedAxisException {
        return new Counted(super.getDescendantAxisIterator(node));
    }

    @Override
    public Iterator<?> getDescendantOrSelfAxisIterator(Object node) throws UnsupportedAxisException {
        return new Counted(super.getDescendantOrSelfAxisIterator(node));
    }

    @Override
    public Iterator<?> getAttributeAxisIterator(Object node) {
        return new Counted(super.getAttributeAxisIterator(node));
    }

    @Override
    public Iterator<?> getNamespaceAxisIterator(Object node) {
        return new Counted(super.getNamespaceAxisIterator(node));
    }

    @Override
    public Object getParentNode(Object node) {
        spend(1);
        return super.getParentNode(node);
    }

    /// The text of an element and of all in it.
    @Override
    public String getElementStringValue(Object node) {
        StringBuilder text = new StringBuilder();
        collect((Node) node, text);
        return text.toString();
    }

    private void collect(Node parent, StringBuilder text) {
        for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
            switch (child.getNodeType()) {
                case Node.TEXT_NODE, Node.CDATA_SECTION_NODE -> {
                    String value = child.getNodeValue();
                    spend(1 + value.length() / CHARACTERS_PER_LOOK);
                    text.append(value);
                }
                case Node.ELEMENT_NODE -> {
                    spend(1);
                    collect(child, text);
                }
                default -> spend(1);
            }
        }
    }

    @Override
    public Object getDocument(String uri) throws FunctionCallException {
        throw new FunctionCallException("no other documents are read: " + uri);
    }
}
