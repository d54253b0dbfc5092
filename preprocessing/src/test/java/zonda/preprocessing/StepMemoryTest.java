package zonda.preprocessing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static zonda.model.PreprocessingStep.Type.CHANGE_PER_SECOND;
import static zonda.model.PreprocessingStep.Type.DISCARD_UNCHANGED_HEARTBEAT;
import static zonda.model.PreprocessingStep.Type.MULTIPLIER;
import static zonda.model.PreprocessingStep.Type.SIMPLE_CHANGE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import zonda.model.ItemValueType;
import zonda.model.PreprocessingStep;
import zonda.model.WireType;
import zonda.runtime.LocalDisk;

/// What steps remember from one run to the next.
class StepMemoryTest {
    private static final PreprocessingStep RATE = Bench.step(CHANGE_PER_SECOND);
    private static final PreprocessingStep CHANGE = Bench.step(SIMPLE_CHANGE);
    private static final PreprocessingStep HEARTBEAT = Bench.step(DISCARD_UNCHANGED_HEARTBEAT, "1h");

    @TempDir
    Path folder;

    /// Another run of the server, with the item's steps as they are then.
    private Bench restarted(Bench before, String bootId, String nextBootId, PreprocessingStep... steps)
            throws IOException {
        StepMemory memory = new StepMemory(bootId);
        before.preprocessor.remember(memory);
        memory.write(new LocalDisk(folder));
        Bench after = new Bench(ItemValueType.UNSIGNED);
        after.preprocessor.remove(after.slots.slotOf(Bench.ITEM));
        after.preprocessor.recall(StepMemory.take(new LocalDisk(folder)), nextBootId);
        after.change(ItemValueType.UNSIGNED, steps);
        return after;
    }

    @Test
    void aRateGoesOnOverTheTimeThatTheServerWasAway() throws IOException {
        Bench bench = new Bench(ItemValueType.UNSIGNED, RATE);
        assertThat(bench.give(0, WireType.COUNTER64, 1_000)).isEqualTo("-");
        assertThat(bench.give(60, WireType.COUNTER64, 7_000)).isEqualTo("100");
        Bench after = restarted(bench, "boot", "boot", RATE);
        assertThat(after.give(360, WireType.COUNTER64, 67_000)).isEqualTo("200");
    }

    @Test
    void afterABootWhoseClockIsAnotherARateBeginsAnew() throws IOException {
        Bench bench = new Bench(ItemValueType.UNSIGNED, RATE);
        bench.give(0, WireType.COUNTER64, 1_000);
        Bench after = restarted(bench, "boot", "another", RATE);
        assertThat(after.give(60, WireType.COUNTER64, 7_000)).isEqualTo("-");
        assertThat(after.give(120, WireType.COUNTER64, 13_000)).isEqualTo("100");
        Bench unknown = restarted(bench, "", "", RATE);
        assertThat(unknown.give(60, WireType.COUNTER64, 7_000)).isEqualTo("-");
    }

    @Test
    void aCounterThatWasResetMeanwhileGivesNothing() throws IOException {
        Bench bench = new Bench(ItemValueType.UNSIGNED, RATE);
        bench.give(0, WireType.COUNTER64, 1_000_000);
        Bench after = restarted(bench, "boot", "boot", RATE);
        assertThat(after.give(60, WireType.COUNTER64, 500)).isEqualTo("-");
        assertThat(after.give(120, WireType.COUNTER64, 6_500)).isEqualTo("100");
    }

    @Test
    void aChangeOfPushedValuesGoesOnInAnyBoot() throws IOException {
        Bench bench = new Bench(ItemValueType.UNSIGNED, CHANGE);
        bench.give(0, WireType.TEXT, "10");
        Bench after = restarted(bench, "boot", "another", CHANGE);
        assertThat(after.give(60, WireType.TEXT, "17")).isEqualTo("7");
    }

    @Test
    void whatWasKeptIsNoNewsAndTheHeartbeatGoesOn() throws IOException {
        Bench bench = new Bench(ItemValueType.UNSIGNED, HEARTBEAT);
        assertThat(bench.give(0, WireType.GAUGE32, 5)).isEqualTo("5");
        Bench after = restarted(bench, "boot", "another", HEARTBEAT);
        assertThat(after.give(1_800, WireType.GAUGE32, 5)).isEqualTo("-");
        assertThat(after.give(3_600, WireType.GAUGE32, 5)).isEqualTo("5");
        assertThat(after.give(3_660, WireType.GAUGE32, 6)).isEqualTo("6");
    }

    @Test
    void otherStepsBeforeItMakeItBeginAnewAndOnesBehindItDoNot() throws IOException {
        PreprocessingStep doubled = Bench.step(MULTIPLIER, "2");
        Bench bench = new Bench(ItemValueType.UNSIGNED, CHANGE);
        bench.give(0, WireType.GAUGE32, 5);
        assertThat(restarted(bench, "b", "b", doubled, CHANGE).give(60, WireType.GAUGE32, 9))
                .isEqualTo("-");
        assertThat(restarted(bench, "b", "b", CHANGE, doubled).give(60, WireType.GAUGE32, 9))
                .isEqualTo("8");
    }

    @Test
    void itIsReadOnceAndNoMore() throws IOException {
        LocalDisk disk = new LocalDisk(folder);
        new StepMemory("b").write(disk);
        assertThat(folder.resolve("steps")).exists();
        assertThat(StepMemory.take(disk).size()).isZero();
        assertThat(folder).isEmptyDirectory();
        assertThat(StepMemory.take(disk).size()).isZero();
    }

    @Test
    void aDamagedOneIsToldAndNotUsed() throws IOException {
        LocalDisk disk = new LocalDisk(folder);
        long seed = 5;
        Random random = new Random(seed);
        Bench bench = new Bench(ItemValueType.UNSIGNED, CHANGE);
        bench.give(0, WireType.GAUGE32, 5);
        for (int round = 0; round < 200; round++) {
            StepMemory memory = new StepMemory("boot");
            bench.preprocessor.remember(memory);
            memory.write(disk);
            Path file = folder.resolve("steps");
            byte[] bytes = Files.readAllBytes(file);
            if (random.nextBoolean()) {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            } else {
                bytes = java.util.Arrays.copyOf(bytes, random.nextInt(bytes.length));
            }
            Files.write(file, bytes);
            assertThatThrownBy(() -> StepMemory.take(disk))
                    .as("seed %d, round %d", seed, round)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("steps' memory");
            assertThat(file).doesNotExist();
        }
    }
}
