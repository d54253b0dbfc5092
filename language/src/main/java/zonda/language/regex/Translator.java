package zonda.language.regex;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import zonda.language.LanguageException;

/// Rewrites a PCRE pattern for `java.util.regex`. One use, one thread.
///
/// What differs: POSIX classes; `[`, `&&`, blanks and `#` within classes, a `]` that comes first
/// there; `{` that is no quantifier; `\K`; names of groups and how they are referred to; octal and
/// unknown escapes; `\N`; names of scripts; comments; options at the start. Recursion, conditions,
/// verbs, callouts and branch resets do not exist in Java and are refused.
final class Translator {
    private final String text;
    private final StringBuilder out = new StringBuilder();
    private final Map<String, String> names = new LinkedHashMap<>();
    private int at;
    private int groups;
    private int keepOutGroup;

    Translator(String text) {
        this.text = text;
    }

    int keepOutGroup() {
        return keepOutGroup;
    }

    String translate() throws LanguageException {
        if (text.contains("\\K")) {
            keepOutGroup = groupsBeforeKeepOut() + 1;
        }
        while (text.startsWith("(*", at)) {
            skipOption();
        }
        while (at < text.length()) {
            char c = text.charAt(at);
            switch (c) {
                case '\\' -> escape();
                case '[' -> characterClass();
                case '(' -> group();
                case '{' -> {
                    out.append(isQuantifier() ? "{" : "\\{");
                    at++;
                }
                default -> {
                    out.append(c);
                    at++;
                }
            }
        }
        return out.toString();
    }

    /// `(*UTF8)` and its like say what holds anyway.
    private void skipOption() throws LanguageException {
        int end = text.indexOf(')', at);
        String option = end < 0 ? "" : text.substring(at + 2, end);
        at = switch (option) {
            case "UTF8", "UTF", "LF", "NO_START_OPT", "NO_AUTO_POSSESS" -> end + 1;
            default -> throw new LanguageException(0, "has '(*" + option + "', which is not supported");
        };
    }

