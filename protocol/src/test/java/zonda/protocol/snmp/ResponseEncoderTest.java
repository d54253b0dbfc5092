package zonda.protocol.snmp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ResponseEncoderTest {
    private static final byte[] COMMUNITY = {'p'};

    private final ResponseEncoder encoder = new ResponseEncoder();

    @Test
    void anAnswerThatIsTooLargeLosesItsLastVarbindsAndStaysAMessage() {
        int keepAfter = 0;
        for (int i = 9; i >= 0; i--) {
            if (i == 3) {
                keepAfter = encoder.size();
            }
            encoder.integer(Messages.NAME, i);
        }
        encoder.dropLast(keepAfter);
        encoder.finish(Ber.VERSION_2C, COMMUNITY, Ber.RESPONSE, 7, 0, 0);
        byte[] message = encoder.copy();
        assertThat(message).hasSize(encoder.size());
        MessageDecoder decoder = new MessageDecoder();
        assertThat(decoder.open(message, 0, message.length)).isTrue();
        for (int i = 0; i <= 3; i++) {
            assertThat(decoder.next()).isTrue();
            assertThat(decoder.signedValue()).isEqualTo(i);
        }
        assertThat(decoder.next()).isFalse();
        assertThat(decoder.isFaulty()).isFalse();
    }

    @Test
    void growsForWhatItIsGivenAndIsCleanAfterwards() {
        byte[] large = new byte[70_000];
        large[69_999] = 42;
        encoder.integer(Messages.NAME, 1);
        encoder.octets(Messages.NAME, Ber.OCTET_STRING, large);
        encoder.finish(Ber.VERSION_1, COMMUNITY, Ber.RESPONSE, -1, 5, 1);
        byte[] message = encoder.copy();
        MessageDecoder decoder = new MessageDecoder();
        assertThat(decoder.open(message, 0, message.length)).isTrue();
        assertThat(decoder.requestId()).isEqualTo(-1);
        assertThat(decoder.next()).isTrue();
        assertThat(decoder.valueLength()).isEqualTo(70_000);
        assertThat(decoder.valueText()).endsWith("*");
        assertThat(decoder.next()).isTrue();
        assertThat(decoder.signedValue()).isEqualTo(1);
        encoder.clear();
        assertThat(encoder.size()).isZero();
    }
}
