package zonda.server.snmp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.Oid;
import zonda.protocol.snmp.Varbind;

/// The words are those that net-snmp 5.9.3 was seen to print.
class NetSnmpTextTest {
    private static final long SEED = 20_261_201;
    private static final Oid NAME = Oid.parse("1.3.6.1.2.1.1.1.0");

    private static String printed(String letters, int tag, String hexadecimal) {
        return new NetSnmpText(NetSnmpText.Style.PLAIN.with(letters))
                .of(new Varbind(NAME, tag, HexFormat.of().parseHex(hexadecimal)));
    }

    private static String value(int tag, String hexadecimal) {
        String whole = printed("n", tag, hexadecimal);
        assertThat(whole).startsWith(".1.3.6.1.2.1.1.1.0 = ");
        return whole.substring(".1.3.6.1.2.1.1.1.0 = ".length());
    }

    @Test
    void stringsAreTextOnlyWhenAllOfThemIsPrintable() {
        assertThat(value(Ber.OCTET_STRING, "61225c62")).isEqualTo("STRING: \"a\\\"\\\\b\"");
        assertThat(value(Ber.OCTET_STRING, "")).isEqualTo("\"\"");
        assertThat(value(Ber.OCTET_STRING, "610d0a09")).isEqualTo("STRING: \"a\r\n\t\"");
        assertThat(value(Ber.OCTET_STRING, "c3a4")).isEqualTo("Hex-STRING: C3 A4 ");
        assertThat(value(Ber.OCTET_STRING, "0102030405060708090a0b0c0d0e0f1011"))
                .isEqualTo("Hex-STRING: 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F 10 \n11 ");
    }

    @Test
    void numbersAreCutAsNetSnmpCutsThem() {
        assertThat(value(Ber.INTEGER, "ff")).isEqualTo("INTEGER: -1");
        assertThat(value(Ber.INTEGER, "00ffffffff")).isEqualTo("INTEGER: 4294967295");
        assertThat(value(Ber.INTEGER, "feffffffff")).isEqualTo("INTEGER: -4294967295");
        assertThat(value(Ber.INTEGER, "7fffffffffffffff")).isEqualTo("INTEGER: 4294967295");
        assertThat(value(Ber.COUNTER64, "ffffffffffed0b8c")).isEqualTo("Counter64: 18446744073708309388");
        assertThat(value(Ber.COUNTER64, "")).isEqualTo("Counter64: 0");
        assertThat(value(Ber.COUNTER32, "80000001")).isEqualTo("Counter32: 2147483649");
        assertThat(value(Ber.GAUGE32, "00ffffffff")).isEqualTo("Gauge32: 4294967295");
        assertThat(value(Ber.INTEGER, "")).startsWith("Bad value: INTEGER of 0 bytes");
    }

    @Test
    void timeTicksHaveDaysWhereThereAreSome() {
        assertThat(value(Ber.TIME_TICKS, "00")).isEqualTo("Timeticks: (0) 0:00:00.00");
        assertThat(value(Ber.TIME_TICKS, "0083d600")).isEqualTo("Timeticks: (8640000) 1 day, 0:00:00.00");
        assertThat(value(Ber.TIME_TICKS, "00ffffffff")).isEqualTo("Timeticks: (4294967295) 497 days, 2:27:52.95");
        assertThat(printed("nt", Ber.TIME_TICKS, "0083d600")).endsWith(" = 8640000");
        assertThat(printed("nq", Ber.TIME_TICKS, "00ffffffff")).isEqualTo(".1.3.6.1.2.1.1.1.0 497:2:27:52.95");
    }

    @Test
    void opaquesAreNumbersWhereTheyWrapOne() {
        assertThat(value(Ber.OPAQUE, "9f78043eeb851f")).isEqualTo("Opaque: Float: 0.460000");
        assertThat(value(Ber.OPAQUE, "9f7908400921fb54442d18")).isEqualTo("Opaque: Float: 3.141593");
        assertThat(value(Ber.OPAQUE, "9f7804ff800000")).isEqualTo("Opaque: Float: -inf");
        assertThat(value(Ber.OPAQUE, "9f780480000000")).isEqualTo("Opaque: Float: -0.000000");
        assertThat(value(Ber.OPAQUE, "9f7a08ffffffffffffffff")).isEqualTo("Opaque: Int64: -1");
        assertThat(value(Ber.OPAQUE, "0900")).isEqualTo("OPAQUE: 09 00 ");
    }

    @Test
    void oidsAddressesAndExceptionsHaveTheirWords() {
        assertThat(value(Ber.OBJECT_IDENTIFIER, "2b06010401")).isEqualTo("OID: .1.3.6.1.4.1");
        assertThat(value(Ber.OBJECT_IDENTIFIER, "00")).isEqualTo("OID: .0.0");
        assertThat(value(Ber.OBJECT_IDENTIFIER, "")).isEqualTo("OID: .0");
        assertThat(value(Ber.IP_ADDRESS, "010203ff")).isEqualTo("IpAddress: 1.2.3.255");
        assertThat(value(Ber.NULL, "")).isEqualTo("NULL");
        assertThat(value(Ber.NO_SUCH_OBJECT, "")).isEqualTo("No Such Object available on this agent at this OID");
        assertThat(value(Ber.NO_SUCH_INSTANCE, "")).isEqualTo("No Such Instance currently exists at this OID");
        assertThat(value(Ber.END_OF_MIB_VIEW, "")).startsWith("No more variables left in this MIB View");
        assertThat(printed("", Ber.NULL, "")).isEqualTo("iso.3.6.1.2.1.1.1.0 = NULL");
        assertThat(printed("nQ", Ber.INTEGER, "05")).isEqualTo(".1.3.6.1.2.1.1.1.0 = 5");
        assertThat(printed("nv", Ber.INTEGER, "05")).isEqualTo("INTEGER: 5");
        assertThat(printed("nq", Ber.OCTET_STRING, "00")).isEqualTo(".1.3.6.1.2.1.1.1.0 \"00 \"");
        assertThatIllegalArgumentException().isThrownBy(() -> NetSnmpText.Style.PLAIN.with("nz"));
    }

    @Test
    void noValueBreaksIt() {
        Random random = new Random(SEED);
        NetSnmpText text = new NetSnmpText(NetSnmpText.Style.PLAIN.with("n"));
        for (int run = 0; run < 100_000; run++) {
            byte[] value = new byte[random.nextInt(14)];
            random.nextBytes(value);
            if (value.length > 3 && run % 2 == 0) {
                value[0] = (byte) 0x9F;
                value[1] = (byte) (0x74 + random.nextInt(9));
                value[2] = (byte) (value.length - 3 - run % 3 / 2);
            }
            int tag = run % 4 == 0 ? Ber.OPAQUE : random.nextInt(256);
            assertThat(text.of(new Varbind(NAME, tag, value)))
                    .as("seed " + SEED + ", run " + run)
                    .isNotEmpty();
        }
    }
}
