package zonda.language.json;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import zonda.language.LanguageException;
import zonda.language.Regex;

/// Reads paths. One use, one thread.
final class PathParser {
    /// Deeper nesting of parentheses and filters is refused.
    private static final int DEEPEST = 40;

    private final String text;
    private int at;
    private int depth;

    /// Within a path of a filter.
    private boolean isInQuery;

    PathParser(String text) {
        this.text = text;
    }

    JsonPath path() throws LanguageException {
        if (!take('$')) {
            throw fault("'$'");
        }
        List<PathPart> parts = parts(false);
        if (at < text.length()) {
            throw fault("'.', '[' or the end");
        }
        if (parts.isEmpty()) {
            throw fault("'.' or '['");
        }
        return new JsonPath(text, parts);
    }

    /// The parts after `$` or `@`.
    private List<PathPart> parts(boolean isInFilter) throws LanguageException {
        List<PathPart> parts = new ArrayList<>();
        boolean isAtEnd = false;
        while (at < text.length()) {
            skipBlanksBeforePart();
            char c = text.charAt(at);
            if (c == '~') {
                at++;
                parts.add(new PathPart.Names());
                isAtEnd = true;
            } else if (c == '.') {
                at++;
                boolean isDeep = take('.');
                if (isDeep && at == text.length()) {
                    throw fault("a name, '*' or '['");
                }
                PathPart part = at < text.length() && text.charAt(at) == '[' ? bracket(isDeep) : dotted(isDeep);
                isAtEnd = checkedOrder(part, isAtEnd);
                parts.add(part);
            } else if (c == '[') {
                PathPart part = bracket(false);
                isAtEnd = checkedOrder(part, isAtEnd);
                parts.add(part);
            } else if (isInFilter) {
                break;
            } else {
                throw fault("'.', '[' or the end");
            }
        }
        return List.copyOf(parts);
    }

    /// Blanks may stand before a dot or a bracket, and nowhere else between parts.
    private void skipBlanksBeforePart() {
        int from = at;
        blanks();
        if (at == text.length() || (text.charAt(at) != '.' && text.charAt(at) != '[')) {
            at = from;
        }
    }

    private boolean checkedOrder(PathPart part, boolean isAtEnd) throws LanguageException {
        if (isAtEnd && part instanceof PathPart.Segment) {
            throw fault("only functions after a function or '~'");
        }
        return isAtEnd || !(part instanceof PathPart.Segment);
    }

    private PathPart dotted(boolean isDeep) throws LanguageException {
        if (take('*')) {
            return new PathPart.Segment(new PathPart.Selector.All(), isDeep);
        }
        int from = at;
        while (at < text.length() && isNamed(text.charAt(at))) {
            at++;
        }
        if (at == from) {
            throw fault("a name, '*' or '['");
        }
        String name = text.substring(from, at);
        if (take('(')) {
            if (!take(')')) {
                throw fault("')'");
            }
            return function(name, isDeep, from);
        }
        return listed(List.of(new PathPart.Choice(true, name, 0)), isDeep);
    }

    private PathPart function(String name, boolean isDeep, int from) throws LanguageException {
        for (PathPart.Kind kind : PathPart.Kind.values()) {
            if (!isDeep && kind.name().toLowerCase(Locale.ROOT).equals(name)) {
                return new PathPart.Function(kind);
            }
        }
        at = from;
        throw fault("one of avg(), first(), length(), max(), min(), sum()");
    }

    private static boolean isNamed(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '_'
                || c == '$'
                || c >= 0x80;
    }

    private PathPart bracket(boolean isDeep) throws LanguageException {
        at++;
        blanks();
        if (take('*')) {
            blanks();
            close();
            return new PathPart.Segment(new PathPart.Selector.All(), isDeep);
        }
        Set<PathPart.Choice> choices = new LinkedHashSet<>();
        List<PathPart.Selector> selectors = new ArrayList<>();
        do {
            blanks();
            PathPart.Selector selector = selector();
            selectors.add(selector);
            if (selector instanceof PathPart.Selector.Listed listed) {
                choices.addAll(listed.choices());
            }
            blanks();
        } while (take(','));
        if (isInQuery && selectors.size() > 1) {
            throw fault("one name or index in a path of a filter");
        }
        close();
        if (selectors.size() == 1) {
            return new PathPart.Segment(selectors.getFirst(), isDeep);
        }
        boolean areChoices = selectors.stream().allMatch(PathPart.Selector.Listed.class::isInstance);
        return areChoices
                ? listed(List.copyOf(choices), isDeep)
                : new PathPart.Segment(new PathPart.Selector.Several(List.copyOf(selectors)), isDeep);
    }

