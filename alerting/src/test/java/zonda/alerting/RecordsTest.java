package zonda.alerting;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import zonda.model.Acknowledgement;
import zonda.model.Event;
import zonda.model.Severity;
import zonda.model.Tag;
import zonda.model.TriggerTransition;

/// The records' form on disk: it stays, or stored problems are lost.
class RecordsTest {
    private static final Event EVENT = new Event(
            258,
            7,
            3,
            true,
            1_796_000_000_123_000_000L,
            0,
            Severity.HIGH,
            "Disk /var: 92 % – voll",
            TriggerTransition.Cause.TIMER,
            List.of(new Tag("scope", "capacity"), new Tag("lonely", "")));
    private static final Acknowledgement ACKNOWLEDGEMENT =
            new Acknowledgement(300, 258, "Admin", 1_796_000_001_000_000_000L, 6, "Räume auf", Severity.HIGH);

    @Test
    void anEventStandsInTheLogAsItAlwaysHas() {
        assertThat(HexFormat.of().formatHex(Records.encode(EVENT)))
                .isEqualTo("01" + "0000000000000102" + "0000000000000007" + "0000000000000003" + "01"
                        + hex(EVENT.epochNanos())
                        + "0000000000000000" + "04"
                        + "00000018" + "4469736b202f7661723a2039322025" + "20e28093" + "20766f6c6c"
                        + "00000005" + "54494d4552"
                        + "00000002" + "00000005" + "73636f7065" + "00000008" + "6361706163697479"
                        + "00000006" + "6c6f6e656c79" + "00000000");
        assertThat(Records.decodeEvent(Records.encode(EVENT))).isEqualTo(EVENT);
    }

    @Test
    void anAcknowledgementStandsInTheLogAsItAlwaysHas() {
        assertThat(HexFormat.of().formatHex(Records.encode(ACKNOWLEDGEMENT)))
                .isEqualTo("01" + "000000000000012c" + "0000000000000102" + "00000005" + "41646d696e"
                        + hex(ACKNOWLEDGEMENT.epochNanos()) + "00000006" + "0000000a" + "52c3a4756d6520617566"
                        + "04");
        assertThat(Records.decodeAcknowledgement(Records.encode(ACKNOWLEDGEMENT)))
                .isEqualTo(ACKNOWLEDGEMENT);
    }

    private static String hex(long value) {
        return HexFormat.of().toHexDigits(value);
    }

    @Test
    void aDamagedRecordIsAFaultInWordsAndNothingElse() {
        long seed = 99;
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = random.nextBoolean() ? Records.encode(EVENT) : Records.encode(ACKNOWLEDGEMENT);
            for (int hits = random.nextInt(4); hits > 0; hits--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            byte[] cut = java.util.Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
            try {
                assertThat(random.nextBoolean() ? Records.decodeEvent(cut) : Records.decodeAcknowledgement(cut))
                        .isNotNull();
            } catch (UncheckedIOException | IllegalArgumentException e) {
                assertThat(e.getMessage()).as("seed %d, case %d", seed, i).isNotEmpty();
            }
        }
    }
}
