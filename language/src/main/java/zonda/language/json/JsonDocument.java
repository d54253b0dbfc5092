package zonda.language.json;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import zonda.language.DoubleText;
import zonda.language.LanguageException;

/// A JSON text (RFC 8259), parsed. Immutable; any thread.
///
/// The form: one node after the other in a single array, four ints each: kind, where its text
/// starts, where that ends, and the node after its whole subtree. The nodes of a container follow
/// it; in an object each value follows the node of its name. So a reader passes over what it does
/// not want in one step, and a document of n nodes takes 16 n bytes beside its text.
///
/// As in Zabbix the last of several members with the same name is the one that counts.
public final class JsonDocument {
    /// Deeper nesting is refused: Zabbix takes as many. Readers recurse once a level.
    static final int DEEPEST = 66;

    static final int OBJECT = 0;
    static final int ARRAY = 1;
    static final int STRING = 2;
    static final int NAME = 3;
    static final int NUMBER = 4;
    static final int TRUE = 5;
    static final int FALSE = 6;
    static final int NULL = 7;

    private static final int KIND = 15;
    private static final int HAS_ESCAPES = 16;
    private static final int NODE = 4;

    /// Objects with more members look for doubles by hash.
    private static final int FEW = 12;

    private final char[] text;
    private int[] nodes;
    private int size;
    private int at;

    private JsonDocument(char[] text) {
        this.text = text;
        this.nodes = new int[NODE * Math.max(16, text.length / 8)];
    }

    /// Parses a text.
    ///
    /// @throws LanguageException where it is no JSON, what stands there and what was wanted
    public static JsonDocument parse(String text) throws LanguageException {
        JsonDocument document = new JsonDocument(text.toCharArray());
        document.parse();
        return document;
    }

    int kind(int node) {
        return nodes[node * NODE] & KIND;
    }

    /// The node after this one and all in it.
    int after(int node) {
        return nodes[node * NODE + 3];
    }

    boolean isContainer(int node) {
        return kind(node) <= ARRAY;
    }

    /// The content of a name or string, the digits of a number.
    String string(int node) {
        int from = nodes[node * NODE + 1];
        int end = nodes[node * NODE + 2];
        if ((nodes[node * NODE] & HAS_ESCAPES) == 0) {
            return new String(text, from, end - from);
        }
        StringBuilder out = new StringBuilder(end - from);
        for (int i = from; i < end; i++) {
            char c = text[i];
            if (c != '\\') {
                out.append(c);
                continue;
            }
            c = text[++i];
            switch (c) {
                case 'b' -> out.append('\b');
                case 'f' -> out.append('\f');
                case 'n' -> out.append('\n');
                case 'r' -> out.append('\r');
                case 't' -> out.append('\t');
                case 'u' -> {
                    out.append((char) hex4(i + 1));
                    i += 4;
                }
                default -> out.append(c);
            }
        }
        return out.toString();
    }

