package zonda.server.snmp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.Oid;
import zonda.protocol.snmp.Varbind;

class AnonymizerTest {
    private static Varbind text(String name, String value) {
        return new Varbind(Oid.parse(name), Ber.OCTET_STRING, value.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static Varbind octets(String name, int tag, String hexadecimal) {
        return new Varbind(Oid.parse(name), tag, HexFormat.of().parseHex(hexadecimal));
    }

    private static List<String> clean(Varbind... rows) {
        return Anonymizer.of(List.of(rows)).stream().map(SnmprecText::of).toList();
    }

    @Test
    void oneSecretIsReplacedByTheSameEverywhere() {
        assertThat(clean(
                        text("1.3.6.1.2.1.1.1.0", "Router of core-1.acme, mail noc@acme.example"),
                        text("1.3.6.1.2.1.1.4.0", "noc@acme.example"),
                        text("1.3.6.1.2.1.1.5.0", "core-1.acme"),
                        text("1.3.6.1.2.1.1.6.0", "Cellar"),
                        text("1.3.6.1.2.1.47.1.1.1.1.11.1", "FOX123"),
                        text("1.3.6.1.2.1.47.1.1.1.1.11.2", "FOX123"),
                        text("1.3.6.1.2.1.47.1.1.1.1.11.3", "FOX124")))
                .containsExactly(
                        "1.3.6.1.2.1.1.1.0|4|Router of name-1, mail contact-1",
                        "1.3.6.1.2.1.1.4.0|4|contact-1",
                        "1.3.6.1.2.1.1.5.0|4|name-1",
                        "1.3.6.1.2.1.1.6.0|4|location-1",
                        "1.3.6.1.2.1.47.1.1.1.1.11.1|4|serial-1",
                        "1.3.6.1.2.1.47.1.1.1.1.11.2|4|serial-1",
                        "1.3.6.1.2.1.47.1.1.1.1.11.3|4|serial-2");
    }

    @Test
    void addressesAreReplacedInIndexesAndTextsToo() {
        assertThat(clean(
                        text("1.3.6.1.2.1.1.1.0", "at 192.0.2.7, version 1.2.3.4"),
                        octets("1.3.6.1.2.1.2.2.1.6.1", Ber.OCTET_STRING, "0011220a0b0c"),
                        octets("1.3.6.1.2.1.4.20.1.1.192.0.2.7", Ber.IP_ADDRESS, "c0000207"),
                        octets("1.3.6.1.2.1.4.20.1.3.192.0.2.7", Ber.IP_ADDRESS, "ffffff00"),
                        octets("1.3.6.1.2.1.17.4.3.1.2.0.17.34.10.11.12", Ber.INTEGER, "05")))
                .containsExactly(
                        "1.3.6.1.2.1.1.1.0|4|at 10.0.0.2, version 1.2.3.4",
                        "1.3.6.1.2.1.2.2.1.6.1|4x|001122000001",
                        "1.3.6.1.2.1.4.20.1.1.10.0.0.2|64|10.0.0.2",
                        "1.3.6.1.2.1.4.20.1.3.10.0.0.2|64|255.255.255.0",
                        "1.3.6.1.2.1.17.4.3.1.2.0.17.34.0.0.1|2|5");
    }

    @Test
    void linesHoldEachTypeExactly() {
        assertThat(SnmprecText.of(octets("1.3.6.1", Ber.COUNTER64, "ffffffffffffffff")))
                .isEqualTo("1.3.6.1|70|18446744073709551615");
        assertThat(SnmprecText.of(octets("1.3.6.1", Ber.INTEGER, ""))).isEqualTo("1.3.6.1|2x|");
        assertThat(SnmprecText.of(octets("1.3.6.1", Ber.OBJECT_IDENTIFIER, "2b06")))
                .isEqualTo("1.3.6.1|6|1.3.6");
        assertThat(SnmprecText.of(octets("1.3.6.1", Ber.OPAQUE, "9f78"))).isEqualTo("1.3.6.1|68x|9f78");
        assertThat(SnmprecText.of(text("1.3.6.1", "a|b "))).isEqualTo("1.3.6.1|4x|617c6220");
        assertThat(SnmprecText.of(text("1.3.6.1", "a|b"))).isEqualTo("1.3.6.1|4|a|b");
    }
}
