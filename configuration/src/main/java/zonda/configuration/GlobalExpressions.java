package zonda.configuration;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import zonda.language.Expression;
import zonda.language.Expressions;
import zonda.language.GlobalPattern;
import zonda.language.LanguageException;
import zonda.model.GlobalExpression;
import zonda.model.Nearest;

/// The global expressions of all files. Those of all heads are read before the first host. One
/// thread.
final class GlobalExpressions {
    private static final String FIELD = "regular_expressions";
    private static final List<String> FIELDS = List.of("name", "expressions");
    private static final List<String> TEST_FIELDS = List.of("type", "expression", "delimiter", "case_sensitive");
    private static final String DELIMITERS = ",./";

    private final Map<String, GlobalExpression> known = new HashMap<>();
    private final Set<String> faulty = new LinkedHashSet<>();

    /// Reads the list of a file's head.
    void read(Node node, Fields head) {
        if (!(node instanceof Node.Sequence sequence)) {
            head.fault(node, FIELD, Fields.seen(node) + ", wanted a list such as [{name: ..., expressions: [...]}]");
            return;
        }
        for (Node element : sequence.elements()) {
            if (element instanceof Node.Mapping mapping) {
                one(mapping, head);
            } else {
                head.fault(element, FIELD, Fields.seen(element) + ", wanted the fields name and expressions");
            }
        }
    }

    private void one(Node.Mapping mapping, Fields head) {
        long before = head.faults().count();
        String[] name = {""};
        Fields fields = new Fields(mapping, Scope.NONE, head.faults(), () -> FIELD + "[" + name[0] + "]", FIELDS);
        name[0] = fields.required("name", "the expression's name, without the @");
        fields.checkNames();
        List<GlobalExpression.Test> tests = new ArrayList<>();
        fields.each("expressions", node -> {
            if (node instanceof Node.Mapping test) {
                test(test, fields).ifPresent(tests::add);
            } else {
                fields.fault(node, "expressions", Fields.seen(node) + ", wanted fields such as {type: included}");
            }
        });
        if (tests.isEmpty() && head.faults().count() == before) {
            fields.fault("expressions", "nothing, wanted at least one");
        }
        if (known.containsKey(name[0])) {
            fields.fault("name", "'" + name[0] + "' is defined twice, wanted once in all files");
        } else if (head.faults().count() == before) {
            known.put(name[0], new GlobalExpression(name[0], tests));
        } else if (!name[0].isEmpty()) {
            faulty.add(name[0]);
        }
    }

    private static Optional<GlobalExpression.Test> test(Node.Mapping mapping, Fields parent) {
        Fields fields =
                new Fields(mapping, Scope.NONE, parent.faults(), () -> parent.path() + ".expressions", TEST_FIELDS);
        fields.checkNames();
        GlobalExpression.Type type =
                fields.word("type", GlobalExpression.Type.RESULT_IS_TRUE, GlobalExpression.Type.class);
        String expression = fields.required("expression", "a text or a pattern");
        String delimiter = fields.text("delimiter", ",");
        if (delimiter.length() != 1 || DELIMITERS.indexOf(delimiter.charAt(0)) < 0) {
            fields.fault("delimiter", "'" + Faults.shortened(delimiter) + "', wanted one of , . /");
            return Optional.empty();
        }
        boolean caseSensitive = fields.flag("case_sensitive", false);
        if (expression.isEmpty()) {
            return Optional.empty();
        }
        GlobalExpression.Test test = new GlobalExpression.Test(type, expression, delimiter.charAt(0), caseSensitive);
        try {
            GlobalPattern.compile(new GlobalExpression("", List.of(test)));
            return Optional.of(test);
        } catch (LanguageException e) {
            fields.fault("expression", String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    /// The expression that a step's parameter names. A text with an `@` before it that no
    /// expression has as its name is a pattern.
    ///
    /// @throws LanguageException names an expression that is there and has a fault: it is no
    ///     pattern
    Optional<GlobalExpression> named(String parameter) throws LanguageException {
        String name = parameter.startsWith("@") ? parameter.substring(1) : "";
        return known.containsKey(name) || faulty.contains(name) ? Optional.of(wanted(name)) : Optional.empty();
    }

    /// The expressions that a trigger's expression names, in the order of their first mention.
    ///
    /// @throws LanguageException names one that does not exist
    List<GlobalExpression> named(Expression expression) throws LanguageException {
        Set<GlobalExpression> named = new LinkedHashSet<>(0);
        for (Expression.HistoryCall call : Expressions.calls(expression)) {
            Optional<String> name = call.globalExpression();
            if (name.isPresent()) {
                named.add(wanted(name.get()));
            }
        }
        return List.copyOf(named);
    }

    private GlobalExpression wanted(String name) throws LanguageException {
        GlobalExpression found = known.get(name);
        if (found == null) {
            throw new LanguageException(
                    0,
                    "the global expression '@" + Faults.shortened(name) + "' "
                            + (faulty.contains(name)
                                    ? "has a fault itself"
                                    : "does not exist" + Nearest.suggestion(name, known.keySet())
                                            + ", wanted one of regular_expressions"));
        }
        return found;
    }
}
