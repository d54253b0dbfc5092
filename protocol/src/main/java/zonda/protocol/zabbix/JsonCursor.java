package zonda.protocol.zabbix;

/// Walks over JSON (RFC 8259) in UTF-8 without making a tree: one pass, no allocation but for texts
/// with escapes, and no recursion, so that no nesting overflows the stack.
final class JsonCursor {
    private static final int DEEPEST = 64;
    private static final int REPLACEMENT = 0xFFFD;

    private final byte[] text;
    private final int end;
    private int at;
    private long objects;

    JsonCursor(byte[] text, int from, int end) {
        this.text = text;
        this.at = from;
        this.end = end;
    }

    /// Where the next octet is read.
    int at() {
        return at;
    }

    /// The next octet that is no blank, not consumed; 0 at the end.
    int peek() {
        while (at < end && isBlank(text[at])) {
            at++;
        }
        return at < end ? text[at] : 0;
    }

    private static boolean isBlank(byte octet) {
        return octet == ' ' || octet == '\n' || octet == '\r' || octet == '\t';
    }

    /// Consumes an octet that must come next.
    void expect(char wanted) throws JsonException {
        if (peek() != wanted) {
            throw fault("'" + wanted + "'");
        }
        at++;
    }

    /// Goes to the next element of an object or array whose opening was consumed.
    ///
    /// @param isFirst whether none came before
    /// @return false when it ends here; its end is consumed
    boolean hasNext(char closing, boolean isFirst) throws JsonException {
        int next = peek();
        if (next == closing) {
            at++;
            return false;
        }
        if (!isFirst) {
            if (next != ',') {
                throw fault("',' or '" + closing + "'");
            }
            at++;
        }
        return true;
    }

    /// Reads a text.
    void string(Slice into) throws JsonException {
        expect('"');
        int from = at;
        while (at < end) {
            byte octet = text[at];
            if (octet == '"') {
                into.set(text, from, at - from);
                at++;
                return;
            }
            if (octet == '\\') {
                into.startOwn(text, from, at - from, at - from + 32);
                unescape(into);
                return;
            }
            if (octet >= 0 && octet < ' ') {
                throw fault("no control character in a text");
            }
            at++;
        }
        throw fault("the text's end");
    }

    private void unescape(Slice into) throws JsonException {
        while (at < end) {
            byte octet = text[at];
            if (octet == '"') {
                at++;
                return;
            }
            if (octet >= 0 && octet < ' ') {
                throw fault("no control character in a text");
            }
            at++;
            if (octet != '\\') {
                into.append(octet);
                continue;
            }
            escape(into);
        }
        throw fault("the text's end");
    }

    private void escape(Slice into) throws JsonException {
        int kind = at < end ? text[at++] : 0;
        switch (kind) {
            case '"', '\\', '/' -> into.append(kind);
            case 'b' -> into.append('\b');
            case 'f' -> into.append('\f');
            case 'n' -> into.append('\n');
            case 'r' -> into.append('\r');
            case 't' -> into.append('\t');
            case 'u' -> into.appendCodePoint(codePoint());
            default -> {
                at--;
                throw fault("an escape that JSON knows");
            }
        }
    }

    /// The code point of an escape whose `\\u` is consumed, and of its second half where it is the
    /// first of a pair; one that stands alone becomes U+FFFD.
    private int codePoint() throws JsonException {
        int unit = hex();
        if (unit < 0xD800 || unit > 0xDFFF) {
            return unit;
        }
        boolean pairs = unit <= 0xDBFF && at + 1 < end && text[at] == '\\' && text[at + 1] == 'u';
        if (!pairs) {
            return REPLACEMENT;
        }
        int before = at;
        at += 2;
        int second = hex();
        if (second < 0xDC00 || second > 0xDFFF) {
            at = before;
            return REPLACEMENT;
        }
        return 0x1_0000 + ((unit - 0xD800) << 10) + (second - 0xDC00);
    }

    private int hex() throws JsonException {
        int value = 0;
        for (int i = 0; i < 4; i++) {
            int digit = at < end ? Character.digit(text[at], 16) : -1;
            if (digit < 0) {
                throw fault("four hexadecimal digits");
            }
            value = value << 4 | digit;
            at++;
        }
        return value;
    }

