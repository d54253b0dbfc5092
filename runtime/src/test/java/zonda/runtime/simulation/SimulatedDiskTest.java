package zonda.runtime.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import zonda.runtime.DiskFile;
import zonda.runtime.DiskFullException;

class SimulatedDiskTest {
    private static final int SEEDS = 200;

    private static SimulatedDisk disk(long seed) {
        return new SimulatedDisk(new Simulation(seed), "data", 1 << 20);
    }

    private static ByteBuffer filled(int length, int value) {
        byte[] data = new byte[length];
        Arrays.fill(data, (byte) value);
        return ByteBuffer.wrap(data);
    }

    private static byte[] content(SimulatedDisk disk, String name) throws IOException {
        try (DiskFile file = disk.open(name)) {
            ByteBuffer target = ByteBuffer.allocate((int) file.size());
            file.read(target, 0);
            return target.array();
        }
    }

    @Test
    void whatWasSyncedUnderASyncedNameSurvivesEveryPowerLoss() throws IOException {
        for (int seed = 0; seed < SEEDS; seed++) {
            SimulatedDisk disk = disk(seed);
            disk.createFolder("log");
            disk.syncFolder("");
            try (DiskFile file = disk.create("log/1")) {
                file.write(filled(3_000, 7), 0);
                file.sync();
                disk.syncFolder("log");
                file.write(filled(5_000, 8), 3_000);
            }
            byte[] after = content(disk.afterPowerLoss(), "log/1");
            assertThat(after.length).as("seed %d", seed).isBetween(3_000, 8_000);
            for (int i = 0; i < 3_000; i++) {
                assertThat(after[i]).as("seed %d, byte %d", seed, i).isEqualTo((byte) 7);
            }
        }
    }

    @Test
    void whatWasNotSyncedIsThereOrNotOrPartlySectorBySector() throws IOException {
        TreeSet<String> fates = new TreeSet<>();
        for (int seed = 0; seed < SEEDS; seed++) {
            SimulatedDisk disk = disk(seed);
            try (DiskFile file = disk.create("a")) {
                file.write(filled(4_096, 1), 0);
                file.sync();
                disk.syncFolder("");
                file.write(filled(4_096, 2), 0);
            }
            SimulatedDisk after = disk.afterPowerLoss();
            byte[] found = content(after, "a");
            assertThat(found).hasSize(4_096);
            int changed = 0;
            for (int sector = 0; sector < 8; sector++) {
                byte first = found[sector * 512];
                for (int i = sector * 512; i < (sector + 1) * 512; i++) {
                    assertThat(found[i]).as("a sector is written whole or not").isEqualTo(first);
                }
                changed += first - 1;
            }
            fates.add(changed == 0 ? "lost" : changed == 8 ? "kept" : "torn");
            assertThat(after.tornFiles()).isEqualTo(changed > 0 && changed < 8 ? 1 : 0);
        }
        assertThat(fates).containsExactly("kept", "lost", "torn");
    }