    private boolean isNamed(int node, String name) {
        int from = nodes[node * NODE + 1];
        int length = nodes[node * NODE + 2] - from;
        if ((nodes[node * NODE] & HAS_ESCAPES) != 0) {
            return string(node).equals(name);
        }
        if (length != name.length()) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (text[from + i] != name.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /// The value of an object's member; -1 where there is none, or the node is no object.
    int member(int node, String name) {
        if (kind(node) != OBJECT) {
            return -1;
        }
        int found = -1;
        int end = after(node);
        for (int child = node + 1; child < end; child = after(child + 1)) {
            if (isNamed(child, name)) {
                found = child + 1;
            }
        }
        return found;
    }

    /// The element of an array, counted from its end where the index is negative; -1 where there is
    /// none, or the node is no array.
    int element(int node, long index) {
        if (kind(node) != ARRAY) {
            return -1;
        }
        long left = index < 0 ? index + count(node) : index;
        int end = after(node);
        if (left < 0) {
            return -1;
        }
        for (int child = node + 1; child < end; child = after(child)) {
            if (left-- == 0) {
                return child;
            }
        }
        return -1;
    }

    /// How many elements an array has.
    int count(int node) {
        int count = 0;
        int end = after(node);
        for (int child = node + 1; child < end; child = after(child)) {
            count++;
        }
        return count;
    }

    /// Takes the children of a container.
    interface Children {
        /// @param value the child
        /// @param key its index in an array; in an object, `~` the node of its name
        void child(int value, int key) throws LanguageException;
    }

    /// Hands over the children in order: members that count, or elements.
    void children(int node, Children out) throws LanguageException {
        int end = after(node);
        if (kind(node) == ARRAY) {
            int index = 0;
            for (int child = node + 1; child < end; child = after(child)) {
                out.child(child, index++);
            }
        } else if (kind(node) == OBJECT) {
            int members = 0;
            for (int child = node + 1; child < end && members <= FEW; child = after(child + 1)) {
                members++;
            }
            Map<String, Integer> last = members > FEW ? lastMembers(node, end) : Map.of();
            for (int child = node + 1; child < end; child = after(child + 1)) {
                boolean counts = members > FEW
                        ? last.getOrDefault(string(child), -1) == child
                        : member(node, string(child)) == child + 1;
                if (counts) {
                    out.child(child + 1, ~child);
                }
            }
        }
    }

    private Map<String, Integer> lastMembers(int node, int end) {
        Map<String, Integer> last = new HashMap<>();
        for (int child = node + 1; child < end; child = after(child + 1)) {
            last.put(string(child), child);
        }
        return last;
    }

    /// A number as double.
    double number(int node) {
        return Double.parseDouble(string(node));
    }

    /// A scalar as plain text: strings without quotes, numbers as Zabbix prints them.
    String scalar(int node) {
        return switch (kind(node)) {
            case STRING, NAME -> string(node);
            case NUMBER -> printed(string(node));
            case TRUE -> "true";
            case FALSE -> "false";
            case NULL -> "null";
            default -> json(node);
        };
    }

    /// Whole numbers stay as they are written, however large.
    private static String printed(String digits) {
        for (int i = 0; i < digits.length(); i++) {
            char c = digits.charAt(i);
            if (c == '.' || c == 'e' || c == 'E') {
                double value = Double.parseDouble(digits);
                return Double.isInfinite(value) ? digits : DoubleText.print(value);
            }
        }
        return digits;
    }

    /// A node as JSON without white space.
    String json(int node) {
        StringBuilder out = new StringBuilder();
        write(out, node);
        return out.toString();
    }

    void write(StringBuilder out, int node) {
        try {
            switch (kind(node)) {
                case OBJECT -> {
                    int start = out.append('{').length();
                    children(node, (value, key) -> {
                        separate(out, start);
                        JsonText.quote(out, string(~key));
                        out.append(':');
                        write(out, value);
                    });
                    out.append('}');
                }
                case ARRAY -> {
                    int start = out.append('[').length();
                    children(node, (value, key) -> {
                        separate(out, start);
                        write(out, value);
                    });
                    out.append(']');
                }
                case STRING, NAME -> JsonText.quote(out, string(node));
                default -> out.append(scalar(node));
            }
        } catch (LanguageException e) {
            throw new IllegalStateException("writing text cannot fail", e);
        }
    }

    private static void separate(StringBuilder out, int start) {
        if (out.length() > start) {
            out.append(',');
        }
    }

    private void parse() throws LanguageException {
        int[] open = new int[16];
        int depth = 0;
        blanks();
        while (true) {
            // Here a value is wanted.
            int node = value();
            if (isContainer(node)) {
                if (depth == DEEPEST) {
                    throw fault("at most " + DEEPEST + " levels");
                }
                if (depth == open.length) {
                    open = Arrays.copyOf(open, depth * 2);
                }
                open[depth++] = node;
                blanks();
                if (!isClosing(kind(node))) {
                    if (kind(node) == OBJECT) {
                        name();
                    }
                    continue;
                }
                close(open[--depth]);
            }
            while (true) {
                blanks();
                if (depth == 0) {
                    end();
                    return;
                }
                int kind = kind(open[depth - 1]);
                if (at < text.length && text[at] == ',') {
                    at++;
                    blanks();
                    if (kind == OBJECT) {
                        name();
                    }
                    break;
                }
                if (!isClosing(kind)) {
                    throw fault(kind == OBJECT ? "',' or '}'" : "',' or ']'");
                }
                close(open[--depth]);
            }
        }
    }

    private void end() throws LanguageException {
        if (at < text.length) {
            throw fault("the end");
        }
        nodes = Arrays.copyOf(nodes, size * NODE);
    }

    private boolean isClosing(int kind) {
        return at < text.length && text[at] == (kind == OBJECT ? '}' : ']');
    }

    private void close(int node) {
        at++;
        nodes[node * NODE + 2] = at;
        nodes[node * NODE + 3] = size;
    }

    private void name() throws LanguageException {
        if (at >= text.length || text[at] != '"') {
            throw fault("a name in quotation marks");
        }
        readString(NAME);
        blanks();
        if (at >= text.length || text[at] != ':') {
            throw fault("':'");
        }
        at++;
        blanks();
    }

    private int value() throws LanguageException {
        char c = at < text.length ? text[at] : 0;
        return switch (c) {
            case '{' -> add(OBJECT, at++, at);
            case '[' -> add(ARRAY, at++, at);
            case '"' -> readString(STRING);
            case 't' -> word("true", TRUE);
            case 'f' -> word("false", FALSE);
            case 'n' -> word("null", NULL);
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
            default -> throw fault("a value");
        };
    }

    private int add(int kind, int from, int end) {
        if (size * NODE == nodes.length) {
            nodes = Arrays.copyOf(nodes, nodes.length * 2);
        }
        int cell = size * NODE;
        nodes[cell] = kind;
        nodes[cell + 1] = from;
        nodes[cell + 2] = end;
        nodes[cell + 3] = ++size;
        return size - 1;
    }

    private int word(String word, int kind) throws LanguageException {
        for (int i = 0; i < word.length(); i++) {
            if (at + i >= text.length || text[at + i] != word.charAt(i)) {
                throw fault("a value");
            }
        }
        at += word.length();
        return add(kind, at - word.length(), at);
    }

    private int number() throws LanguageException {
        int from = at;
        if (text[at] == '-') {
            at++;
        }
        if (at < text.length && text[at] == '0') {
            at++;
        } else {
            digits();
        }
        if (at < text.length && text[at] == '.') {
            at++;
            digits();
        }
        if (at < text.length && (text[at] == 'e' || text[at] == 'E')) {
            at++;
            if (at < text.length && (text[at] == '-' || text[at] == '+')) {
                at++;
            }
            digits();
        }
        return add(NUMBER, from, at);
    }

    private void digits() throws LanguageException {
        int from = at;
        while (at < text.length && text[at] >= '0' && text[at] <= '9') {
            at++;
        }
        if (at == from) {
            throw fault("a digit");
        }
    }

    private int readString(int kind) throws LanguageException {
        int from = ++at;
        int flags = 0;
        char[] characters = text;
        int i = from;
        while (i < characters.length) {
            char c = characters[i];
            if (c == '"') {
                at = i + 1;
                return add(kind | flags, from, i);
            }
            if (c == '\\') {
                flags = HAS_ESCAPES;
                at = i;
                i = escape();
            } else if (c < ' ') {
                at = i;
                throw fault("an escape for this control character");
            } else {
                i++;
            }
        }
        at = i;
        throw fault("the closing '\"' of a string");
    }

    /// @return the place after the escape that starts at `at`
    private int escape() throws LanguageException {
        char c = at + 1 < text.length ? text[at + 1] : 0;
        if (c != 'u') {
            if ("\"\\/bfnrt".indexOf(c) < 0) {
                throw fault("an escape such as \\n or \\u0041");
            }
            return at + 2;
        }
        int unit = hex4(at + 2);
        if (unit < 0 || Character.isLowSurrogate((char) unit)) {
            throw fault("an escape such as \\u0041");
        }
        if (!Character.isHighSurrogate((char) unit)) {
            return at + 6;
        }
        boolean isPair = at + 7 < text.length && text[at + 6] == '\\' && text[at + 7] == 'u';
        int low = isPair ? hex4(at + 8) : -1;
        if (low < 0 || !Character.isLowSurrogate((char) low)) {
            throw fault("an escape with its low surrogate");
        }
        return at + 12;
    }

    private int hex4(int from) {
        if (from + 4 > text.length) {
            return -1;
        }
        int value = 0;
        for (int i = from; i < from + 4; i++) {
            int digit = text[i] < 128 ? Character.digit(text[i], 16) : -1;
            if (digit < 0) {
                return -1;
            }
            value = value << 4 | digit;
        }
        return value;
    }

    private void blanks() {
        while (at < text.length && (text[at] == ' ' || text[at] == '\n' || text[at] == '\r' || text[at] == '\t')) {
            at++;
        }
    }

    private LanguageException fault(String wanted) {
        String seen = at >= text.length ? "the end" : "'" + new String(text, at, Math.min(12, text.length - at)) + "'";
        return new LanguageException(0, "no JSON: character " + (at + 1) + " has " + seen + ", wanted " + wanted);
    }
}
