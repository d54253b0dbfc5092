package zonda.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LogValueTest {
    @Test
    void comesBackAsItWas() {
        LogValue value = new LogValue("Anmeldung fehlgeschlagen: Müller", "sshd", 4, -7, 1_796_000_000L);
        byte[] bytes = value.encoded();
        byte[] within = new byte[bytes.length + 9];
        System.arraycopy(bytes, 0, within, 5, bytes.length);
        assertThat(LogValue.decode(within, 5, bytes.length)).isEqualTo(value);
        LogValue empty = new LogValue("", "", 0, 0, 0);
        assertThat(LogValue.decode(empty.encoded(), 0, 20)).isEqualTo(empty);
    }

    @Test
    void refusesWhatClaimsMoreThanThereIs() {
        byte[] bytes = new LogValue("line", "source", 1, 2, 3).encoded();
        assertThatThrownBy(() -> LogValue.decode(bytes, 0, 19)).hasMessageContaining("19 bytes, wanted at least 20");
        assertThatThrownBy(() -> LogValue.decode(bytes, 0, 22)).hasMessageContaining("source of 6 bytes");
    }

    @Test
    void anyBytesGiveAValueOrAReason() {
        long seed = 42;
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[random.nextInt(60)];
            random.nextBytes(bytes);
            if (bytes.length >= 20 && random.nextBoolean()) {
                bytes[16] = 0;
                bytes[17] = 0;
                bytes[18] = 0;
            }
            try {
                assertThat(LogValue.decode(bytes, 0, bytes.length)).isNotNull();
            } catch (IllegalArgumentException e) {
                assertThat(e).as("seed %d, case %d", seed, i).hasMessageContaining("wanted at");
            }
        }
    }
}
