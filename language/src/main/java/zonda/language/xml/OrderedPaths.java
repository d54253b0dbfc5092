package zonda.language.xml;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import org.jaxen.Context;
import org.jaxen.ContextSupport;
import org.jaxen.JaxenException;
import org.jaxen.expr.DefaultXPathFactory;
import org.jaxen.expr.Expr;
import org.jaxen.expr.LocationPath;
import org.jaxen.expr.Step;
import org.jaxen.expr.UnionExpr;
import org.jaxen.saxpath.Axis;

/// Makes paths and unions whose nodes are put in the document's order by their places in it. Those
/// of Jaxen search for one node among the siblings of the other, which takes the square of their
/// number. No state.
final class OrderedPaths extends DefaultXPathFactory {
    @Override
    public LocationPath createRelativeLocationPath() {
        return new Path(false);
    }

    @Override
    public LocationPath createAbsoluteLocationPath() {
        return new Path(true);
    }

    @Override
    public UnionExpr createUnionExpr(Expr left, Expr right) {
        return new Union(left, right);
    }

    private static BudgetedTree tree(ContextSupport support) {
        if (support.getNavigator() instanceof BudgetedTree tree) {
            return tree;
        }
        throw new IllegalStateException("a path is evaluated over another tree");
    }

    private static void order(List<Object> nodes, BudgetedTree tree) {
        if (nodes.size() > 1) {
            tree.spend(nodes.size());
            nodes.sort(Comparator.comparingInt(tree::place));
        }
    }

    /// Steps one behind the other. Filled while an expression is read, then unchanged.
    private static final class Path implements LocationPath {
        private static final long serialVersionUID = 1L;

        private final boolean isAbsolute;
        private final ArrayList<Step> steps = new ArrayList<>(4);

        Path(boolean isAbsolute) {
            this.isAbsolute = isAbsolute;
        }

        @Override
        public void addStep(Step step) {
            steps.add(step);
        }

        @Override
        public List<Step> getSteps() {
            return steps;
        }

        @Override
        public boolean isAbsolute() {
            return isAbsolute;
        }

        @Override
        public String getText() {
            return steps.toString();
        }

        @Override
        public Expr simplify() {
            steps.forEach(Step::simplify);
            return this;
        }

        @Override
        public Object evaluate(Context context) throws JaxenException {
            BudgetedTree tree = tree(context.getContextSupport());
            List<Object> nodes = start(context, tree);
            boolean wasOne = nodes.size() <= 1;
            Context at = new Context(context.getContextSupport());
            for (Step step : steps) {
                at.setNodeSet(nodes);
                nodes = new ArrayList<>();
                for (Object node : step.evaluate(at)) {
                    nodes.add(node);
                }
                if (isReverse(step.getAxis())) {
                    Collections.reverse(nodes);
                }
            }
            if (!wasOne || steps.size() > 1) {
                order(nodes, tree);
            }
            return nodes;
        }

        private List<Object> start(Context context, BudgetedTree tree) {
            List<Object> nodes = new ArrayList<>();
            for (Object node : context.getNodeSet()) {
                nodes.add(isAbsolute ? tree.getDocumentNode(node) : node);
                if (isAbsolute) {
                    break;
                }
            }
            return nodes;
        }

        private static boolean isReverse(int axis) {
            return axis == Axis.PRECEDING
                    || axis == Axis.PRECEDING_SIBLING
                    || axis == Axis.ANCESTOR
                    || axis == Axis.ANCESTOR_OR_SELF;
        }
    }

    /// The nodes of two expressions, each once.
    private record Union(Expr left, Expr right) implements UnionExpr, Serializable {
        @Override
        public Expr getLHS() {
            return left;
        }

        @Override
        public Expr getRHS() {
            return right;
        }

        @Override
        public String getOperator() {
            return "|";
        }

        @Override
        public String getText() {
            return left.getText() + " | " + right.getText();
        }

        @Override
        public Expr simplify() {
            return new Union(left.simplify(), right.simplify());
        }

        @Override
        public Object evaluate(Context context) throws JaxenException {
            IdentityHashMap<Object, Boolean> known = new IdentityHashMap<>();
            List<Object> nodes = new ArrayList<>();
            for (Expr side : List.of(left, right)) {
                if (!(side.evaluate(context) instanceof List<?> found)) {
                    throw new JaxenException("a union of what are no nodes");
                }
                for (Object node : found) {
                    if (known.put(node, Boolean.TRUE) == null) {
                        nodes.add(node);
                    }
                }
            }
            order(nodes, tree(context.getContextSupport()));
            return nodes;
        }
    }
}
