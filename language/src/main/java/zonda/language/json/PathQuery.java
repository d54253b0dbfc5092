package zonda.language.json;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import zonda.language.DoubleText;
import zonda.language.LanguageException;
import zonda.language.Regex;

/// One query of one document. One thread.
///
/// Work and results are bounded: `$..*..*..*` on a large document ends with an error, not with the
/// memory.
final class PathQuery {
    private static final int MOST_NODES = 2_000_000;
    private static final long MOST_STEPS = 50_000_000;

    /// What a path has led to so far.
    private sealed interface Found {
        /// Nodes, each with its key: an index, or `~` the node of its name.
        record Nodes(int[] nodes, int[] keys, int size, boolean isDefinite) implements Found {}

        /// Names, or a single one.
        record Texts(List<String> texts, boolean isDefinite) implements Found {}

        /// A number that a function made.
        record Figure(double value) implements Found {}
    }

    /// What an expression is worth.
    private sealed interface Worth {
        record Figure(double value) implements Worth {}

        record Text(String value) implements Worth {}

        record Truth(boolean value) implements Worth {}

        /// `true`, `false` or `null`, as it is written in a path.
        record Word(String word) implements Worth {}

        record Node(int node) implements Worth {}

        /// A path without a match.
        record Nothing() implements Worth {}
    }

    private static final int NO_KEY = Integer.MIN_VALUE;
    private static final int APART = 2;
    private static final Worth NOTHING = new Worth.Nothing();
    private static final Worth TRUE = new Worth.Truth(true);
    private static final Worth FALSE = new Worth.Truth(false);

    private final JsonDocument document;
    private long stepsLeft = MOST_STEPS;

    PathQuery(JsonDocument document) {
        this.document = document;
    }

    Optional<String> run(JsonPath path) throws LanguageException {
        List<PathPart> parts = path.parts();
        if (path.isDefinite()) {
            int node = definite(path, 0);
            if (node >= 0) {
                return Optional.of(document.scalar(node));
            }
            if (node == NONE) {
                return Optional.empty();
            }
        }
        return told(found(parts, 0));
    }

    private static final int NONE = -1;
    private static final int NOT_PLAIN = -2;

    /// The node that a path of single names and indexes leads to, without allocation.
    ///
    /// @return the node; [#NONE] where there is none, [#NOT_PLAIN] where the path has other parts
    private int definite(JsonPath path, int start) {
        List<PathPart> parts = path.parts();
        int node = start;
        for (int i = 0; i < parts.size(); i++) {
            if (!(parts.get(i) instanceof PathPart.Segment segment)
                    || segment.isDeep()
                    || !(segment.selector() instanceof PathPart.Selector.Listed listed)
                    || listed.choices().size() != 1) {
                return NOT_PLAIN;
            }
            PathPart.Choice choice = listed.choices().getFirst();
            node = choice.isName() ? document.member(node, choice.name()) : document.element(node, choice.index());
            if (node < 0) {
                // A function after it may have something to say.
                return parts.getLast() instanceof PathPart.Segment ? NONE : NOT_PLAIN;
            }
        }
        return node;
    }

    private Optional<String> told(Found found) {
        return switch (found) {
            case Found.Figure number -> Optional.of(DoubleText.print(number.value()));
            case Found.Texts texts -> {
                if (texts.texts().isEmpty()) {
                    yield Optional.empty();
                }
                if (texts.isDefinite()) {
                    yield Optional.of(texts.texts().getFirst());
                }
                StringBuilder out = new StringBuilder("[");
                for (String text : texts.texts()) {
                    if (out.length() > 1) {
                        out.append(',');
                    }
                    JsonText.quote(out, text);
                }
                yield Optional.of(out.append(']').toString());
            }
            case Found.Nodes nodes -> {
                if (nodes.size() == 0) {
                    yield Optional.empty();
                }
                if (nodes.isDefinite()) {
                    yield Optional.of(document.scalar(nodes.nodes()[0]));
                }
                StringBuilder out = new StringBuilder("[");
                for (int i = 0; i < nodes.size(); i++) {
                    if (i > 0) {
                        out.append(',');
                    }
                    document.write(out, nodes.nodes()[i]);
                }
                yield Optional.of(out.append(']').toString());
            }
        };
    }

