package zonda.collector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import zonda.runtime.LocalDisk;

/// What is known of a device's sizes after a restart.
class LearnedSizesTest {
    private static final String A = "127.1.0.1";

    @TempDir
    Path folder;

    private LearnedSizes carried(Collector from) throws IOException {
        LearnedSizes learned = new LearnedSizes();
        from.remember(learned);
        learned.write(new LocalDisk(folder));
        return LearnedSizes.read(new LocalDisk(folder));
    }

    @Test
    void aRestartAsksAtTheSizeThatTheDeviceCanTake() throws IOException {
        Rig before = new Rig();
        before.device(A).tooBigAbove = 3;
        Collector collector = before.collector();
        collector.apply(Rig.simpleHost(1, A, 12, 1, 12, 10));
        before.run(collector, Duration.ofSeconds(30));
        LearnedSizes learned = carried(collector);
        assertThat(learned.size()).isEqualTo(1);

        Rig after = new Rig();
        after.device(A).tooBigAbove = 3;
        Collector next = after.collector();
        next.recall(learned);
        next.apply(Rig.simpleHost(1, A, 12, 1, 12, 10));
        after.run(next, Duration.ofSeconds(10));
        assertThat(after.known(A).requests)
                .isNotEmpty()
                .allMatch(request -> request.oids().size() <= 3);
        assertThat(after.rows).hasSize(12);
    }

    @Test
    void anotherAddressIsAnotherDevice() throws IOException {
        Rig before = new Rig();
        before.device(A).tooBigAbove = 3;
        Collector collector = before.collector();
        collector.apply(Rig.simpleHost(1, A, 12, 1, 12, 10));
        before.run(collector, Duration.ofSeconds(30));

        Rig after = new Rig();
        after.device("127.1.0.2");
        Collector next = after.collector();
        next.recall(carried(collector));
        next.apply(Rig.simpleHost(1, "127.1.0.2", 12, 1, 12, 10));
        after.run(next, Duration.ofSeconds(10));
        assertThat(after.known("127.1.0.2").requests.getFirst().oids()).hasSize(12);
    }

    @Test
    void aDeviceThatTakesAllIsNotRemembered() throws IOException {
        Rig rig = new Rig();
        rig.device(A);
        Collector collector = rig.collector();
        collector.apply(Rig.simpleHost(1, A, 12, 1, 12, 10));
        rig.run(collector, Duration.ofSeconds(30));
        assertThat(carried(collector).size()).isZero();
    }

    @Test
    void aDamagedFileIsNothingLearned() throws IOException {
        String whole = "zonda-learned-sizes 1\n10 5 3 0 16\n11 -7 50 4 8\nend 2\n";
        assertThat(LearnedSizes.parse(whole).size()).isEqualTo(2);
        for (int cut = 0; cut < whole.length(); cut++) {
            assertThat(LearnedSizes.parse(whole.substring(0, cut)).size())
                    .as("cut at %d", cut)
                    .isZero();
        }
        Random random = new Random(5);
        for (int i = 0; i < 20_000; i++) {
            char[] text = whole.toCharArray();
            text[random.nextInt(text.length)] = (char) random.nextInt(128);
            assertThat(LearnedSizes.parse(new String(text)).size()).isBetween(0, 2);
        }
        Files.writeString(folder.resolve("learned-sizes"), "\0\0\0");
        assertThat(LearnedSizes.read(new LocalDisk(folder)).size()).isZero();
    }
}