    /// One of those between commas.
    private PathPart.Selector selector() throws LanguageException {
        if (take('?')) {
            return new PathPart.Selector.Filter(checked(expression(0)));
        }
        if (at < text.length() && (text.charAt(at) == ':' || isNumber())) {
            boolean hasFrom = text.charAt(at) != ':';
            int start = at;
            long from = hasFrom ? index() : 0;
            blanks();
            if (take(':')) {
                return slice(hasFrom, from);
            }
            at = start;
        }
        return new PathPart.Selector.Listed(List.of(choice()));
    }

    private static PathPart listed(List<PathPart.Choice> choices, boolean isDeep) {
        return new PathPart.Segment(new PathPart.Selector.Listed(choices), isDeep);
    }

    private PathPart.Selector slice(boolean hasFrom, long from) throws LanguageException {
        blanks();
        boolean hasEnd = at < text.length() && isNumber();
        long end = hasEnd ? index() : 0;
        return new PathPart.Selector.Slice(hasFrom, from, hasEnd, end);
    }

    /// Sees to it that no `true`, `false` or `null` stands where a condition is wanted.
    private Condition checked(Condition condition) throws LanguageException {
        switch (condition) {
            case Condition.Word word -> throw fault("a comparison with " + word.word() + " before this");
            case Condition.Not not -> checked(not.operand());
            case Condition.Operation operation -> {
                if (operation.operator() == Condition.Operator.OR || operation.operator() == Condition.Operator.AND) {
                    checked(operation.left());
                    checked(operation.right());
                }
            }
            case Condition.Constant _, Condition.Text _, Condition.Query _, Condition.Match _ -> {}
        }
        return condition;
    }

    private PathPart.Choice choice() throws LanguageException {
        if (at < text.length() && isNumber()) {
            return new PathPart.Choice(false, "", index());
        }
        char quote = at < text.length() ? text.charAt(at) : 0;
        if (quote != '\'' && quote != '"') {
            throw fault("a name in quotes or a number");
        }
        String name = quoted();
        if (name.isEmpty()) {
            throw fault("a name that is not empty");
        }
        return new PathPart.Choice(true, name, 0);
    }

    private boolean isNumber() {
        char c = text.charAt(at);
        return (c >= '0' && c <= '9') || c == '-';
    }

    private long index() throws LanguageException {
        int from = at;
        take('-');
        int digits = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        boolean isCanonical = at > digits && (text.charAt(digits) != '0' || (at == digits + 1 && digits == from));
        if (!isCanonical || at - digits > 15) {
            throw fault("a whole number");
        }
        return Long.parseLong(text.substring(from, at));
    }

