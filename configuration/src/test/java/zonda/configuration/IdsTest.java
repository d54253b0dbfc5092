package zonda.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import zonda.runtime.DiskFile;
import zonda.runtime.DiskFullException;
import zonda.runtime.simulation.PowerLoss;
import zonda.runtime.simulation.SimulatedDisk;
import zonda.runtime.simulation.Simulation;

class IdsTest {
    private static final String ODD = "a\\b\nc\rd \\n é";

    @Test
    void remembersOddNames() throws IOException {
        SimulatedDisk disk = new SimulatedDisk(new Simulation(1), "data", 1 << 20);
        Ids first = Ids.read(disk);
        long item = first.host("h").ofItem(ODD);
        long trigger = first.host("h").ofTrigger(ODD);
        long snmp = first.host(7, "given").ofInterface(2);
        first.write(disk);

        Ids second = Ids.read(disk);

        assertThat(second.host("h").ofItem(ODD)).isEqualTo(item);
        assertThat(second.host("h").ofTrigger(ODD)).isEqualTo(trigger);
        assertThat(second.host(7, "given").ofInterface(2)).isEqualTo(snmp);
        assertThat(second.host("given").id)
                .as("a name does not stand for an id that a person gave")
                .isGreaterThan(snmp);
    }

    @Test
    void writesNothingWhereNothingIsNew() throws IOException {
        SimulatedDisk disk = new SimulatedDisk(new Simulation(1), "data", 1 << 20);
        Ids first = Ids.read(disk);
        first.host("h").ofItem("k");
        first.write(disk);
        disk.rename("configuration/ids", "configuration/aside");

        Ids second = new Ids();
        second.write(disk);
        first.write(disk);

        assertThat(disk.exists("configuration/ids")).isFalse();
    }

    /// The power goes at each operation of a write, one after the other: afterwards the file is the
    /// old one or the new one, and ids that were told before are still the same.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void losesNoIdWhereverThePowerGoes(long seed) throws IOException {
        boolean hasEnded = false;
        for (int operations = 1; !hasEnded; operations++) {
            SimulatedDisk disk = new SimulatedDisk(new Simulation(seed), "data", 1 << 20);
            Ids first = Ids.read(disk);
            long told = first.host("h").ofItem("k");
            first.write(disk);
            long more = first.host("h").ofItem("l");
            disk.losePowerAfter(operations);
            try {
                first.write(disk);
                hasEnded = true;
            } catch (PowerLoss e) {
                hasEnded = false;
            }
            SimulatedDisk survivor = disk.afterPowerLoss();

            Ids second = Ids.read(survivor);

            assertThat(second.host("h").ofItem("k"))
                    .as("seed %d, after %d operations", seed, operations)
                    .isEqualTo(told);
            if (hasEnded) {
                assertThat(second.host("h").ofItem("l")).isEqualTo(more);
            }
            second.host("h").ofItem("m");
            second.write(survivor);
            assertThat(Ids.read(survivor).host("h").ofItem("k")).isEqualTo(told);
        }
    }

    @Test
    void aFullDiskIsToldAndHarmsNothing() throws IOException {
        SimulatedDisk disk = new SimulatedDisk(new Simulation(1), "data", 16_384);
        Ids first = Ids.read(disk);
        long told = first.host("h").ofItem("k");
        first.write(disk);
        for (int i = 0; i < 2_000; i++) {
            first.host("h").ofItem("another key " + i);
        }

        assertThatThrownBy(() -> first.write(disk)).isInstanceOf(DiskFullException.class);

        assertThat(Ids.read(disk).host("h").ofItem("k")).isEqualTo(told);
    }

    /// A flipped bit or a missing end is noticed, wherever it is.
    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void noticesEveryDamage(long seed) throws IOException {
        SimulatedDisk disk = new SimulatedDisk(new Simulation(seed), "data", 1 << 20);
        Ids ids = Ids.read(disk);
        ids.host("h").ofItem("k");
        ids.host("h").ofTrigger("t");
        ids.host("h").ofInterface(1);
        ids.write(disk);
        try (DiskFile file = disk.open("configuration/ids")) {
            ByteBuffer whole = ByteBuffer.allocate((int) file.size());
            while (whole.hasRemaining()) {
                file.read(whole, whole.position());
            }
            for (int bit = 0; bit < whole.capacity() * 8; bit++) {
                byte[] damaged = whole.array().clone();
                damaged[bit / 8] ^= (byte) (1 << (bit % 8));
                file.write(ByteBuffer.wrap(damaged), 0);
                assertThatThrownBy(() -> Ids.read(disk)).as("bit %d", bit).isInstanceOf(IOException.class);
            }
            for (int size = whole.capacity() - 1; size >= 0; size--) {
                file.write(ByteBuffer.wrap(whole.array()), 0);
                file.truncate(size);
                assertThatThrownBy(() -> Ids.read(disk)).as("size %d", size).isInstanceOf(IOException.class);
            }
        }
    }
}