    /// Reads a value that is no object and no array, as its text; of others, and of null, it reads
    /// past.
    ///
    /// @param into is left empty, as not there, for those others
    void scalar(Slice into) throws JsonException {
        into.clear();
        switch (peek()) {
            case '"' -> string(into);
            case '{', '[' -> skip();
            case 'n' -> word("null");
            case 't' -> {
                word("true");
                into.set(text, at - 4, 4);
            }
            case 'f' -> {
                word("false");
                into.set(text, at - 5, 5);
            }
            default -> {
                int from = at;
                number();
                into.set(text, from, at - from);
            }
        }
    }

    private void word(String wanted) throws JsonException {
        for (int i = 0; i < wanted.length(); i++) {
            if (at + i >= end || text[at + i] != wanted.charAt(i)) {
                throw fault("a value");
            }
        }
        at += wanted.length();
    }

    private void number() throws JsonException {
        if (at < end && text[at] == '-') {
            at++;
        }
        int whole = digits();
        if (whole == 0) {
            throw fault("a value");
        }
        if (whole > 1 && text[at - whole] == '0') {
            throw fault("a number without leading zeros");
        }
        if (at < end && text[at] == '.') {
            at++;
            if (digits() == 0) {
                throw fault("digits behind the point");
            }
        }
        if (at < end && (text[at] == 'e' || text[at] == 'E')) {
            at++;
            if (at < end && (text[at] == '-' || text[at] == '+')) {
                at++;
            }
            if (digits() == 0) {
                throw fault("digits of the exponent");
            }
        }
    }

    private int digits() {
        int from = at;
        while (at < end && text[at] >= '0' && text[at] <= '9') {
            at++;
        }
        return at - from;
    }

    /// Reads past one value of any kind, checking that it is JSON.
    void skip() throws JsonException {
        int depth = 0;
        objects = 0;
        boolean isFirst = true;
        while (true) {
            if (depth > 0) {
                boolean inObject = (objects >>> (depth - 1) & 1) != 0;
                if (!hasNext(inObject ? '}' : ']', isFirst)) {
                    depth--;
                    if (depth == 0) {
                        return;
                    }
                    isFirst = false;
                    continue;
                }
                if (inObject) {
                    skipString();
                    expect(':');
                }
            }
            int next = peek();
            if (next == '{' || next == '[') {
                if (depth == DEEPEST) {
                    throw fault("at most " + DEEPEST + " levels");
                }
                long bit = 1L << depth;
                objects = next == '{' ? objects | bit : objects & ~bit;
                depth++;
                at++;
                isFirst = true;
                continue;
            }
            skipScalar(next);
            if (depth == 0) {
                return;
            }
            isFirst = false;
        }
    }

    private void skipScalar(int next) throws JsonException {
        switch (next) {
            case '"' -> skipString();
            case 'n' -> word("null");
            case 't' -> word("true");
            case 'f' -> word("false");
            default -> number();
        }
    }

    private void skipString() throws JsonException {
        expect('"');
        while (at < end) {
            byte octet = text[at++];
            if (octet == '"') {
                return;
            }
            if (octet >= 0 && octet < ' ') {
                at--;
                throw fault("no control character in a text");
            }
            if (octet == '\\') {
                skipEscape();
            }
        }
        throw fault("the text's end");
    }

    private void skipEscape() throws JsonException {
        int kind = at < end ? text[at++] : 0;
        if (kind == 'u') {
            hex();
        } else if ("\"\\/bfnrt".indexOf(kind) < 0 || kind == 0) {
            at--;
            throw fault("an escape that JSON knows");
        }
    }

    /// The whole text must end here.
    void expectEnd() throws JsonException {
        peek();
        if (at < end) {
            throw fault("nothing more");
        }
    }

    JsonException fault(String wanted) {
        String seen;
        if (at >= end) {
            seen = "the end";
        } else if (text[at] > ' ' && text[at] < 0x7F) {
            seen = "'" + (char) text[at] + "'";
        } else {
            seen = "octet 0x" + Integer.toHexString(text[at] & 0xFF);
        }
        return new JsonException("no JSON as wanted: " + seen + " at " + at + ", wanted " + wanted);
    }
}
