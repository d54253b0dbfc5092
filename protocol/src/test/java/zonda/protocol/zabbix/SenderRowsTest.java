package zonda.protocol.zabbix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SenderRowsTest {
    private static Envelope envelope(String json) throws JsonException {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        return Envelope.read(body, body.length);
    }

    private static List<String> rows(String data) throws JsonException {
        SenderRows rows = new SenderRows(envelope("{\"request\":\"sender data\",\"data\":[" + data + "]}"));
        List<String> read = new ArrayList<>();
        while (rows.next()) {
            read.add(
                    rows.isGood()
                            ? rows.host().text() + "|" + rows.key().text() + "|"
                                    + rows.value().text() + "|" + rows.seconds() + "|" + rows.nanos()
                                    + (rows.isNotSupported() ? "|none" : "")
                            : "bad");
        }
        return read;
    }

    @Test
    void readsWhatTheSenderSends() throws JsonException {
        // Captured from zabbix_sender 6.0.14 with -T -N.
        Envelope envelope =
                envelope("{\"request\":\"sender data\",\"data\":[{\"host\":\"h1\",\"key\":\"key\",\"value\":"
                        + "\"1\",\"clock\":1700000000,\"ns\":123456789},{\"host\":\"h1\",\"key\":\"key[a b]\",\"value\":\"2\","
                        + "\"clock\":1700000001,\"ns\":5}],\"clock\":1796098210,\"ns\":914141724}");
        assertThat(envelope.request()).isEqualTo("sender data");
        SenderRows rows = new SenderRows(envelope);
        assertThat(rows.next()).isTrue();
        assertThat(rows.host().text()).isEqualTo("h1");
        assertThat(rows.seconds()).isEqualTo(1_700_000_000L);
        assertThat(rows.nanos()).isEqualTo(123_456_789L);
        assertThat(rows.next()).isTrue();
        assertThat(rows.key().text()).isEqualTo("key[a b]");
        assertThat(rows.nanos()).isEqualTo(5L);
        assertThat(rows.next()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            quoteCharacter = '`',
            value = {
                "{\"host\":\"h\",\"key\":\"k\",\"value\":\"v\"} ! h|k|v|-1|-1",
                "{\"value\":\"v\",\"key\":\"k\",\"host\":\"h\",\"more\":{\"a\":[1,{}]}} ! h|k|v|-1|-1",
                "{\"host\":\"h\",\"key\":\"k\",\"value\":12.5e3} ! h|k|12.5e3|-1|-1",
                "{\"host\":\"h\",\"key\":\"k\",\"value\":true} ! h|k|true|-1|-1",
                "{\"host\":\"h\",\"key\":\"k\",\"value\":\"\"} ! h|k||-1|-1",
                "{\"host\":\"h\",\"key\":\"k\",\"value\":\"v\",\"clock\":\"7\"} ! h|k|v|7|-1",
                "{\"host\":\"h\",\"key\":\"k\",\"value\":\"v\",\"clock\":2147483647,\"ns\":\"999999999\"} !"
                        + " h|k|v|2147483647|999999999",
                "{\"host\":\"h\",\"key\":\"k\",\"value\":\"v\",\"ns\":5} ! h|k|v|-1|-1",
                "{\"host\":\"h\",\"key\":\"k\",\"value\":\"v\",\"clock\":null} ! h|k|v|-1|-1",
                "{\"host\":\"h\",\"host\":\"i\",\"key\":\"k\",\"value\":\"v\"} ! h|k|v|-1|-1",
                "{\"host\":\"h\",\"key\":\"k\",\"value\":\"gone\",\"state\":1} ! h|k|gone|-1|-1|none",
                "{\"host\":\"h\",\"key\":\"k\",\"value\":\"ZBX_NOTSUPPORTED\"} ! h|k|ZBX_NOTSUPPORTED|-1|-1|none",
                "{\"host\":\"h\",\"key\":\"k\"} ! bad",
                "{\"host\":\"h\",\"value\":\"v\"} ! bad",
                "{\"key\":\"k\",\"value\":\"v\"} ! bad",
                "{\"host\":\"h\",\"key\":\"k\",\"value\":null} ! bad",
                "{\"host\":\"h\",\"key\":\"k\",\"value\":[1]} ! bad",
                "{\"host\":\"h\",\"key\":\"k\",\"value\":\"v\",\"clock\":2147483648} ! bad",
                "{\"host\":\"h\",\"key\":\"k\",\"value\":\"v\",\"clock\":-1} ! bad",
                "{\"host\":\"h\",\"key\":\"k\",\"value\":\"v\",\"clock\":1.5} ! bad",
                "{\"host\":\"h\",\"key\":\"k\",\"value\":\"v\",\"clock\":\"\"} ! bad",
                "{\"host\":\"h\",\"key\":\"k\",\"value\":\"v\",\"clock\":5,\"ns\":1000000000} ! bad",
                "{} ! bad",
                "17 ! bad",
                "[[{}]] ! bad",
            })
    void aRowIsGoodOrBadByItself(String row, String wanted) throws JsonException {
        assertThat(rows(row)).containsExactly(wanted);
        String good = "{\"host\":\"x\",\"key\":\"y\",\"value\":\"z\",\"clock\":1,\"ns\":2}";
        assertThat(rows(good + "," + row + " , " + good)).containsExactly("x|y|z|1|2", wanted, "x|y|z|1|2");
    }

    @Test
    void escapesAreResolved() throws JsonException {
        assertThat(
                        rows(
                                "{\"host\":\"a\\\"b\\\\c\\/d\",\"key\":\"\\u00fc\\u20ac\\ud83d\\ude00\\t\",\"value\":\"ü€😀\\n\"}"))
                .containsExactly("a\"b\\c/d|ü€😀\t|ü€😀\n|-1|-1");
        assertThat(rows("{\"host\":\"\\ud83d\",\"key\":\"\\ud83dx\",\"value\":\"\\ude00\\ud83d\\u0041\"}"))
                .containsExactly("\uFFFD|\uFFFDx|\uFFFD\uFFFDA|-1|-1");
    }

    @Test
    void b7_65_aHugeTextIsReadWhole() throws JsonException {
        String huge = "0123456789abcdef".repeat(1 << 19);
        SenderRows rows = new SenderRows(
                envelope("{\"request\":\"sender data\",\"data\":[{\"host\":\"h\",\"key\":\"k\",\"value\":\"" + huge
                        + "\\n\"}]}"));
        assertThat(rows.next()).isTrue();
        assertThat(rows.value().length()).isEqualTo(huge.length() + 1);
        assertThat(rows.value().text()).isEqualTo(huge + "\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            quoteCharacter = '`',
            value = {
                "`` ! no JSON as wanted: the end at 0, wanted '{'",
                "[] ! '[' at 0, wanted '{'",
                "{} ! no field 'request', wanted one such as \"sender data\"",
                "{\"request\":7} x ! 'x' at 14, wanted nothing more",
                "{\"request\":\"a\" \"b\":1} ! '\"' at 15, wanted ',' or '}'",
                "{\"request\":\"a\",} ! '}' at 15, wanted '\"'",
                "{\"request\":\"a\\q\"} ! 'q' at 14, wanted an escape that JSON knows",
                "{\"request\":\"a\",\"data\":[01]} ! wanted a number without leading zeros",
                "{\"request\":\"a\",\"data\":[1.]} ! wanted digits behind the point",
                "{\"request\":\"a\",\"data\":[tru]} ! wanted a value",
                "{\"request\":\"a\",\"data\":[1,]} ! wanted a value",
                "{\"request\":\"a\",\"data\":[{\"a\" 1}]} ! wanted ':'",
                "{\"request\":\"\\u12g4\"} ! wanted four hexadecimal digits",
            })
    void whatIsNoRequestIsToldWithItsPlace(String json, String words) {
        assertThatThrownBy(() -> envelope(json))
                .isInstanceOf(JsonException.class)
                .hasMessageContaining(words);
    }

    @Test
    void nestingDoesNotOverflowTheStack() {
        assertThatThrownBy(() -> envelope("{\"request\":\"a\",\"x\":" + "[".repeat(1_000_000)))
                .isInstanceOf(JsonException.class)
                .hasMessageContaining("wanted at most 64 levels");
    }

    @Test
    void aRequestMayHaveItsDataFirstOrNone() throws JsonException {
        Envelope envelope = envelope(" {\"data\":[{}],\"clock\":1,\"request\":\"sender data\",\"request\":\"x\"} \n");
        assertThat(envelope.request()).isEqualTo("sender data");
        assertThat(envelope.dataAt()).isPositive();
        assertThat(envelope("{\"request\":\"sender data\"}").dataAt()).isEqualTo(-1);
        assertThat(envelope("{\"request\":\"sender data\",\"data\":{}}").dataAt())
                .isEqualTo(-1);
    }

    @Test
    void b7_69_theAnswerIsZabbixsOctetByOctetWhateverTheLocale() throws JsonException {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(SenderReply.counted(1, 0, 55_000).json())
                    .isEqualTo("{\"response\":\"success\",\"info\":\"processed: 1; failed: 0; total: 1; seconds spent:"
                            + " 0.000055\"}");
            assertThat(SenderReply.counted(0, 3, 0).info()).endsWith("total: 3; seconds spent: 0.000000");
            assertThat(SenderReply.counted(2, 3, 12_345_678_499L).info())
                    .isEqualTo("processed: 2; failed: 3; total: 5; seconds spent: 12.345678");
            assertThat(SenderReply.counted(2, 3, 1_999_999_500L).info()).endsWith(" 2.000000");
        } finally {
            Locale.setDefault(before);
        }
        // The regular expression of a client that is in use.
        Pattern client =
                Pattern.compile("processed: (\\d*); failed: (\\d*); total: (\\d*); seconds spent: (\\d*\\.\\d*)");
        SenderReply reply = SenderReply.counted(12, 3, 3_000_000_000L);
        assertThat(client.matcher(reply.info()).matches()).isTrue();
        byte[] json = reply.json().getBytes(StandardCharsets.UTF_8);
        assertThat(SenderReply.read(json, json.length)).isEqualTo(reply);
    }

    @Test
    void aRefusalIsToldWithItsReason() throws JsonException {
        SenderReply refused = SenderReply.refused("a \"b\"\\\n");
        assertThat(refused.json()).isEqualTo("{\"response\":\"failed\",\"info\":\"a \\\"b\\\"\\\\\\u000a\"}");
        byte[] json = refused.json().getBytes(StandardCharsets.UTF_8);
        assertThat(SenderReply.read(json, json.length)).isEqualTo(refused);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void whateverArrivesNothingButItsOwnExceptionIsThrown(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] whole =
                ("{\"request\":\"sender data\",\"data\":[{\"host\":\"h\\u00fc\\ud83d\\ude00\",\"key\":\"k[\\\"a\\\"]\","
                                + "\"value\":-1.5e+3,\"clock\":1700000000,\"ns\":\"5\",\"state\":1},{\"host\":null,\"x\":[{}]}],"
                                + "\"clock\":1,\"ns\":2}")
                        .getBytes(StandardCharsets.UTF_8);
        byte[] alphabet = "{}[]\",:\\u0123456789abtrfnls-+.eE \u0000\u0001".getBytes(StandardCharsets.UTF_8);
        int good = 0;
        for (int i = 0; i < 30_000; i++) {
            byte[] bytes = whole.clone();
            int changes = random.nextInt(5);
            for (int change = 0; change < changes; change++) {
                int at = random.nextInt(bytes.length);
                bytes[at] = random.nextBoolean() ? (byte) random.nextInt() : alphabet[random.nextInt(alphabet.length)];
            }
            int length = random.nextInt(8) == 0 ? random.nextInt(bytes.length) : bytes.length;
            try {
                Envelope envelope = Envelope.read(bytes, length);
                if (envelope.dataAt() >= 0) {
                    SenderRows rows = new SenderRows(envelope);
                    while (rows.next()) {
                        good += rows.isGood()
                                ? rows.value().text().length()
                                        + rows.host().text().length()
                                : 0;
                    }
                }
            } catch (JsonException e) {
                assertThat(e.getMessage()).contains("wanted");
            } catch (RuntimeException e) {
                fail("seed " + seed + ", mutation " + i, e);
            }
        }
        assertThat(good).as("some are still requests").isPositive();
    }
}
