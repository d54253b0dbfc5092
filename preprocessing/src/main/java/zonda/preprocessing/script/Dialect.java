package zonda.preprocessing.script;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mozilla.javascript.CompilerEnvirons;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.EvaluatorException;
import org.mozilla.javascript.Node;
import org.mozilla.javascript.Parser;
import org.mozilla.javascript.ast.ArrayComprehension;
import org.mozilla.javascript.ast.Assignment;
import org.mozilla.javascript.ast.AstNode;
import org.mozilla.javascript.ast.AstRoot;
import org.mozilla.javascript.ast.BigIntLiteral;
import org.mozilla.javascript.ast.ElementGet;
import org.mozilla.javascript.ast.ExpressionStatement;
import org.mozilla.javascript.ast.FunctionCall;
import org.mozilla.javascript.ast.FunctionNode;
import org.mozilla.javascript.ast.GeneratorExpression;
import org.mozilla.javascript.ast.Name;
import org.mozilla.javascript.ast.ParenthesizedExpression;
import org.mozilla.javascript.ast.PropertyGet;
import org.mozilla.javascript.ast.Spread;
import org.mozilla.javascript.ast.SpreadObjectProperty;
import org.mozilla.javascript.ast.TaggedTemplateLiteral;
import org.mozilla.javascript.ast.TemplateLiteral;
import org.mozilla.javascript.ast.VariableDeclaration;
import org.mozilla.javascript.ast.Yield;

/// The language that scripts may be written in: ECMAScript 5.1 and what the parser takes beyond it,
/// without generators, spread and rest, templates, comprehensions and big integers. Zabbix's engine
/// has none of these either, and each makes much out of little in one go.
///
/// Owned by one thread.
final class Dialect {
    /// Names of standard objects that a script may extend, for itself and its run.
    private static final Set<String> STANDARD = Set.of(
            "Array",
            "Boolean",
            "Date",
            "Error",
            "Function",
            "JSON",
            "Math",
            "Number",
            "Object",
            "RegExp",
            "String",
            "Zabbix",
            "XML",
            "HttpRequest",
            "CurlHttpRequest");

    private static final String CONSTANT = "const";
    private static final String VARIABLE = "var  ";

    private static final Set<String> DEFINERS =
            Set.of("defineProperty", "defineProperties", "assign", "setPrototypeOf", "freeze", "seal");

    private String refused = "";
    private boolean changesStandards;

    /// Reads a script that is wrapped into one function expression.
    ///
    /// @return the script as it is to be compiled
    /// @throws ScriptException for what is no script of this dialect
    String check(String source, String name) throws ScriptException {
        String compiled = source;
        AstRoot root;
        try {
            try {
                root = parse(source, name);
            } catch (EvaluatorException e) {
                compiled = withoutConstants(source, name);
                root = parse(compiled, name);
            }
        } catch (EvaluatorException e) {
            throw new ScriptException(reason(e.details(), e.lineNumber()));
        } catch (StackOverflowError e) {
            throw new ScriptException("is nested too deeply");
        }
        if (!isOneFunction(root)) {
            throw new ScriptException("SyntaxError: the body of a function ends before the script does");
        }
        try {
            root.visit(this::visit);
        } catch (StackOverflowError e) {
            throw new ScriptException("is nested too deeply");
        }
        if (!refused.isEmpty()) {
            throw new ScriptException(refused);
        }
        return compiled;
    }

    /// Whether the script changes standard objects, and so wants its own ones.
    boolean changesStandards() {
        return changesStandards;
    }

    private static AstRoot parse(String source, String name) {
        CompilerEnvirons environs = new CompilerEnvirons();
        tune(environs);
        return new Parser(environs, environs.getErrorReporter()).parse(source, name, 1);
    }

    private static void tune(CompilerEnvirons environs) {
        environs.setLanguageVersion(Context.VERSION_ES6);
        environs.setReservedKeywordAsIdentifier(true);
        environs.setXmlAvailable(false);
    }

    /// Zabbix's engine lets a function declare a constant of one name twice, in different blocks,
    /// as
    /// some of its templates do; the parser here does not. Where it complains, constants become
    /// variables, of the same length, so that all else stays where it is.
    private static String withoutConstants(String source, String name) {
        CompilerEnvirons environs = CompilerEnvirons.ideEnvirons();
        tune(environs);
        AstRoot root = new Parser(environs, environs.getErrorReporter()).parse(source, name, 1);
        StringBuilder changed = new StringBuilder(source);
        root.visit(node -> {
            int at = node.getAbsolutePosition();
            if (node instanceof VariableDeclaration declaration
                    && declaration.isConst()
                    && source.startsWith(CONSTANT, at)) {
                changed.replace(at, at + CONSTANT.length(), VARIABLE);
            }
            return true;
        });
        return changed.toString();
    }

    static String reason(String details, int line) {
        return line > 0 ? details + " (line " + line + ")" : details;
    }

    private static boolean isOneFunction(AstRoot root) {
        Node first = root.getFirstChild();
        return first != null
                && first.getNext() == null
                && first instanceof ExpressionStatement statement
                && statement.getExpression() instanceof ParenthesizedExpression inner
                && inner.getExpression() instanceof FunctionNode;
    }

    private boolean visit(AstNode node) {
        String what = refusal(node);
        if (!what.isEmpty() && refused.isEmpty()) {
            refused = reason("SyntaxError: " + what + " is not part of this language", node.getLineno());
        }
        changesStandards |= node instanceof Assignment assignment && isOfStandard(assignment.getLeft());
        changesStandards |= node instanceof FunctionCall call && definesOnStandard(call);
        return true;
    }

    private static String refusal(AstNode node) {
        return switch (node) {
            case Spread spread -> "'...'";
            case SpreadObjectProperty spread -> "'...'";
            case TemplateLiteral template -> "a template literal";
            case TaggedTemplateLiteral template -> "a template literal";
            case Yield yield -> "'yield'";
            case GeneratorExpression generator -> "a generator";
            case ArrayComprehension comprehension -> "an array comprehension";
            case BigIntLiteral number -> "a big integer";
            case FunctionNode function when function.isES6Generator() || function.isGenerator() -> "a generator";
            case FunctionNode function when function.hasRestParameter() -> "'...'";
            default -> "";
        };
    }

    private static boolean definesOnStandard(FunctionCall call) {
        return call.getTarget() instanceof PropertyGet property
                && DEFINERS.contains(property.getProperty().getIdentifier())
                && !call.getArguments().isEmpty()
                && isOfStandard(call.getArguments().getFirst());
    }

    /// Whether an expression is a standard object or something in it.
    private static boolean isOfStandard(AstNode expression) {
        @Nullable AstNode target = expression;
        boolean isMember = false;
        while (target != null) {
            if (target instanceof PropertyGet property) {
                isMember = true;
                target = property.getTarget();
            } else if (target instanceof ElementGet element) {
                isMember = true;
                target = element.getTarget();
            } else if (target instanceof ParenthesizedExpression inner) {
                target = inner.getExpression();
            } else {
                break;
            }
        }
        return target instanceof Name name
                && STANDARD.contains(name.getIdentifier())
                && (isMember || !(expression.getParent() instanceof Assignment));
    }
}