    private Found found(List<PathPart> parts, int start) throws LanguageException {
        Found found = new Found.Nodes(new int[] {start}, new int[] {NO_KEY}, 1, true);
        for (PathPart part : parts) {
            found = switch (part) {
                case PathPart.Segment segment -> {
                    if (!(found instanceof Found.Nodes nodes)) {
                        throw new LanguageException(0, "nodes are wanted before a name or an index");
                    }
                    yield selected(segment, nodes);
                }
                case PathPart.Names _ -> names(found);
                case PathPart.Function function -> applied(function.kind(), found);
            };
        }
        return found;
    }

    /// Nodes as they are found.
    private static final class Gathered {
        int[] nodes = new int[8];
        int[] keys = new int[8];
        int size;

        void add(int node, int key) throws LanguageException {
            if (size == nodes.length) {
                if (size >= MOST_NODES) {
                    throw new LanguageException(0, "the path finds more than " + MOST_NODES + " values");
                }
                nodes = Arrays.copyOf(nodes, size * 2);
                keys = Arrays.copyOf(keys, size * 2);
            }
            nodes[size] = node;
            keys[size++] = key;
        }
    }

    private void step() throws LanguageException {
        if (--stepsLeft < 0) {
            throw new LanguageException(0, "the path takes too many steps");
        }
    }

    private Found selected(PathPart.Segment segment, Found.Nodes from) throws LanguageException {
        Gathered out = new Gathered();
        for (int i = 0; i < from.size(); i++) {
            if (segment.isDeep()) {
                deep(segment.selector(), from.nodes()[i], out);
            } else {
                select(segment.selector(), from.nodes()[i], out);
            }
        }
        boolean definite = from.isDefinite()
                && !segment.isDeep()
                && segment.selector() instanceof PathPart.Selector.Listed listed
                && listed.choices().size() == 1;
        return new Found.Nodes(out.nodes, out.keys, out.size, definite);
    }

    private void deep(PathPart.Selector selector, int node, Gathered out) throws LanguageException {
        if (!document.isContainer(node)) {
            return;
        }
        select(selector, node, out);
        document.children(node, (value, key) -> deep(selector, value, out));
    }

    private void select(PathPart.Selector selector, int node, Gathered out) throws LanguageException {
        step();
        switch (selector) {
            case PathPart.Selector.All _ ->
                document.children(node, (value, key) -> {
                    step();
                    out.add(value, key);
                });
            case PathPart.Selector.Listed listed -> {
                for (PathPart.Choice choice : listed.choices()) {
                    choose(choice, node, out);
                }
            }
            case PathPart.Selector.Several several -> {
                for (PathPart.Selector one : several.selectors()) {
                    select(one, node, out);
                }
            }
            case PathPart.Selector.Slice slice -> slice(slice, node, out);
            case PathPart.Selector.Filter filter ->
                document.children(node, (value, key) -> {
                    step();
                    if (holds(filter.condition(), value)) {
                        out.add(value, key);
                    }
                });
        }
    }

    private void choose(PathPart.Choice choice, int node, Gathered out) throws LanguageException {
        if (choice.isName()) {
            int member = document.member(node, choice.name());
            if (member >= 0) {
                out.add(member, ~(member - 1));
            }
            return;
        }
        int element = document.element(node, choice.index());
        if (element >= 0) {
            long index = choice.index() < 0 ? choice.index() + document.count(node) : choice.index();
            out.add(element, (int) index);
        }
    }