    /// How many groups open before the first `\K`, found by a plain look over the pattern; -1 where
    /// there is none.
    private int groupsBeforeKeepOut() {
        int count = 0;
        boolean inClass = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                if (!inClass && text.startsWith("\\K", i)) {
                    return count;
                }
                i++;
            } else if (inClass) {
                inClass = c != ']';
            } else if (c == '[') {
                inClass = true;
                i += text.startsWith("^]", i + 1) ? 2 : text.startsWith("]", i + 1) ? 1 : 0;
            } else if (c == '(' && captures(i)) {
                count++;
            }
        }
        return -1;
    }

    private boolean captures(int from) {
        return !text.startsWith("(?", from) && !text.startsWith("(*", from)
                || text.startsWith("(?P<", from)
                || text.startsWith("(?'", from)
                || (text.startsWith("(?<", from) && !text.startsWith("(?<=", from) && !text.startsWith("(?<!", from));
    }

    private boolean isQuantifier() {
        int i = at + 1;
        int digits = i;
        while (i < text.length() && isDigit(text.charAt(i))) {
            i++;
        }
        if (i == digits) {
            return false;
        }
        if (i < text.length() && text.charAt(i) == ',') {
            i++;
            while (i < text.length() && isDigit(text.charAt(i))) {
                i++;
            }
        }
        return i < text.length() && text.charAt(i) == '}';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private void group() throws LanguageException {
        if (text.startsWith("(?#", at)) {
            int end = text.indexOf(')', at);
            if (end < 0) {
                throw new LanguageException(0, "has a comment that is not closed");
            }
            at = end + 1;
            return;
        }
        if (text.startsWith("(*", at)) {
            throw new LanguageException(0, "has a verb '(*', which is not supported");
        }
        if (!text.startsWith("(?", at)) {
            groups++;
            out.append('(');
            at++;
            return;
        }
        char kind = at + 2 < text.length() ? text.charAt(at + 2) : 0;
        switch (kind) {
            case 'P' -> python();
            case '\'' -> named(at + 3, '\'');
            case '<' -> {
                if (text.startsWith("(?<=", at) || text.startsWith("(?<!", at)) {
                    out.append(text, at, at + 4);
                    at += 4;
                } else {
                    named(at + 3, '>');
                }
            }
            case ':', '=', '!', '>' -> {
                out.append(text, at, at + 3);
                at += 3;
            }
            case '|', '(', 'R', '&', 'C', '+', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' ->
                throw new LanguageException(
                        0, "has '(?" + kind + "' (recursion, a condition or a branch reset), which is not supported");
            default -> flags();
        }
    }

    private void python() throws LanguageException {
        if (text.startsWith("(?P<", at)) {
            named(at + 4, '>');
        } else if (text.startsWith("(?P=", at)) {
            int end = text.indexOf(')', at);
            if (end < 0) {
                throw new LanguageException(0, "has a reference that is not closed");
            }
            reference(text.substring(at + 4, end));
            at = end + 1;
        } else {
            throw new LanguageException(0, "has '(?P', wanted '(?P<name>' or '(?P=name)'");
        }
    }

    private void named(int from, char closing) throws LanguageException {
        int end = text.indexOf(closing, from);
        if (end <= from) {
            throw new LanguageException(0, "has a group's name that is empty or not closed");
        }
        groups++;
        out.append("(?<").append(javaName(text.substring(from, end))).append('>');
        at = end + 1;
    }

    /// Names in Java have letters and digits only.
    private String javaName(String name) throws LanguageException {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (!Character.isLetterOrDigit(c) && c != '_') {
                throw new LanguageException(0, "has the group's name '" + name + "', wanted letters, digits and '_'");
            }
        }
        return names.computeIfAbsent(name, _ -> "g" + names.size() + "n");
    }

    private void reference(String name) throws LanguageException {
        String known = names.get(name);
        if (known == null) {
            throw new LanguageException(0, "refers to the group '" + name + "', which is none before it");
        }
        out.append("\\k<").append(known).append('>');
    }

    /// Options such as `(?i)`, `(?s-x:`.
    private void flags() throws LanguageException {
        int end = at + 2;
        StringBuilder kept = new StringBuilder();
        while (end < text.length() && text.charAt(end) != ')' && text.charAt(end) != ':') {
            char c = text.charAt(end++);
            if ("imsx-".indexOf(c) >= 0) {
                kept.append(c);
            } else if (c != 'J') {
                throw new LanguageException(0, "has the option '(?" + c + "', which is not supported");
            }
        }
        if (end == text.length()) {
            throw new LanguageException(0, "has an option that is not closed");
        }
        boolean isEmpty = kept.isEmpty() || kept.toString().equals("-");
        if (!isEmpty || text.charAt(end) == ':') {
            out.append("(?").append(isEmpty ? "" : kept).append(text.charAt(end));
        }
        at = end + 1;
    }

    private void escape() throws LanguageException {
        if (at + 1 == text.length()) {
            throw new LanguageException(0, "ends with a backslash");
        }
        char c = text.charAt(at + 1);
        switch (c) {
            case 'K' -> {
                if (groups + 1 == keepOutGroup) {
                    groups++;
                    out.append("()");
                }
                at += 2;
            }
            case 'N' -> {
                out.append("[^\\n]");
                at += 2;
            }
            case 'Q' -> quotation();
            case 'E' -> at += 2;
            case 'g' -> groupReference();
            case 'k' -> namedReference();
            case '0' -> octal(at + 2, 2);
            case '1', '2', '3', '4', '5', '6', '7', '8', '9' -> numberedReference();
            case 'o' -> bracedOctal();
            case 'p', 'P' -> property();
            case 'x' -> hexadecimal();
            default -> {
                boolean isKnown = "abBcdDefAGhHnrRsStvVwWXzZ".indexOf(c) >= 0;
                boolean isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
                if (isKnown && c == 'c' && at + 2 < text.length()) {
                    out.append(text, at, at + 3);
                    at += 3;
                } else {
                    // An unknown letter stands for itself, as it does in PCRE.
                    out.append(isLetter && !isKnown ? "" : "\\").append(c);
                    at += 2;
                }
            }
        }
    }

    private void quotation() {
        int end = text.indexOf("\\E", at + 2);
        int close = end < 0 ? text.length() : end;
        for (int i = at + 2; i < close; i++) {
            literal(text.charAt(i));
        }
        at = end < 0 ? close : close + 2;
    }

    private void literal(char c) {
        boolean isPlain = Character.isLetterOrDigit(c) || c > 0x7F || c == '_';
        out.append(isPlain ? "" : "\\").append(c);
    }

    private void numberedReference() {
        int from = at + 1;
        int end = from;
        while (end < text.length() && end < from + 3 && isDigit(text.charAt(end))) {
            end++;
        }
        int number = Integer.parseInt(text.substring(from, end));
        if (number > 9 && number > groups && isOctal(text.charAt(from))) {
            octal(from, 3);
            return;
        }
        at = end;
        reference(number);
    }

    private static boolean isOctal(char c) {
        return c >= '0' && c <= '7';
    }

    private void reference(int group) {
        int translated = keepOutGroup > 0 && group >= keepOutGroup ? group + 1 : group;
        // A group of its own, so that digits behind it are none of the number.
        out.append("(?:\\").append(translated).append(')');
    }

    private void groupReference() throws LanguageException {
        int from = at + 2;
        boolean isBraced = text.startsWith("{", from);
        int end = isBraced ? text.indexOf('}', from) : from;
        if (isBraced) {
            from++;
        } else {
            while (end < text.length() && (isDigit(text.charAt(end)) || (end == from && text.charAt(end) == '-'))) {
                end++;
            }
        }
        if (end <= from) {
            throw new LanguageException(0, "has '\\g' without a group");
        }
        String name = text.substring(from, end);
        at = isBraced ? end + 1 : end;
        boolean isNumber = name.length() < 5 && name.matches("-?[0-9]+");
        if (!isNumber) {
            reference(name);
            return;
        }
        int number = Integer.parseInt(name);
        int before = keepOutGroup > 0 && groups >= keepOutGroup ? groups - 1 : groups;
        int meant = number < 0 ? before + 1 + number : number;
        if (meant < 1) {
            throw new LanguageException(0, "refers to the group " + name + ", which is none");
        }
        reference(meant);
    }

    private void namedReference() throws LanguageException {
        char opening = at + 2 < text.length() ? text.charAt(at + 2) : 0;
        char closing = opening == '<' ? '>' : opening == '{' ? '}' : opening == '\'' ? '\'' : 0;
        int end = closing == 0 ? -1 : text.indexOf(closing, at + 3);
        if (end < 0) {
            throw new LanguageException(0, "has '\\k' without a group's name");
        }
        reference(text.substring(at + 3, end));
        at = end + 1;
    }

    /// Octal digits from a place on, at most so many.
    private void octal(int from, int most) {
        int end = from;
        int value = 0;
        while (end < text.length() && end < from + most && isOctal(text.charAt(end))) {
            value = value * 8 + text.charAt(end++) - '0';
        }
        code(value);
        at = end;
    }

    private void bracedOctal() throws LanguageException {
        int end = text.indexOf('}', at);
        if (!text.startsWith("{", at + 2)
                || end < 0
                || !text.substring(at + 3, end).matches("[0-7]{1,7}")) {
            throw new LanguageException(0, "has '\\o', wanted octal digits in braces");
        }
        code(Integer.parseInt(text.substring(at + 3, end), 8));
        at = end + 1;
    }

    private void hexadecimal() throws LanguageException {
        int from = at + 2;
        int end;
        if (text.startsWith("{", from)) {
            end = text.indexOf('}', from);
            if (end < 0 || !text.substring(from + 1, end).matches("[0-9a-fA-F]{1,6}")) {
                throw new LanguageException(0, "has '\\x{', wanted hexadecimal digits");
            }
            code(Integer.parseInt(text.substring(from + 1, end), 16));
            at = end + 1;
            return;
        }
        end = from;
        while (end < text.length() && end < from + 2 && Character.digit(text.charAt(end), 16) >= 0) {
            end++;
        }
        code(end == from ? 0 : Integer.parseInt(text.substring(from, end), 16));
        at = end;
    }

    private void code(int point) {
        out.append("\\x{").append(Integer.toHexString(point)).append('}');
    }

    private void property() throws LanguageException {
        boolean isBraced = text.startsWith("{", at + 2);
        int end = isBraced ? text.indexOf('}', at) : Math.min(at + 2, text.length() - 1);
        if (end < at + 2) {
            throw new LanguageException(0, "has '\\p' without a property");
        }
        String name = isBraced ? text.substring(at + 3, end) : text.substring(at + 2, end + 1);
        boolean isNegated = (text.charAt(at + 1) == 'P') ^ name.startsWith("^");
        String bare = name.startsWith("^") ? name.substring(1) : name;
        at = end + 1;
        if (bare.equals("Any")) {
            out.append(isNegated ? "[^\\x{0}-\\x{10FFFF}]" : "[\\x{0}-\\x{10FFFF}]");
            return;
        }
        String java = switch (bare) {
            case "L&" -> "LC";
            case "Xan" -> "IsAlphabetic";
            case "Xsp", "Xps" -> "IsWhite_Space";
            default -> bare.length() > 2 ? "Is" + bare : bare;
        };
        out.append(isNegated ? "\\P{" : "\\p{").append(java).append('}');
    }

    private void characterClass() throws LanguageException {
        out.append('[');
        at++;
        if (at < text.length() && text.charAt(at) == '^') {
            out.append('^');
            at++;
        }
        if (at < text.length() && text.charAt(at) == ']') {
            out.append("\\]");
            at++;
        }
        while (at < text.length() && text.charAt(at) != ']') {
            member();
        }
        if (at == text.length()) {
            throw new LanguageException(0, "has a '[' that is not closed");
        }
        out.append(']');
        at++;
    }

    private void member() throws LanguageException {
        char c = text.charAt(at);
        if (c == '[') {
            if (text.startsWith("[:", at)) {
                int end = text.indexOf(":]", at + 2);
                if (end > 0 && text.substring(at + 2, end).matches("\\^?[a-z]+")) {
                    posix(text.substring(at + 2, end));
                    at = end + 2;
                    return;
                }
            }
            out.append("\\[");
            at++;
        } else if (c == '\\') {
            classEscape();
        } else if (c == '&' || c == '^' || c == '#' || c <= ' ') {
            out.append('\\').append(c);
            at++;
        } else if (c == '-') {
            out.append(isLiteralMinus() ? "\\-" : "-");
            at++;
        } else {
            out.append(c);
            at++;
        }
    }

    /// Before or behind a class such as `\w`, and at either end, a minus is just that.
    private boolean isLiteralMinus() {
        char before = text.charAt(at - 1);
        boolean isFirst = before == '[' || before == '^';
        boolean isBehindClass = (at > 1 && text.charAt(at - 2) == '\\' && "dDwWsShHvV".indexOf(before) >= 0)
                || text.startsWith(":]", at - 2);
        boolean isBeforeClass = text.startsWith("[:", at + 1)
                || (text.startsWith("\\", at + 1)
                        && at + 2 < text.length()
                        && "dDwWsShHvV".indexOf(text.charAt(at + 2)) >= 0);
        return isFirst || isBehindClass || isBeforeClass || text.startsWith("]", at + 1);
    }

    private void posix(String name) throws LanguageException {
        boolean isNegated = name.startsWith("^");
        String bare = isNegated ? name.substring(1) : name;
        String java = switch (bare) {
            case "alpha" -> "Alpha";
            case "digit" -> "Digit";
            case "alnum" -> "Alnum";
            case "upper" -> "Upper";
            case "lower" -> "Lower";
            case "punct" -> "Punct";
            case "graph" -> "Graph";
            case "print" -> "Print";
            case "blank" -> "Blank";
            case "cntrl" -> "Cntrl";
            case "xdigit" -> "XDigit";
            case "space" -> "Space";
            case "ascii" -> "ASCII";
            case "word" -> "";
            default ->
                throw new LanguageException(
                        0, "has the class [:" + bare.toLowerCase(Locale.ROOT) + ":], which is none");
        };
        if (java.isEmpty()) {
            out.append(isNegated ? "\\W" : "\\w");
        } else {
            out.append(isNegated ? "\\P{" : "\\p{").append(java).append('}');
        }
    }

    private void classEscape() throws LanguageException {
        if (at + 1 == text.length()) {
            throw new LanguageException(0, "ends with a backslash");
        }
        char c = text.charAt(at + 1);
        switch (c) {
            case 'b' -> {
                code(8);
                at += 2;
            }
            case 'x' -> hexadecimal();
            case 'o' -> bracedOctal();
            case 'p', 'P' -> property();
            case '0', '1', '2', '3', '4', '5', '6', '7' -> octal(at + 1, 3);
            case 'Q' -> quotation();
            case 'E' -> at += 2;
            case 'c' -> {
                out.append(text, at, Math.min(at + 3, text.length()));
                at = Math.min(at + 3, text.length());
            }
            default -> {
                boolean isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
                boolean isKnown = "adDefhHnrsStvVwW".indexOf(c) >= 0;
                out.append(isLetter && !isKnown ? "" : c == '8' || c == '9' ? "" : "\\")
                        .append(c);
                at += 2;
            }
        }
    }
}
