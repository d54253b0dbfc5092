package zonda.protocol.snmp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Faults that users of other monitoring systems reported, each by the octets that caused it.
class SnmpHardCasesTest {
    /// prometheus/snmp_exporter#191.
    @ParameterizedTest
    @ValueSource(strings = {"46 08 FF FF FF FF FF ED 0B 8C", "46 09 00 FF FF FF FF FF ED 0B 8C"})
    void aCounter64NearItsEndIsNotNegative(String octets) {
        MessageDecoder decoder = Messages.at(octets);
        assertThat(decoder.valueFault()).isEmpty();
        assertThat(Long.toUnsignedString(decoder.unsignedValue())).isEqualTo("18446744073708309388");
    }

    /// exhuma/puresnmp#76, ZBX-1274, ZBX-8793.
    @ParameterizedTest
    @CsvSource({
        "41 04 80 00 00 01, 2147483649",
        "41 05 00 80 00 00 01, 2147483649",
        "42 05 00 FF FF FF FF, 4294967295",
        "42 04 FF FF FF FF, 4294967295",
        "42 01 00, 0",
        "43 01 FF, 255",
        "46 01 80, 128",
        "46 01 00, 0",
    })
    void anUnsignedNumberIsUnsignedWithAndWithoutItsLeadingZero(String octets, long value) {
        MessageDecoder decoder = Messages.at(octets);
        assertThat(decoder.valueFault()).isEmpty();
        assertThat(decoder.unsignedValue()).isEqualTo(value);
    }

    /// ZBX-1274: Integer32 is signed, whatever the number of octets.
    @ParameterizedTest
    @CsvSource({
        "02 01 FF, -1",
        "02 01 00, 0",
        "02 01 7F, 127",
        "02 02 00 80, 128",
        "02 04 80 00 00 00, -2147483648",
        "02 05 FF 80 00 00 00, -2147483648",
        "02 08 FF FF FF FF FF FF FF FE, -2",
    })
    void anIntegerKeepsItsSign(String octets, long value) {
        MessageDecoder decoder = Messages.at(octets);
        assertThat(decoder.valueFault()).isEmpty();
        assertThat(decoder.signedValue()).isEqualTo(value);
    }

    /// prometheus/snmp_exporter#1080, gosnmp#241: varbinds 13 to 16 of 25 came without content.
    @Test
    void anIntegerWithoutOctetsIsABadValueAndItsNeighboursAreKept() {
        byte[][] values = new byte[25][];
        for (int i = 0; i < values.length; i++) {
            values[i] = i >= 12 && i < 16 ? Messages.hex("02 00") : Messages.hex("02 01 2A");
        }
        byte[] response = Messages.response(values);
        MessageDecoder decoder = new MessageDecoder();
        assertThat(decoder.open(response, 0, response.length)).isTrue();
        for (int i = 0; i < values.length; i++) {
            assertThat(decoder.next()).isTrue();
            if (i >= 12 && i < 16) {
                assertThat(decoder.valueFault()).contains("INTEGER of 0 bytes");
            } else {
                assertThat(decoder.valueFault()).isEmpty();
                assertThat(decoder.signedValue()).isEqualTo(42);
            }
        }
        assertThat(decoder.next()).isFalse();
        assertThat(decoder.fault()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "41 00",
                "42 06 00 00 00 00 00 01",
                "43 05 01 00 00 00 00",
                "46 09 01 00 00 00 00 00 00 00 00",
                "46 00",
                "02 09 00 00 00 00 00 00 00 00 01",
                "40 03 7F 00 00",
                "40 05 7F 00 00 01 01",
                "06 06 2B 90 80 80 80 00",
                "06 02 2B 81",
                "47 01 00",
            })
    void aValueThatIsNotWhatItsTagSaysSpoilsItselfAlone(String octets) {
        byte[] response = Messages.response(Messages.hex(octets), Messages.hex("02 01 2A"));
        MessageDecoder decoder = new MessageDecoder();
        assertThat(decoder.open(response, 0, response.length)).isTrue();
        assertThat(decoder.next()).isTrue();
        assertThat(decoder.valueFault()).contains("wanted");
        assertThat(decoder.next()).isTrue();
        assertThat(decoder.signedValue()).isEqualTo(42);
    }

    /// gosnmp#564: hrStorageType of length 0 lost the whole walk.
    @Test
    void anObjectIdentifierWithoutOctetsIsZeroDotZero() {
        MessageDecoder decoder = Messages.at("06 00");
        assertThat(decoder.valueFault()).isEmpty();
        StringBuilder text = new StringBuilder();
        Oid.appendText(decoder.data(), decoder.valueOffset(), decoder.valueLength(), text);
        assertThat(text).hasToString("0.0");
    }

    /// gosnmp#370.
    @ParameterizedTest
    @ValueSource(strings = {"44 03 01 02 03", "44 00", "44 07 9F 78 05 3F 80 00 00", "44 05 9F 78 7F 3F 80"})
    void anOpaqueOfAnUnknownInnerTypeIsKeptAsOctets(String octets) {
        MessageDecoder decoder = Messages.at(octets);
        assertThat(decoder.valueFault()).isEmpty();
        assertThat(decoder.opaqueType()).isEqualTo((char) 0);
        assertThat(decoder.valueLength()).isEqualTo(Messages.hex(octets).length - 2);
    }

