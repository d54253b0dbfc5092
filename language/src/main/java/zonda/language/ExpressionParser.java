package zonda.language;

import java.util.ArrayList;
import java.util.List;

/// Reads expressions in Zabbix's form (since 5.4): `min(/host/key,5m)>10 and not
/// nodata(/host/key,1m)=1`.
///
/// Precedence as in Zabbix's manual ("Expression operators"): unary minus and `not`, `* /`, `+ -`,
/// `< <= > >=`, `= <>`,
/// `and`, `or`. Numbers may have the suffixes K M G T and s m h d w.
public final class ExpressionParser {
    private static final int DEEPEST = 200;

    private final String text;
    private int at;
    private int depth;

    private ExpressionParser(String text) {
        this.text = text;
    }

    /// Reads a whole expression.
    ///
    /// @throws LanguageException with the column, what was seen and what was wanted
    public static Expression parse(String text) throws LanguageException {
        ExpressionParser parser = new ExpressionParser(text);
        Expression expression = parser.binary(8);
        parser.blanks();
        if (parser.at < text.length()) {
            throw parser.fault("an operator or the end");
        }
        return expression;
    }

    private Expression binary(int rank) throws LanguageException {
        if (rank == 2) {
            return unary();
        }
        Expression left = binary(rank - 1);
        while (true) {
            Expression.Operator operator = operator(rank);
            if (operator == null) {
                return left;
            }
            left = new Expression.Binary(operator, left, binary(rank - 1));
        }
    }

    private Expression.@org.jspecify.annotations.Nullable Operator operator(int rank) {
        blanks();
        Expression.Operator found = null;
        for (Expression.Operator candidate : Expression.Operator.values()) {
            boolean longer = found == null
                    || candidate.symbol().length() > found.symbol().length();
            if (longer && text.startsWith(candidate.symbol(), at) && isWhole(candidate.symbol())) {
                found = candidate;
            }
        }
        if (found == null || found.rank() != rank) {
            return null;
        }
        at += found.symbol().length();
        return found;
    }

    private boolean isWhole(String symbol) {
        int after = at + symbol.length();
        return !Character.isLetter(symbol.charAt(0))
                || after >= text.length()
                || !Character.isLetterOrDigit(text.charAt(after));
    }

    private Expression unary() throws LanguageException {
        blanks();
        if (++depth > DEEPEST) {
            throw fault("at most " + DEEPEST + " levels");
        }
        try {
            if (peek() == '-') {
                at++;
                return new Expression.Negate(unary());
            }
            if (text.startsWith("not", at) && isWhole("not")) {
                at += 3;
                return new Expression.Not(unary());
            }
            return operand();
        } finally {
            depth--;
        }
    }

    private Expression operand() throws LanguageException {
        blanks();
        char next = peek();
        if (next == '(') {
            at++;
            Expression inner = binary(8);
            expect(')');
            return inner;
        }
        if (next == '"') {
            return new Expression.TextLiteral(quoted());
        }
        if (Character.isDigit(next) || next == '.') {
            return new Expression.NumberLiteral(number());
        }
        if (Character.isLetter(next)) {
            return call();
        }
        throw fault("a number, a text, a function or '('");
    }

