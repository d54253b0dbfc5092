package zonda.configuration;

import java.util.ArrayList;
import java.util.List;
import zonda.language.LanguageException;
import zonda.model.Nearest;

/// A text with sums in it, for repetitions: `sw-${n}`, `127.${1 + n / 65536}.${n / 256 % 256}.${n %
/// 256}`, `port ${i:03}`.
///
/// In `${...}` stand whole numbers, variables, `+ - * / %` and parentheses; `/` and `%` round
/// towards minus infinity; after a `:` a width, filled with zeros. `$${` is a plain `${`.
/// Immutable.
final class Template {
    private static final int WIDEST = 20;
    private static final int DEEPEST = 50;

    private sealed interface Part {
        record Literal(String text) implements Part {}

        record Sum(Term term, int width) implements Part {}
    }

    private sealed interface Term {
        record Whole(long value) implements Term {}

        record Variable(String name) implements Term {}

        record Operation(char operator, Term left, Term right) implements Term {}
    }

    private final List<Part> parts;
    private final String fault;

    private Template(List<Part> parts, String fault) {
        this.parts = parts;
        this.fault = fault;
    }

    /// Reads a template; one that is wrong says so when it is filled.
    static Template of(String text) {
        try {
            return new Template(new Reader(text).parts(), "");
        } catch (LanguageException e) {
            return new Template(List.of(), String.valueOf(e.getMessage()));
        }
    }

    /// The text with these values.
    ///
    /// @throws LanguageException when the template is wrong, a variable is unknown or a sum has no
    ///     value
    String fill(Scope scope) throws LanguageException {
        if (!fault.isEmpty()) {
            throw new LanguageException(0, fault);
        }
        StringBuilder out = new StringBuilder();
        for (Part part : parts) {
            switch (part) {
                case Part.Literal literal -> out.append(literal.text());
                case Part.Sum sum -> {
                    String digits = Long.toString(value(sum.term(), scope));
                    out.append("0".repeat(Math.max(0, sum.width() - digits.length())))
                            .append(digits);
                }
            }
        }
        return out.toString();
    }

    private static long value(Term term, Scope scope) throws LanguageException {
        return switch (term) {
            case Term.Whole whole -> whole.value();
            case Term.Variable variable ->
                scope.value(variable.name())
                        .orElseThrow(() -> new LanguageException(
                                0,
                                "no variable '" + variable.name() + "'"
                                        + Nearest.suggestion(variable.name(), scope.names()) + ", wanted one of "
                                        + String.join(", ", scope.names())));
            case Term.Operation operation -> {
                long left = value(operation.left(), scope);
                long right = value(operation.right(), scope);
                try {
                    yield applied(operation.operator(), left, right);
                } catch (ArithmeticException e) {
                    throw new LanguageException(0, left + " " + operation.operator() + " " + right + " has no value");
                }
            }
        };
    }

    private static long applied(char operator, long left, long right) {
        return switch (operator) {
            case '+' -> Math.addExact(left, right);
            case '-' -> Math.subtractExact(left, right);
            case '*' -> Math.multiplyExact(left, right);
            case '/' -> Math.floorDiv(left, right);
            default -> Math.floorMod(left, right);
        };
    }

    private static final class Reader {
        private final String text;
        private int at;
        private int depth;

        Reader(String text) {
            this.text = text;
        }

        List<Part> parts() throws LanguageException {
            List<Part> parts = new ArrayList<>();
            StringBuilder literal = new StringBuilder();
            while (at < text.length()) {
                if (text.startsWith("$${", at)) {
                    literal.append("${");
                    at += 3;
                } else if (text.startsWith("${", at)) {
                    parts.add(new Part.Literal(literal.toString()));
                    literal.setLength(0);
                    at += 2;
                    parts.add(sum());
                } else {
                    literal.append(text.charAt(at++));
                }
            }
            parts.add(new Part.Literal(literal.toString()));
            return List.copyOf(parts);
        }

        private Part sum() throws LanguageException {
            Term term = added();
            int width = 0;
            if (peek() == ':') {
                at++;
                width = (int) whole();
                if (width > WIDEST) {
                    throw fault("a width of at most " + WIDEST);
                }
            }
            expect('}');
            return new Part.Sum(term, width);
        }

        private Term added() throws LanguageException {
            Term left = multiplied();
            while (peek() == '+' || peek() == '-') {
                char operator = text.charAt(at++);
                left = new Term.Operation(operator, left, multiplied());
            }
            return left;
        }

        private Term multiplied() throws LanguageException {
            Term left = operand();
            while (peek() == '*' || peek() == '/' || peek() == '%') {
                char operator = text.charAt(at++);
                left = new Term.Operation(operator, left, operand());
            }
            return left;
        }

        private Term operand() throws LanguageException {
            char next = peek();
            if (++depth > DEEPEST) {
                throw fault("at most " + DEEPEST + " numbers, variables and parentheses");
            }
            if (next == '(') {
                at++;
                Term inner = added();
                expect(')');
                return inner;
            }
            if (next == '-') {
                at++;
                return new Term.Operation('-', new Term.Whole(0), operand());
            }
            if (next >= '0' && next <= '9') {
                return new Term.Whole(whole());
            }
            int start = at;
            while (at < text.length() && (isLetter(text.charAt(at)) || isDigit(text.charAt(at)))) {
                at++;
            }
            if (at == start) {
                throw fault("a whole number, a variable or '('");
            }
            return new Term.Variable(text.substring(start, at));
        }

        private long whole() throws LanguageException {
            peek();
            int start = at;
            while (at < text.length() && isDigit(text.charAt(at))) {
                at++;
            }
            if (at == start || at - start > 18) {
                at = start;
                throw fault("a whole number");
            }
            return Long.parseLong(text.substring(start, at));
        }

        private void expect(char wanted) throws LanguageException {
            if (peek() != wanted) {
                throw fault("'" + wanted + "'");
            }
            at++;
        }

        private char peek() {
            while (at < text.length() && text.charAt(at) == ' ') {
                at++;
            }
            return at < text.length() ? text.charAt(at) : 0;
        }

        private LanguageException fault(String wanted) {
            String seen =
                    at < text.length() ? "'" + text.substring(at, Math.min(text.length(), at + 12)) + "'" : "the end";
            return new LanguageException(
                    0, "'" + Faults.shortened(text) + "' has " + seen + " in a ${...}, wanted " + wanted);
        }

        private static boolean isDigit(char c) {
            return c >= '0' && c <= '9';
        }

        private static boolean isLetter(char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        }
    }
}
