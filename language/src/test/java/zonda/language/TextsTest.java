package zonda.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import zonda.model.Nearest;

/// Durations, numbers, units and words that were meant.
class TextsTest {
    @ParameterizedTest
    @CsvSource({"0,0", "30,30", "30s,30", "5m,300", "2h,7200", "31d,2678400", "1w,604800", "25y,-1"})
    void readsLengthsOfTime(String text, long seconds) throws LanguageException {
        if (seconds < 0) {
            assertThatThrownBy(() -> Durations.parse(text))
                    .hasMessage("'25y' is no length of time, wanted a number with s, m, h, d or w, such as 30s");
        } else {
            assertThat(Durations.parse(text)).isEqualTo(Duration.ofSeconds(seconds));
        }
    }

    @Test
    void writesLengthsOfTimeThatItReads() throws LanguageException {
        for (long seconds = 0; seconds < 1_000_000; seconds += 97) {
            assertThat(Durations.seconds(Durations.print(seconds))).isEqualTo(seconds);
        }
        assertThat(Durations.print(604_800)).isEqualTo("1w");
        assertThat(Durations.print(90)).isEqualTo("90s");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1500 | bps | 1.5 Kbps",
                "1500 | B | 1.46 KB",
                "1536 | B | 1.5 KB",
                "999.999 | bps | 1 Kbps",
                "-2500000 | pps | -2.5 Mpps",
                "0 | bps | 0 bps",
                "12.345 | % | 12.35 %",
                "15000 | % | 15000 %",
                "15000 | ms | 15000 ms",
                "15000 | !B | 15000 B",
                "15000 | '' | 15000",
                "0.00012345 | '' | 0.000123",
                "0.000000012 | V | 1.20E-08 V",
                "1e20 | '' | 1.00E+20",
                "1e20 | Hz | 100 EHz",
                "93784 | uptime | 1 day, 02:03:04",
                "3600 | uptime | 01:00:00",
                "200000 | uptime | 2 days, 07:33:20",
                "881764 | s | 10d 4h 56m",
                "3661 | s | 1h 1m 1s",
                "60 | s | 1m",
                "0.25 | s | 250ms",
                "0.0001 | s | < 1ms",
                "-90 | s | -1m 30s",
                "31536060 | s | 1y",
                "0 | s | 0",
                "1700000000 | unixtime | 2023-11-14 22:13:20",
            })
    void writesNumbersWithUnits(double value, String units, String shown) {
        assertThat(Units.format(value, units, ZoneId.of("UTC"))).isEqualTo(shown);
    }

    @Test
    void writesNumbersThatAreNone() {
        assertThat(Units.format(Double.NaN, "bps", ZoneId.of("UTC"))).isEqualTo("NaN");
        assertThat(Units.format(Double.NEGATIVE_INFINITY, "unixtime", ZoneId.of("UTC")))
                .isEqualTo("-Infinity");
    }

    @Test
    void findsTheWordThatWasMeant() {
        assertThat(Nearest.to("intervall", List.of("value_type", "interval", "internal")))
                .contains("interval");
        assertThat(Nearest.to("xyz", List.of("value_type", "interval"))).isEmpty();
        assertThat(Nearest.suggestion("hist", List.of("host", "history"))).isEqualTo(" (did you mean 'host'?)");
    }
}
