package zonda.protocol.zabbix;

import java.nio.charset.StandardCharsets;

/// What a request is about: the fields around its data. The text is checked to be JSON to its end,
/// so that whoever reads the data later meets no surprise.
///
/// @param body the request's text
/// @param bodyBytes its length
/// @param request the word of field `request`, such as `sender data`
/// @param dataAt where the array of field `data` begins, behind its `[`; -1 where there is none
public record Envelope(byte[] body, int bodyBytes, String request, int dataAt) {
    private static final byte[] REQUEST = "request".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DATA = "data".getBytes(StandardCharsets.US_ASCII);
    private static final int LONGEST_REQUEST = 64;

    /// Reads a request. Of a field that stands there twice the first counts.
    ///
    /// @throws JsonException when it is no JSON object with a text `request`
    public static Envelope read(byte[] body, int bodyBytes) throws JsonException {
        JsonCursor cursor = new JsonCursor(body, 0, bodyBytes);
        Slice name = new Slice();
        Slice request = new Slice();
        Slice other = new Slice();
        int dataAt = -1;
        cursor.expect('{');
        for (boolean isFirst = true; cursor.hasNext('}', isFirst); isFirst = false) {
            cursor.string(name);
            cursor.expect(':');
            if (name.is(REQUEST)) {
                cursor.scalar(request.isThere() ? other : request);
            } else {
                boolean isData = dataAt < 0 && name.is(DATA) && cursor.peek() == '[';
                dataAt = isData ? cursor.at() + 1 : dataAt;
                cursor.skip();
            }
        }
        cursor.expectEnd();
        if (!request.isThere()) {
            throw new JsonException("no field 'request', wanted one such as \"sender data\"");
        }
        String word = request.text();
        return new Envelope(body, bodyBytes, word.substring(0, Math.min(word.length(), LONGEST_REQUEST)), dataAt);
    }
}
