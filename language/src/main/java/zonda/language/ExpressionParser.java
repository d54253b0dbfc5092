package zonda.language;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads expressions in Zabbix's form (since 5.4): `min(/host/key,5m)>10 and not
/// nodata(/host/key,1m)=1`.
///
/// Precedence as in Zabbix's manual ("Expression operators"): unary minus, `not`, `* /`, `+ -`, `<
/// <= > >=`, `= <>`, `and`, `or`; operators of one rank are taken from the left. Numbers may have
/// the suffixes K M G T and s m h d w. Text is in double quotes, with `\"` and `\\`. Macros are put
/// in before ([ExpressionMacros]).
///
/// Held to bounds, so that neither reading nor walking the tree can run out of stack: at most
/// [#LONGEST] characters, [#MOST_OPERANDS] operands, 200 levels of parentheses and signs.
public final class ExpressionParser {
    /// The longest expression, in characters.
    public static final int LONGEST = 65_535;

    /// The most numbers, texts and calls in an expression.
    public static final int MOST_OPERANDS = 400;

    private static final int DEEPEST = 200;
    private static final int LOOSEST = 8;

    private final String text;
    private int at;
    private int depth;
    private int operands;

    private ExpressionParser(String text) {
        this.text = text;
    }

    /// Reads a whole expression.
    ///
    /// @throws LanguageException with the column, what was seen and what was wanted
    public static Expression parse(String text) throws LanguageException {
        if (text.length() > LONGEST) {
            throw new LanguageException(0, "expression of " + text.length() + " characters, wanted at most " + LONGEST);
        }
        ExpressionParser parser = new ExpressionParser(text);
        Expression expression = parser.binary(LOOSEST);
        parser.blanks();
        if (parser.at < text.length()) {
            throw parser.fault("an operator or the end");
        }
        return expression;
    }

    /// Reads operands joined by operators of this rank or tighter ones.
    private Expression binary(int rank) throws LanguageException {
        Expression left = unary();
        while (true) {
            Optional<Expression.Operator> operator = operator();
            if (operator.isEmpty() || operator.get().rank() > rank) {
                return left;
            }
            at += operator.get().symbol().length();
            // What follows binds tighter than this operator; the loop takes those of its own rank.
            left = new Expression.Binary(
                    operator.get(), left, binary(operator.get().rank() - 1));
        }
    }

    private Optional<Expression.Operator> operator() {
        blanks();
        char next = at + 1 < text.length() ? text.charAt(at + 1) : 0;
        return switch (peek()) {
            case '*' -> Optional.of(Expression.Operator.MULTIPLY);
            case '/' -> Optional.of(Expression.Operator.DIVIDE);
            case '+' -> Optional.of(Expression.Operator.ADD);
            case '-' -> Optional.of(Expression.Operator.SUBTRACT);
            case '=' -> Optional.of(Expression.Operator.EQUAL);
            case '<' ->
                Optional.of(
                        next == '='
                                ? Expression.Operator.LESS_OR_EQUAL
                                : next == '>' ? Expression.Operator.NOT_EQUAL : Expression.Operator.LESS);
            case '>' -> Optional.of(next == '=' ? Expression.Operator.GREATER_OR_EQUAL : Expression.Operator.GREATER);
            case 'a' -> isWord("and") ? Optional.of(Expression.Operator.AND) : Optional.empty();
            case 'o' -> isWord("or") ? Optional.of(Expression.Operator.OR) : Optional.empty();
            default -> Optional.empty();
        };
    }

    private boolean isWord(String word) {
        return text.startsWith(word, at) && !isWordCharacter(at + word.length()) && !isWordCharacter(at - 1);
    }

    private boolean isOneOf(String characters, int index) {
        return characters.indexOf(text.charAt(index)) >= 0;
    }

    private boolean isWordCharacter(int index) {
        if (index < 0 || index >= text.length()) {
            return false;
        }
        char c = text.charAt(index);
        return Numbers.isLetter(c) || Numbers.isDigit(c) || c == '_' || c == '.';
    }

    private Expression unary() throws LanguageException {
        blanks();
        if (++depth > DEEPEST) {
            throw fault("at most " + DEEPEST + " levels of parentheses and signs");
        }
        Expression read;
        if (peek() == '-') {
            at++;
            read = new Expression.Negate(unary());
        } else if (isWord("not")) {
            boolean standsAlone = at == 0 || Character.isWhitespace(text.charAt(at - 1)) || isOneOf("(,", at - 1);
            if (!standsAlone) {
                throw fault("a blank before 'not'");
            }
            at += 3;
            read = new Expression.Not(unary());
        } else {
            read = operand();
        }
        depth--;
        return read;
    }

    private Expression operand() throws LanguageException {
        if (++operands > MOST_OPERANDS) {
            throw fault("at most " + MOST_OPERANDS + " operands");
        }
        char next = peek();
        if (next == '(') {
            at++;
            Expression inner = binary(LOOSEST);
            expect(')', "an operator or ')'");
            return inner;
        }
        if (next == '"') {
            return new Expression.TextLiteral(quoted());
        }
        if (Numbers.isDigit(next) || next == '.') {
            return new Expression.NumberLiteral(number());
        }
        if (Numbers.isLetter(next)) {
            return call();
        }
        if (next == '{') {
            throw macroFault();
        }
        throw fault("a number, a text in quotes, a function or '('");
    }