    private String quoted() throws LanguageException {
        char quote = text.charAt(at++);
        StringBuilder out = new StringBuilder();
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == quote) {
                return checkedPairs(out.toString());
            }
            if (c == '\\') {
                escape(out, quote);
            } else if (c < ' ') {
                at--;
                throw fault("an escape for this control character");
            } else {
                out.append(c);
            }
        }
        throw fault("the closing " + quote);
    }

    private String checkedPairs(String name) throws LanguageException {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < name.length() && Character.isLowSurrogate(name.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                throw fault("whole characters before this");
            }
        }
        return name;
    }

    private void escape(StringBuilder out, char quote) throws LanguageException {
        char c = at < text.length() ? text.charAt(at++) : 0;
        switch (c) {
            case '\\', '/' -> out.append(c);
            case '\'', '"' -> {
                if (c != quote) {
                    at--;
                    throw fault("an escape such as \\" + quote + " or \\\\");
                }
                out.append(c);
            }
            case 'b' -> out.append('\b');
            case 'f' -> out.append('\f');
            case 'n' -> out.append('\n');
            case 'r' -> out.append('\r');
            case 't' -> out.append('\t');
            case 'u' -> {
                if (at + 4 > text.length()) {
                    throw fault("four hexadecimal digits");
                }
                int unit = 0;
                for (int i = 0; i < 4; i++) {
                    char digit = text.charAt(at + i);
                    int value = digit < 128 ? Character.digit(digit, 16) : -1;
                    if (value < 0) {
                        throw fault("four hexadecimal digits");
                    }
                    unit = unit << 4 | value;
                }
                out.append((char) unit);
                at += 4;
            }
            default -> {
                at--;
                throw fault("an escape such as \\' or \\\\");
            }
        }
    }

    /// An expression whose operators all bind at least as much as `rank`.
    private Condition expression(int rank) throws LanguageException {
        Condition left = primary();
        while (true) {
            blanks();
            Condition.Operator operator = operator();
            if (operator == null || operator.rank < rank) {
                return left;
            }
            at += operator.sign.length();
            left = joined(operator, left, expression(operator.rank + 1));
        }
    }

    private static Condition joined(Condition.Operator operator, Condition left, Condition right)
            throws LanguageException {
        if (operator == Condition.Operator.MATCHES && right instanceof Condition.Text pattern) {
            return new Condition.Match(left, Regex.compile(pattern.value(), false));
        }
        return new Condition.Operation(operator, left, right);
    }

    private Condition.@org.jspecify.annotations.Nullable Operator operator() {
        for (Condition.Operator operator : Condition.Operator.values()) {
            if (text.startsWith(operator.sign, at)) {
                return operator;
            }
        }
        return null;
    }

    private Condition primary() throws LanguageException {
        if (++depth > DEEPEST) {
            throw fault("an expression less deep");
        }
        blanks();
        char c = at < text.length() ? text.charAt(at) : 0;
        Condition read = switch (c) {
            case '(' -> {
                at++;
                Condition inner = expression(0);
                if (!take(')')) {
                    throw fault("')'");
                }
                yield inner;
            }
            case '!' -> {
                at++;
                yield new Condition.Not(primary());
            }
            case '\'', '"' -> new Condition.Text(quoted());
            case '$', '@' -> query(c);
            case 't', 'f', 'n' -> word();
            default -> number();
        };
        depth--;
        return read;
    }

    private Condition query(char start) throws LanguageException {
        int from = at++;
        boolean wasInQuery = isInQuery;
        isInQuery = true;
        List<PathPart> parts = parts(true);
        isInQuery = wasInQuery;
        JsonPath path = new JsonPath(text.substring(from, at), parts);
        if (!path.isDefinite()) {
            throw fault("a definite path before this");
        }
        return new Condition.Query(path, start == '$');
    }

    private Condition word() throws LanguageException {
        for (String word : List.of("true", "false", "null")) {
            if (text.startsWith(word, at)) {
                at += word.length();
                return new Condition.Word(word);
            }
        }
        throw fault("a number, a text in quotes, a path or '('");
    }

    private Condition number() throws LanguageException {
        int from = at;
        take('-');
        boolean isNumber = digits();
        if (isNumber && take('.')) {
            isNumber = digits();
        }
        if (isNumber && (take('e') || take('E'))) {
            if (!take('-')) {
                take('+');
            }
            isNumber = digits();
        }
        if (!isNumber) {
            at = from;
            throw fault("a number, a text in quotes, a path or '('");
        }
        return new Condition.Constant(Double.parseDouble(text.substring(from, at)));
    }

    /// Whether there was at least one.
    private boolean digits() {
        int from = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at > from;
    }

    private void blanks() {
        while (at < text.length()
                && (text.charAt(at) == ' '
                        || text.charAt(at) == '\t'
                        || text.charAt(at) == '\n'
                        || text.charAt(at) == '\r')) {
            at++;
        }
    }

    private boolean take(char c) {
        if (at < text.length() && text.charAt(at) == c) {
            at++;
            return true;
        }
        return false;
    }

    private void close() throws LanguageException {
        if (!take(']')) {
            throw fault("']'");
        }
    }

    private LanguageException fault(String wanted) {
        String seen =
                at >= text.length() ? "the end" : "'" + text.substring(at, Math.min(text.length(), at + 12)) + "'";
        return new LanguageException(at + 1, "the path has " + seen + ", wanted " + wanted);
    }
}