    @Test
    void aNewNameIsDurableOnlyAfterItsFolderWasSynced() throws IOException {
        int found = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            SimulatedDisk disk = disk(seed);
            try (DiskFile file = disk.create("a")) {
                file.write(filled(10, 1), 0);
                file.sync();
            }
            SimulatedDisk after = disk.afterPowerLoss();
            if (after.exists("a")) {
                found++;
                assertThat(content(after, "a")).hasSize(10);
            }
        }
        assertThat(found).isBetween(1, SEEDS - 1);
    }

    @Test
    void aRenameHappensWholeOrNotAtAllAndADeletedFileMayComeBack() throws IOException {
        TreeSet<String> fates = new TreeSet<>();
        for (int seed = 0; seed < SEEDS; seed++) {
            SimulatedDisk disk = disk(seed);
            for (int i = 1; i <= 2; i++) {
                try (DiskFile file = disk.create(i == 1 ? "old" : "new")) {
                    file.write(filled(10, i), 0);
                    file.sync();
                }
            }
            disk.syncFolder("");
            disk.rename("new", "old");
            assertThat(content(disk, "old")).startsWith(2);
            SimulatedDisk after = disk.afterPowerLoss();
            fates.add(after.list("") + " " + content(after, "old")[0]);
        }
        assertThat(fates).containsExactly("[new, old] 1", "[old] 2");
    }

    @Test
    void aFolderThatWasNotSyncedTakesItsFilesWithIt() throws IOException {
        int found = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            SimulatedDisk disk = disk(seed);
            disk.createFolder("a/b");
            disk.create("a/b/c").close();
            disk.syncFolder("a/b");
            SimulatedDisk after = disk.afterPowerLoss();
            assertThat(after.list("a/b").isEmpty()).isEqualTo(!after.exists("a/b"));
            found += after.exists("a/b/c") ? 1 : 0;
        }
        assertThat(found).isBetween(1, SEEDS - 1);
    }

    @Test
    void afterAFailedSyncNothingSinceTheLastGoodOneIsDurable() throws IOException {
        int lost = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            SimulatedDisk disk = disk(seed);
            try (DiskFile file = disk.create("a")) {
                file.write(filled(512, 1), 0);
                file.sync();
                disk.syncFolder("");
                file.write(filled(512, 2), 0);
                disk.failSyncs(1);
                assertThatThrownBy(file::sync).isInstanceOf(IOException.class);
                disk.failSyncs(0);
                file.sync();
                assertThat(content(disk, "a")[0]).isEqualTo((byte) 2);
            }
            lost += content(disk.afterPowerLoss(), "a")[0] == 1 ? 1 : 0;
        }
        assertThat(lost).isBetween(1, SEEDS - 1);
    }

    @Test
    void whatIsWrittenAgainAfterAFailedSyncIsDurableWithTheNextOne() throws IOException {
        for (int seed = 0; seed < SEEDS; seed++) {
            SimulatedDisk disk = disk(seed);
            try (DiskFile file = disk.create("a")) {
                disk.syncFolder("");
                file.write(filled(512, 2), 0);
                disk.failSyncs(1);
                assertThatThrownBy(file::sync).isInstanceOf(IOException.class);
                disk.failSyncs(0);
                file.write(filled(512, 2), 0);
                file.sync();
            }
            assertThat(content(disk.afterPowerLoss(), "a")).hasSize(512).startsWith(2);
        }
    }

    @Test
    void aFullDiskTakesAPartAndSaysThatItIsFull() throws IOException {
        SimulatedDisk disk = disk(1);
        disk.capacity(100);
        try (DiskFile file = disk.create("a")) {
            assertThatThrownBy(() -> file.write(filled(150, 1), 0)).isInstanceOf(DiskFullException.class);
            assertThat(file.size()).isEqualTo(100);
            assertThat(disk.usableBytes()).isZero();
            assertThatThrownBy(() -> disk.create("b")).isInstanceOf(DiskFullException.class);
            file.write(filled(100, 2), 0);
            disk.capacity(200);
            file.write(filled(100, 3), 100);
            assertThat(file.size()).isEqualTo(200);
        }
    }

    @Test
    void writesAndReadsFailWhenAsked() throws IOException {
        SimulatedDisk disk = disk(1);
        try (DiskFile file = disk.create("a")) {
            disk.failWrites(1);
            assertThatThrownBy(() -> file.write(filled(10, 1), 0)).isInstanceOf(IOException.class);
            disk.failWrites(0);
            file.write(filled(10, 1), 0);
            disk.failReads(1);
            assertThatThrownBy(() -> file.read(ByteBuffer.allocate(10), 0)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void flipsOneBitOfWhatIsAtRest() throws IOException {
        SimulatedDisk disk = disk(1);
        assertThat(disk.flipAtRest()).isEmpty();
        try (DiskFile file = disk.create("a")) {
            file.write(filled(100, 0), 0);
            file.sync();
            disk.syncFolder("");
        }
        assertThat(disk.flipAtRest()).isEqualTo("a");
        for (byte[] found : new byte[][] {content(disk, "a"), content(disk.afterPowerLoss(), "a")}) {
            int bits = 0;
            for (byte value : found) {
                bits += Integer.bitCount(value & 0xFF);
            }
            assertThat(bits).isEqualTo(1);
        }
    }

    @Test
    void thePowerGoesInTheMiddleOfTheOperationThatWasNamed() throws IOException {
        SimulatedDisk disk = disk(1);
        DiskFile file = disk.create("a");
        disk.losePowerAfter(2);
        file.write(filled(10, 1), 0);
        assertThatThrownBy(() -> file.write(filled(10, 1), 10)).isInstanceOf(PowerLoss.class);
        assertThat(disk.isWithoutPower()).isTrue();
        assertThatThrownBy(() -> file.write(filled(10, 1), 20)).isInstanceOf(PowerLoss.class);
        assertThatThrownBy(() -> disk.exists("a")).isInstanceOf(PowerLoss.class);
        assertThat(disk.afterPowerLoss().usedBytes()).isLessThanOrEqualTo(20);
    }

    @Test
    void refusesWhatARealDiskRefuses() throws IOException {
        SimulatedDisk disk = disk(1);
        disk.create("a").close();
        disk.createFolder("f");
        assertThatThrownBy(() -> disk.create("a")).isInstanceOf(FileAlreadyExistsException.class);
        assertThatThrownBy(() -> disk.create("none/a")).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> disk.open("b")).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> disk.rename("b", "c")).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> disk.delete("b")).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> disk.syncFolder("none")).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> disk.createFolder("a")).isInstanceOf(FileAlreadyExistsException.class);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void contentIsThatOfAnArrayUnderWritesAndTruncations(long seed) throws IOException {
        SeededRandom random = new SeededRandom(seed);
        SimulatedDisk disk = disk(seed);
        byte[] model = new byte[300_000];
        int size = 0;
        try (DiskFile file = disk.create("a")) {
            for (int step = 0; step < 2_000; step++) {
                switch (random.below(4)) {
                    case 0, 1 -> {
                        byte[] data = new byte[random.below(random.chance(0.05) ? 100_000 : 2_000)];
                        random.fill(data);
                        int at = random.between(0, Math.min(size + 1_000, model.length - data.length));
                        file.write(ByteBuffer.wrap(data), at);
                        System.arraycopy(data, 0, model, at, data.length);
                        size = data.length == 0 ? size : Math.max(size, at + data.length);
                    }
                    case 2 -> {
                        int bytes = random.chance(0.1) ? random.between(0, size) : size;
                        file.truncate(bytes);
                        Arrays.fill(model, bytes, model.length, (byte) 0);
                        size = bytes;
                    }
                    default -> file.sync();
                }
                assertThat(file.size()).isEqualTo(size);
                int from = random.between(0, size);
                ByteBuffer target = ByteBuffer.allocate(random.below(5_000) + 1);
                int read = file.read(target, from);
                assertThat(read).isEqualTo(from == size ? -1 : Math.min(target.capacity(), size - from));
                for (int i = 0; i < read; i++) {
                    assertThat(target.get(i)).isEqualTo(model[from + i]);
                }
            }
            file.sync();
            disk.syncFolder("");
        }
        assertThat(content(disk.afterPowerLoss(), "a")).isEqualTo(Arrays.copyOf(model, size));
    }
}