    private LanguageException macroFault() {
        int end = Macros.end(text, at);
        if (end < 0) {
            return fault("a number, a text in quotes, a function such as last(/host/key), or '('");
        }
        String macro = text.substring(at, end);
        return new LanguageException(
                at + 1,
                macro.startsWith("{$")
                        ? "macro " + macro + " has no value, wanted one at the host or among the global macros"
                        : "expression has " + macro + ", wanted a number, a text in quotes, a function or '('");
    }

    private Expression call() throws LanguageException {
        int start = at;
        while (isWordCharacter(at) && peek() != '.') {
            at++;
        }
        String name = text.substring(start, at);
        expect('(', "'(' after '" + Seen.shortened(name) + "'");
        blanks();
        return peek() == '/' ? historyCall(start + 1, name) : mathCall(start + 1, name);
    }

    private Expression mathCall(int column, String name) throws LanguageException {
        List<Expression> arguments = new ArrayList<>();
        if (peek() != ')') {
            arguments.add(binary(LOOSEST));
            while (separator()) {
                arguments.add(binary(LOOSEST));
            }
        }
        expect(')', "an operator, ',' or ')'");
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
        expect(')', "',' or ')'");
        Expression.HistoryCall call = new Expression.HistoryCall(name, item, period, parameters);
        Functions.checkHistory(column, call);
        return call;
    }

    private Expression.ItemQuery itemQuery() throws LanguageException {
        int start = at;
        at++;
        while (at < text.length() && isHostCharacter(text.charAt(at))) {
            at++;
        }
        String host = text.substring(start + 1, at);
        if (peek() != '/') {
            throw fault("a host's name of letters, digits, blanks, '.', '_' and '-', then '/' and an item's key");
        }
        if (host.isBlank()) {
            throw new LanguageException(start + 1, "expression has an item without a host, wanted /host/key");
        }
        at++;
        int end = ItemKey.end(text, at);
        if (end == at) {
            throw fault("an item's key");
        }
        String key = text.substring(at, end);
        at = end;
        if (peek() == '?') {
            throw fault("',' or ')': filters over many items are not supported");
        }
        return new Expression.ItemQuery(host, key);
    }

    static boolean isHostCharacter(char c) {
        return Numbers.isLetter(c) || Numbers.isDigit(c) || c == ' ' || c == '.' || c == '_' || c == '-';
    }

    private Expression.Period period() throws LanguageException {
        blanks();
        if (peek() == ',' || peek() == ')') {
            return Expression.Period.NONE;
        }
        boolean byCount = peek() == '#';
        long amount = 0;
        if (byCount) {
            at++;
            amount = whole(false, "a whole number above 0 after '#'");
        } else if (peek() != ':') {
            amount = whole(true, "a period such as 5m or #10");
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
            if (peek() != ',' && peek() != ')' && !Character.isWhitespace(peek())) {
                throw fault("'-', '+' or '/' after now, as in now-1d or now/d");
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
        long seconds = whole(true, "a length of time such as 1h");
        return new Expression.Shift.Offset(sign == '-' ? -seconds : seconds);
    }

    /// Reads a whole number from 1 to 2^31-1, with a suffix of time or without.
    private long whole(boolean isTime, String wanted) throws LanguageException {
        int start = at;
        long number = 0;
        while (at < text.length() && Numbers.isDigit(text.charAt(at)) && number <= Integer.MAX_VALUE) {
            number = number * 10 + text.charAt(at++) - '0';
        }
        long unit = isTime ? Durations.unitSeconds(peek()) : 0;
        if (unit > 0) {
            at++;
            number *= unit;
        }
        if (at == start || number < 1 || number > Integer.MAX_VALUE || isWordCharacter(at)) {
            at = start;
            throw fault(wanted + (isTime ? ": a whole number above 0 with s, m, h, d or w" : ""));
        }
        return number;
    }

    private String parameter() throws LanguageException {
        blanks();
        if (peek() == '"') {
            return quoted();
        }
        if (peek() == ',' || peek() == ')') {
            return "";
        }
        int start = at;
        if (peek() == '-') {
            at++;
        }
        if (!Numbers.isDigit(peek()) && peek() != '.') {
            at = start;
            throw peek() == '{' ? macroFault() : fault("a number or a text in double quotes");
        }
        number();
        return text.substring(start, at);
    }

    private double number() throws LanguageException {
        int start = at;
        at = Numbers.end(text, at);
        if (at == start) {
            throw fault("a number");
        }
        double value = Double.parseDouble(text.substring(start, at));
        double factor = Numbers.suffix(peek());
        if (factor != 0) {
            at++;
            value *= factor;
        }
        if (isWordCharacter(at)) {
            throw fault("a number with K, M, G, T, s, m, h, d or w, or none of them");
        }
        if (Double.isInfinite(value)) {
            at = start;
            throw fault("a number that is not so large");
        }
        return value;
    }

    private String quoted() throws LanguageException {
        int start = at;
        at++;
        StringBuilder out = new StringBuilder();
        while (at < text.length() && text.charAt(at) != '"') {
            if (text.charAt(at) == '\\') {
                at++;
                if (peek() != '"' && peek() != '\\') {
                    at--;
                    throw fault("\\\" or \\\\ in a text");
                }
            }
            out.append(text.charAt(at++));
        }
        if (at >= text.length()) {
            throw new LanguageException(start + 1, "expression has a text without an end, wanted a closing '\"'");
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

    private void expect(char wanted, String inWords) throws LanguageException {
        blanks();
        if (peek() != wanted) {
            throw fault(inWords);
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
        return new LanguageException(at + 1, "expression has " + Seen.at(text, at) + ", wanted " + wanted);
    }
}