    private Expression call() throws LanguageException {
        int start = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
            at++;
        }
        String name = text.substring(start, at);
        expect('(');
        blanks();
        return peek() == '/' ? historyCall(start + 1, name) : mathCall(start + 1, name);
    }

    private Expression mathCall(int column, String name) throws LanguageException {
        List<Expression> arguments = new ArrayList<>();
        if (peek() != ')') {
            arguments.add(binary(8));
            while (separator()) {
                arguments.add(binary(8));
            }
        }
        expect(')');
        if (Functions.history().contains(name) && !Functions.math().contains(name)) {
            throw new LanguageException(column, name + "() does not start with an item, wanted /host/key");
        }
        Functions.checkMath(column, name, arguments.size());
        return new Expression.MathCall(name, arguments);
    }

    private Expression historyCall(int column, String name) throws LanguageException {
        Expression.ItemQuery item = itemQuery();
        Expression.Period period = Expression.Period.NONE;
        List<String> parameters = new ArrayList<>();
        if (separator()) {
            period = period();
            while (separator()) {
                parameters.add(parameter());
            }
        }
        expect(')');
        Expression.HistoryCall call = new Expression.HistoryCall(name, item, period, parameters);
        Functions.checkHistory(column, call);
        return call;
    }

    private Expression.ItemQuery itemQuery() throws LanguageException {
        at++;
        int slash = text.indexOf('/', at);
        if (slash <= at) {
            throw fault("/host/key");
        }
        String host = text.substring(at, slash);
        at = slash + 1;
        int end = ItemKey.end(text, at);
        if (end == at) {
            throw fault("an item key");
        }
        String key = text.substring(at, end);
        at = end;
        return new Expression.ItemQuery(host, key);
    }

    private Expression.Period period() throws LanguageException {
        blanks();
        boolean byCount = peek() == '#';
        if (byCount) {
            at++;
        }
        if (peek() == ',' || peek() == ')') {
            return Expression.Period.NONE;
        }
        long amount = 0;
        if (peek() != ':') {
            int start = at;
            double number = number();
            if (number != Math.rint(number) || number < 1 || number > 1e9) {
                throw new LanguageException(
                        start + 1, "period '" + text.substring(start, at) + "', wanted a whole number above 0");
            }
            amount = (long) number;
        }
        List<Expression.Shift> shift = new ArrayList<>();
        if (peek() == ':') {
            at++;
            if (!text.startsWith("now", at)) {
                throw fault("now, as in 1h:now-1d");
            }
            at += 3;
            while (peek() == '-' || peek() == '+' || peek() == '/') {
                shift.add(shiftStep());
            }
        }
        return new Expression.Period(byCount, amount, shift);
    }

    private Expression.Shift shiftStep() throws LanguageException {
        char sign = text.charAt(at++);
        if (sign == '/') {
            char unit = peek();
            if ("mhdwMy".indexOf(unit) < 0) {
                throw fault("m, h, d, w, M or y");
            }
            at++;
            return new Expression.Shift.StartOf(unit);
        }
        long seconds = (long) number();
        return new Expression.Shift.Offset(sign == '-' ? -seconds : seconds);
    }

    private String parameter() throws LanguageException {
        blanks();
        if (peek() == '"') {
            return quoted();
        }
        int start = at;
        while (at < text.length() && text.charAt(at) != ',' && text.charAt(at) != ')') {
            at++;
        }
        return text.substring(start, at).trim();
    }

    private double number() throws LanguageException {
        int start = at;
        while (at < text.length() && (Character.isDigit(text.charAt(at)) || text.charAt(at) == '.')) {
            at++;
        }
        if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
            int exponent = at + 1;
            if (exponent < text.length() && (text.charAt(exponent) == '-' || text.charAt(exponent) == '+')) {
                exponent++;
            }
            if (exponent < text.length() && Character.isDigit(text.charAt(exponent))) {
                at = exponent;
                while (at < text.length() && Character.isDigit(text.charAt(at))) {
                    at++;
                }
            }
        }
        double value;
        try {
            value = Double.parseDouble(text.substring(start, at));
        } catch (NumberFormatException e) {
            at = start;
            throw fault("a number");
        }
        double factor = suffix(peek());
        if (factor != 0) {
            at++;
            value *= factor;
        }
        if (Double.isInfinite(value) || Character.isLetterOrDigit(peek())) {
            throw fault("a number with K, M, G, T, s, m, h, d or w, or none");
        }
        return value;
    }

    private static double suffix(char letter) {
        return switch (letter) {
            case 'K' -> 1024.0;
            case 'M' -> 1024.0 * 1024;
            case 'G' -> 1024.0 * 1024 * 1024;
            case 'T' -> 1024.0 * 1024 * 1024 * 1024;
            default -> Durations.unitSeconds(letter);
        };
    }

    private String quoted() throws LanguageException {
        int start = at;
        at++;
        StringBuilder out = new StringBuilder();
        while (at < text.length() && text.charAt(at) != '"') {
            if (text.charAt(at) == '\\') {
                at++;
                if (at >= text.length() || (text.charAt(at) != '"' && text.charAt(at) != '\\')) {
                    throw fault("\\\" or \\\\");
                }
            }
            out.append(text.charAt(at++));
        }
        if (at >= text.length()) {
            throw new LanguageException(start + 1, "a text without an end, wanted a closing '\"'");
        }
        at++;
        return out.toString();
    }

    private boolean separator() {
        blanks();
        if (peek() == ',') {
            at++;
            return true;
        }
        return false;
    }

    private void expect(char wanted) throws LanguageException {
        blanks();
        if (peek() != wanted) {
            throw fault("'" + wanted + "'");
        }
        at++;
    }

    private void blanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private char peek() {
        return at < text.length() ? text.charAt(at) : 0;
    }

    private LanguageException fault(String wanted) {
        String seen =
                at >= text.length() ? "the end" : "'" + text.substring(at, Math.min(text.length(), at + 12)) + "'";
        return new LanguageException(at + 1, "expression has " + seen + ", wanted " + wanted);
    }
}
