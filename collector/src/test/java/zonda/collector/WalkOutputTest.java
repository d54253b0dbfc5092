package zonda.collector;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.MessageDecoder;
import zonda.protocol.snmp.Oid;
import zonda.protocol.snmp.ResponseEncoder;

class WalkOutputTest {
    private static String output(String plan, int tag, byte[] value) {
        ResponseEncoder encoder = new ResponseEncoder();
        encoder.octets(Oid.parse("1.3.6.1.5").encoded(), tag, value);
        encoder.finish(Ber.VERSION_2C, new byte[0], Ber.RESPONSE, 1, 0, 0);
        MessageDecoder decoder = new MessageDecoder();
        assertThat(decoder.open(encoder.buffer(), encoder.offset(), encoder.size()))
                .isTrue();
        assertThat(decoder.next()).isTrue();
        WalkOutput output = new WalkOutput(WalkPlan.parse(plan));
        output.row(0, decoder);
        return output.value();
    }

    /// The lines of `snmpwalk -m '' -On`, by hand.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "2  | FF | INTEGER: -1",
                "65 | 80000001 | Counter32: 2147483649",
                "66 | 00FFFFFFFF | Gauge32: 4294967295",
                "67 | 083E | Timeticks: (2110) 0:00:21.10",
                "67 | 01000000 | Timeticks: (16777216) 1 day, 22:36:12.16",
                "70 | FFFFFFFFFFFFFFFF | Counter64: 18446744073709551615",
                "64 | 7F000001 | IpAddress: 127.0.0.1",
                "6  | 2B060104 | OID: .1.3.6.1.4",
                "4  | 6C6F | STRING: \"lo\"",
                "4  | 61225C62 | STRING: \"a\\\"\\\\b\"",
                "4  | 000C29 | Hex-STRING: 00 0C 29",
                "4  | ~~ | \"\"",
                "68 | 010203 | OPAQUE: 01 02 03",
                "5  | ~~ | NULL",
            })
    void printsALine(int tag, String hex, String line) {
        assertThat(output("walk[1.3.6.1]", tag, HexFormat.of().parseHex(hex.strip())))
                .isEqualTo(".1.3.6.1.5 = " + line.strip());
    }

    @Test
    void discoversTextsAsTheyAreAndOctetsInHexadecimal() {
        String plan = "discovery[{#A},1.3.6.1]";
        assertThat(output(plan, Ber.OCTET_STRING, "Köln \"1\"\n".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo("[{\"{#SNMPINDEX}\":\"5\",\"{#A}\":\"Köln \\\"1\\\"\\n\"}]");
        assertThat(output(plan, Ber.OCTET_STRING, new byte[] {(byte) 0xC3, 0x28, 0x41}))
                .isEqualTo("[{\"{#SNMPINDEX}\":\"5\",\"{#A}\":\"C3 28 41\"}]");
        assertThat(output(plan, Ber.IP_ADDRESS, new byte[] {10, 0, 0, 1})).contains("10.0.0.1");
    }
}
