package zonda.testing.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import zonda.testing.DebianPackages;
import zonda.testing.PushedValues;

/// `zonda dev crash`, in short.
class CrashTrialTest {
    @TempDir
    Path folder;

    @Test
    void fiveKillsLoseInventAndDoubleNothingThatWasAcknowledged() throws IOException, InterruptedException {
        Path sender = DebianPackages.program("zabbix_sender", "zabbix-agent");
        StringWriter said = new StringWriter();
        CrashTrial.Plan plan = new CrashTrial.Plan(5, 1, sender, 2, 2, 600, "256m");
        CrashTrial.Outcome outcome = new CrashTrial(plan, folder, new PrintWriter(said)).run();
        assertThat(outcome.faults()).as(said.toString()).isEmpty();
        assertThat(outcome.isClean()).as(outcome + "\n" + said).isTrue();
    }

    @Test
    void theCountsTellWhatIsLostInventedAndDoubled() {
        PushedValues values = new PushedValues(3);
        values.sending(0, 10, 1_000_000, 1_003);
        values.acknowledge(0, 5);
        for (int number = 1; number < 7; number++) {
            values.found(values.item(number), values.nanos(number), number);
        }
        assertThat(values.lost()).as("0").isEqualTo(1);
        assertThat(values.doubled()).isZero();
        assertThat(values.invented()).isZero();
        values.found(values.item(3), values.nanos(3), 3);
        assertThat(values.doubled()).isEqualTo(1);
        values.found(values.item(11), values.nanos(9) + 2 * 1_003, 11);
        values.found(values.item(4) + 1, values.nanos(4), 4);
        values.found(values.item(4), values.nanos(4), 5);
        values.found(values.item(4), values.nanos(4) + 1, 4);
        assertThat(values.invented()).isEqualTo(4);
        values.startReading();
        assertThat(values.lost()).isEqualTo(5);
    }
}