    private void slice(PathPart.Selector.Slice slice, int node, Gathered out) throws LanguageException {
        if (document.kind(node) != JsonDocument.ARRAY) {
            return;
        }
        int count = document.count(node);
        long from = slice.hasFrom() ? bound(slice.from(), count) : 0;
        long end = slice.hasEnd() ? bound(slice.end(), count) : count;
        document.children(node, (value, key) -> {
            step();
            if (key >= from && key < end) {
                out.add(value, key);
            }
        });
    }

    private static long bound(long index, int count) {
        return index < 0 ? Math.max(0, index + count) : index;
    }

    private Found names(Found found) throws LanguageException {
        if (!(found instanceof Found.Nodes nodes)) {
            throw new LanguageException(0, "only nodes have names");
        }
        List<String> names = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            int key = nodes.keys()[i];
            if (key == NO_KEY) {
                throw new LanguageException(0, "the root has no name");
            }
            names.add(key < 0 ? document.string(~key) : Integer.toString(key));
        }
        return new Found.Texts(names, nodes.isDefinite());
    }

    private Found applied(PathPart.Kind kind, Found found) throws LanguageException {
        return switch (found) {
            case Found.Figure _ -> throw new LanguageException(0, "a number cannot be given to a function");
            case Found.Texts texts -> appliedToTexts(kind, texts);
            case Found.Nodes nodes -> {
                Found.Nodes input = nodes;
                if (nodes.isDefinite()) {
                    if (nodes.size() == 0) {
                        throw new LanguageException(0, "nothing is found to apply a function to");
                    }
                    int node = nodes.nodes()[0];
                    if (document.kind(node) != JsonDocument.ARRAY) {
                        throw new LanguageException(0, "a function is applied to no array");
                    }
                    Gathered elements = new Gathered();
                    document.children(node, elements::add);
                    input = new Found.Nodes(elements.nodes, elements.keys, elements.size, false);
                }
                yield appliedToNodes(kind, input);
            }
        };
    }

    private static Found appliedToTexts(PathPart.Kind kind, Found.Texts texts) throws LanguageException {
        List<String> names = texts.texts();
        if (texts.isDefinite()) {
            throw new LanguageException(0, "a function is applied to no list");
        }
        return switch (kind) {
            case FIRST -> new Found.Texts(names.isEmpty() ? List.of() : List.of(names.getFirst()), true);
            case LENGTH -> new Found.Figure(names.size());
            case AVG, MAX, MIN, SUM -> {
                double[] numbers = new double[names.size()];
                for (int i = 0; i < numbers.length; i++) {
                    numbers[i] = number(names.get(i));
                }
                yield summary(kind, numbers);
            }
        };
    }

    private Found appliedToNodes(PathPart.Kind kind, Found.Nodes nodes) throws LanguageException {
        return switch (kind) {
            case FIRST -> new Found.Nodes(nodes.nodes(), nodes.keys(), Math.min(1, nodes.size()), true);
            case LENGTH -> new Found.Figure(nodes.size());
            case AVG, MAX, MIN, SUM -> {
                double[] numbers = new double[nodes.size()];
                for (int i = 0; i < numbers.length; i++) {
                    numbers[i] = number(document.scalar(nodes.nodes()[i]));
                }
                yield summary(kind, numbers);
            }
        };
    }

    private static Found summary(PathPart.Kind kind, double[] numbers) throws LanguageException {
        if (numbers.length == 0) {
            throw new LanguageException(0, "nothing is found to apply a function to");
        }
        double sum = 0;
        double least = numbers[0];
        double greatest = numbers[0];
        for (double number : numbers) {
            sum += number;
            least = Math.min(least, number);
            greatest = Math.max(greatest, number);
        }
        return new Found.Figure(
                switch (kind) {
                    case AVG -> sum / numbers.length;
                    case MAX -> greatest;
                    case MIN -> least;
                    case SUM -> sum;
                    case FIRST, LENGTH -> numbers.length;
                });
    }

    private static double number(String text) throws LanguageException {
        if (isNumber(text)) {
            return Double.parseDouble(text);
        }
        throw new LanguageException(0, "'" + text.substring(0, Math.min(60, text.length())) + "' is no number");
    }

    /// Digits with a sign, a point, an exponent; not what else Java takes for numbers.
    private static boolean isNumber(String text) {
        if (text.isEmpty() || text.length() > 400) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E') {
                return false;
            }
        }
        try {
            return !Double.isNaN(Double.parseDouble(text));
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private boolean holds(Condition condition, int node) throws LanguageException {
        return isTrue(worth(condition, node));
    }

    /// A path holds where it leads to something, whatever that is.
    private static boolean isTrue(Worth worth) {
        return switch (worth) {
            case Worth.Figure number -> number.value() != 0;
            case Worth.Text text -> !text.value().isEmpty();
            case Worth.Truth truth -> truth.value();
            case Worth.Node _, Worth.Word _ -> true;
            case Worth.Nothing _ -> false;
        };
    }

    private Worth worth(Condition condition, int node) throws LanguageException {
        step();
        return switch (condition) {
            case Condition.Constant number -> new Worth.Figure(number.value());
            case Condition.Text text -> new Worth.Text(text.value());
            case Condition.Word word -> new Worth.Word(word.word());
            case Condition.Query query -> queried(query, node);
            case Condition.Not not -> holds(not.operand(), node) ? FALSE : TRUE;
            case Condition.Match match -> truth(matches(worth(match.left(), node), match.pattern()));
            case Condition.Operation operation -> operated(operation, node);
        };
    }

    private static Worth truth(boolean value) {
        return value ? TRUE : FALSE;
    }

    private Worth queried(Condition.Query query, int node) throws LanguageException {
        int start = query.isFromRoot() ? 0 : node;
        int plain = definite(query.path(), start);
        if (plain != NOT_PLAIN) {
            return plain == NONE ? NOTHING : new Worth.Node(plain);
        }
        return switch (found(query.path().parts(), start)) {
            case Found.Figure number -> new Worth.Figure(number.value());
            case Found.Texts texts ->
                texts.texts().isEmpty() ? NOTHING : new Worth.Text(texts.texts().getFirst());
            case Found.Nodes nodes -> nodes.size() == 0 ? NOTHING : new Worth.Node(nodes.nodes()[0]);
        };
    }

    private boolean matches(Worth left, Regex pattern) throws LanguageException {
        return !(left instanceof Worth.Nothing) && pattern.finds(text(left));
    }

    private Worth operated(Condition.Operation operation, int node) throws LanguageException {
        return switch (operation.operator()) {
            case OR -> truth(holds(operation.left(), node) || holds(operation.right(), node));
            case AND -> truth(holds(operation.left(), node) && holds(operation.right(), node));
            case MATCHES -> {
                Worth pattern = worth(operation.right(), node);
                yield truth(matches(worth(operation.left(), node), Regex.compile(text(pattern), false)));
            }
            case EQUAL -> truth(compared(operation, node) == 0);
            case NOT_EQUAL -> truth(compared(operation, node) != 0);
            case LESS -> truth(compared(operation, node) == -1);
            case LESS_OR_EQUAL -> truth(compared(operation, node) <= 0);
            case GREATER -> truth(compared(operation, node) == 1);
            case GREATER_OR_EQUAL -> {
                int order = compared(operation, node);
                yield truth(order == 0 || order == 1);
            }
            case PLUS, MINUS, TIMES, DIVIDED_BY ->
                calculated(operation.operator(), worth(operation.left(), node), worth(operation.right(), node));
        };
    }

    private Worth calculated(Condition.Operator operator, Worth left, Worth right) throws LanguageException {
        if (left instanceof Worth.Nothing || right instanceof Worth.Nothing) {
            return NOTHING;
        }
        double a = number(text(left));
        double b = number(text(right));
        double result = switch (operator) {
            case PLUS -> a + b;
            case MINUS -> a - b;
            case TIMES -> a * b;
            default -> {
                if (b == 0) {
                    throw new LanguageException(0, "a filter divides by zero");
                }
                yield a / b;
            }
        };
        return new Worth.Figure(result);
    }

    private int compared(Condition.Operation operation, int node) throws LanguageException {
        return compared(worth(operation.left(), node), worth(operation.right(), node));
    }

    /// How two values compare: -1, 0 or 1; [#APART] where they are neither equal nor in an order.
    /// Numbers compare with numbers, and with texts that read as one; texts with texts, and with
    /// the words for truth and null in a document. All else is equal to its like only, as in RFC
    /// 9535, section 2.3.5.2.2.
    private int compared(Worth left, Worth right) throws LanguageException {
        if (left instanceof Worth.Nothing || right instanceof Worth.Nothing) {
            return left instanceof Worth.Nothing && right instanceof Worth.Nothing ? 0 : APART;
        }
        if (isContainer(left) || isContainer(right)) {
            return left instanceof Worth.Node a && right instanceof Worth.Node b && areEqual(a.node(), b.node())
                    ? 0
                    : APART;
        }
        if (isNumber(left) || isNumber(right)) {
            boolean areNumbers = (isNumber(left) || isTextOfNumber(left)) && (isNumber(right) || isTextOfNumber(right));
            return areNumbers ? Double.compare(value(left), value(right)) : APART;
        }
        if (left instanceof Worth.Word || right instanceof Worth.Word || !(isText(left) || isText(right))) {
            return !isText(left) && !isText(right) && text(left).equals(text(right)) ? 0 : APART;
        }
        return Integer.signum(text(left).compareTo(text(right)));
    }

    private double value(Worth worth) {
        // Minus zero is zero.
        return Double.parseDouble(text(worth)) + 0.0;
    }

    private boolean isContainer(Worth worth) {
        return worth instanceof Worth.Node node && document.isContainer(node.node());
    }

    private boolean isNumber(Worth worth) {
        return worth instanceof Worth.Figure
                || worth instanceof Worth.Truth
                || (worth instanceof Worth.Node node && document.kind(node.node()) == JsonDocument.NUMBER);
    }

    private boolean isText(Worth worth) {
        return worth instanceof Worth.Text
                || (worth instanceof Worth.Node node && document.kind(node.node()) == JsonDocument.STRING);
    }

    private boolean isTextOfNumber(Worth worth) {
        return isText(worth) && isNumber(text(worth));
    }

    /// Whether two nodes are the same JSON, in whatever order members stand.
    private boolean areEqual(int a, int b) throws LanguageException {
        step();
        int kind = document.kind(a);
        if (kind != document.kind(b)) {
            return false;
        }
        if (!document.isContainer(a)) {
            return kind == JsonDocument.NUMBER
                    ? compared(new Worth.Node(a), new Worth.Node(b)) == 0
                    : document.scalar(a).equals(document.scalar(b));
        }
        if (document.count(a) != document.count(b)) {
            return false;
        }
        boolean[] areEqual = {true};
        document.children(a, (value, key) -> {
            int other = key < 0 ? document.member(b, document.string(~key)) : document.element(b, key);
            areEqual[0] &= other >= 0 && areEqual(value, other);
        });
        return areEqual[0];
    }

    private String text(Worth worth) {
        return switch (worth) {
            case Worth.Figure number -> DoubleText.print(number.value());
            case Worth.Text text -> text.value();
            case Worth.Truth truth -> truth.value() ? "1" : "0";
            case Worth.Word word -> word.word();
            case Worth.Node node -> document.scalar(node.node());
            case Worth.Nothing _ -> "";
        };
    }
}
