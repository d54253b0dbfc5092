package zonda.protocol.zabbix;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The answer to `sender data`. Clients read it with regular expressions of their own, so its text
/// is the server's of Zabbix, octet by octet: `{"response":"success","info":"processed: 1; failed:
/// 0; total: 1; seconds spent: 0.000055"}`, six digits behind a point whatever the locale.
///
/// @param processed values that were taken
/// @param failed values that were not
/// @param info the whole text for people
public record SenderReply(boolean isSuccess, long processed, long failed, String info) {
    private static final byte[] RESPONSE = "response".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] INFO = "info".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] SUCCESS = "success".getBytes(StandardCharsets.US_ASCII);
    private static final Pattern FORM =
            Pattern.compile("processed: ([0-9]{1,18}); failed: ([0-9]{1,18}); total: [0-9]{1,18}; seconds spent: .*");

    /// The answer to a request whose values were counted.
    public static SenderReply counted(long processed, long failed, long spentNanos) {
        long micros = (spentNanos + 500) / 1_000;
        String fraction = Long.toString(1_000_000 + micros % 1_000_000).substring(1);
        return new SenderReply(
                true,
                processed,
                failed,
                "processed: " + processed + "; failed: " + failed + "; total: " + (processed + failed)
                        + "; seconds spent: " + micros / 1_000_000 + "." + fraction);
    }

    /// The answer to a request of which nothing could be taken.
    public static SenderReply refused(String reason) {
        return new SenderReply(false, 0, 0, reason);
    }

    /// As it travels.
    public String json() {
        StringBuilder out = new StringBuilder(info.length() + 48);
        out.append("{\"response\":\"").append(isSuccess ? "success" : "failed").append("\",\"info\":\"");
        for (int i = 0; i < info.length(); i++) {
            char c = info.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ') {
                out.append("\\u00").append(Character.forDigit(c >> 4, 16)).append(Character.forDigit(c & 15, 16));
            } else {
                out.append(c);
            }
        }
        return out.append("\"}").toString();
    }

    /// Reads an answer, as a client does.
    ///
    /// @throws JsonException when it is none
    public static SenderReply read(byte[] body, int bodyBytes) throws JsonException {
        JsonCursor cursor = new JsonCursor(body, 0, bodyBytes);
        Slice name = new Slice();
        Slice response = new Slice();
        Slice info = new Slice();
        Slice other = new Slice();
        cursor.expect('{');
        for (boolean isFirst = true; cursor.hasNext('}', isFirst); isFirst = false) {
            cursor.string(name);
            cursor.expect(':');
            cursor.scalar(name.is(RESPONSE) ? response : name.is(INFO) ? info : other);
        }
        cursor.expectEnd();
        if (!response.isThere()) {
            throw new JsonException("no field 'response', wanted one");
        }
        String text = info.text();
        Matcher counts = FORM.matcher(text);
        boolean isSuccess = response.is(SUCCESS);
        if (!counts.matches()) {
            return new SenderReply(isSuccess, 0, 0, text);
        }
        return new SenderReply(isSuccess, Long.parseLong(counts.group(1)), Long.parseLong(counts.group(2)), text);
    }
}
