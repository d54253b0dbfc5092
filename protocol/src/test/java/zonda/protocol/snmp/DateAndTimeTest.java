package zonda.protocol.snmp;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// snmp_exporter#322, #1234: dates as numbers were asked for over years.
class DateAndTimeTest {
    @ParameterizedTest
    @CsvSource({
        "07 E8 02 1D 17 3B 3B 09, 2024-02-29T23:59:59Z",
        "07 E8 02 1D 17 3B 3B 09 2D 05 1E, 2024-03-01T05:29:59Z",
        "07 E8 02 1D 17 3B 3B 09 2B 0E 00, 2024-02-29T09:59:59Z",
        "07 B1 0C 1F 17 3B 3B 00 2B 00 00, 1969-12-31T23:59:59Z",
        "07 E0 0C 1F 17 3B 3C 00, 2017-01-01T00:00:00Z"
    })
    void aDateIsSecondsSinceTheEpoch(String octets, String instant) {
        byte[] data = Messages.hex(octets);
        assertThat(DateAndTime.fault(data, 0, data.length)).isEmpty();
        assertThat(DateAndTime.epochSeconds(data, 0, data.length))
                .isEqualTo(Instant.parse(instant).getEpochSecond());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "07 E8 02 1D 17 3B 3B",
                "00 00 00 00 00 00 00 00",
                "00 00 00 00 00 00 00 00 2B 00 00",
                "07 E8 02 1E 17 3B 3B 09",
                "07 E8 0D 01 17 3B 3B 09",
                "07 E8 02 1D 18 3B 3B 09",
                "07 E8 02 1D 17 3B 3B 09 20 05 1E"
            })
    void whatIsNoDateIsNever1970(String octets) {
        byte[] data = Messages.hex(octets);
        assertThat(DateAndTime.fault(data, 0, data.length)).startsWith("a date ");
    }

    @Test
    void noOctetsBreakIt() {
        Random random = new Random(11);
        for (int i = 0; i < 200_000; i++) {
            byte[] data = new byte[random.nextInt(13)];
            random.nextBytes(data);
            if (random.nextBoolean()) {
                for (int j = 2; j < data.length; j++) {
                    data[j] = (byte) (data[j] & 0x0F);
                }
            }
            if (DateAndTime.fault(data, 0, data.length).isEmpty()) {
                DateAndTime.epochSeconds(data, 0, data.length);
            }
        }
    }
}