    @Test
    void anOpaqueFloatOrDoubleIsANumber() {
        MessageDecoder decoder = Messages.at("44 07 9F 78 04 42 28 00 00");
        assertThat(decoder.opaqueType()).isEqualTo('F');
        assertThat(decoder.opaqueValue()).isEqualTo(42.0);
        decoder = Messages.at("44 0B 9F 79 08 C0 45 00 00 00 00 00 00");
        assertThat(decoder.opaqueType()).isEqualTo('D');
        assertThat(decoder.opaqueValue()).isEqualTo(-42.0);
    }

    /// gosnmp PR#354, #369, #443; net-snmp's CVE-2025-68615.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "30 84 FF FF FF FF",
                "30 82 7F FF 02 01 01",
                "30 80",
                "30 80 02 01 01 00 00",
                "30 85 00 00 00 00 01 00",
                "30 FF",
                "30",
                "",
                "04 02 01 01",
                "30 03 02 01 03",
                "30 03 02 01 01",
                "30 03 02 00 01",
                "30 0B 02 01 01 04 06 70 75 62 6C 69 63",
                "30 0D 02 01 01 04 06 70 75 62 6C 69 63 A2 00",
                "30 0D 02 01 01 04 06 70 75 62 6C 69 63 02 00",
            })
    void aBrokenFrameIsRefusedWithAReason(String octets) {
        byte[] datagram = Messages.hex(octets);
        MessageDecoder decoder = new MessageDecoder();
        assertThat(decoder.open(datagram, 0, datagram.length)).isFalse();
        assertThat(decoder.isFaulty()).isTrue();
        assertThat(decoder.fault()).contains("wanted");
        assertThat(decoder.next()).isFalse();
    }

    @Test
    void aResponseCutAtAnyOctetIsRefusedOrEndsWithAReason() {
        byte[] whole = Messages.response(
                Messages.hex("46 08 FF FF FF FF FF ED 0B 8C"), Messages.hex("44 07 9F 78 04 42 28 00 00"));
        MessageDecoder decoder = new MessageDecoder();
        for (int length = 0; length < whole.length; length++) {
            assertThat(decoder.open(Arrays.copyOf(whole, length), 0, length))
                    .as("cut at %d", length)
                    .isFalse();
            // The same, with other octets behind the end that must not be read.
            assertThat(decoder.open(whole, 0, length)).as("cut at %d", length).isFalse();
        }
        assertThat(Messages.readAll(decoder, whole, 0, whole.length)).isEqualTo(2);
    }

    /// A request id of more than 32 bits, cut to 32, could be another request's.
    @Test
    void aRequestIdIsNeverCutToFit() {
        byte[] good = Messages.response();
        byte[] bad = Messages.wrapped(
                Ber.SEQUENCE,
                Messages.hex("02 01 01"),
                Messages.hex("04 00"),
                Messages.wrapped(
                        Ber.RESPONSE, Messages.hex("02 05 01 01 02 03 04"), Messages.hex("02 01 00 02 01 00 30 00")));
        MessageDecoder decoder = new MessageDecoder();
        assertThat(decoder.open(good, 0, good.length)).isTrue();
        assertThat(decoder.requestId()).isEqualTo(0x01020304);
        assertThat(decoder.open(bad, 0, bad.length)).isFalse();
        assertThat(decoder.fault()).contains("request id");
    }

    /// prometheus/snmp_exporter#714.
    @ParameterizedTest
    @ValueSource(strings = {"1.3.6.1.3882534660.65536", "1.3.6.1.4294967295", "2.4294967295.1"})
    void aSubIdentifierIsUnsigned(String text) {
        byte[] encoded = Oid.parse(text).encoded();
        byte[] value = Messages.wrapped(Ber.OBJECT_IDENTIFIER, encoded);
        byte[] response = Messages.response(value);
        MessageDecoder decoder = new MessageDecoder();
        assertThat(decoder.open(response, 0, response.length)).isTrue();
        assertThat(decoder.next()).isTrue();
        assertThat(decoder.valueFault()).isEmpty();
        assertThat(Oid.decode(encoded, 0, encoded.length)).hasToString(text);
        assertThat(Oid.parse(text)).isGreaterThan(Oid.parse("1.3.6.1.1"));
    }

    @Test
    void theThreeExceptionsAndNullAreDistinct() {
        assertThat(Messages.at("80 00").tag()).isEqualTo(Ber.NO_SUCH_OBJECT);
        assertThat(Messages.at("81 00").tag()).isEqualTo(Ber.NO_SUCH_INSTANCE);
        assertThat(Messages.at("82 00").tag()).isEqualTo(Ber.END_OF_MIB_VIEW);
        assertThat(Messages.at("05 00").tag()).isEqualTo(Ber.NULL);
        assertThat(Messages.at("82 00").valueFault()).isEmpty();
    }

    /// ZBX-4793, ZBX-7511: nothing of a string is cut.
    @Test
    void aStringKeepsItsNulsAndBlanks() {
        MessageDecoder decoder = Messages.at("04 06 20 61 0A 00 20 00");
        assertThat(decoder.valueText()).isEqualTo(" a\n\0 \0");
    }
}
