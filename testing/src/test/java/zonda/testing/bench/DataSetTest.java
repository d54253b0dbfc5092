package zonda.testing.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import zonda.model.ValueKind;

/// What the benchmark gives to all stores alike.
class DataSetTest {
    private static final long START = 1_700_000_040_000_000_000L;

    @TempDir
    private Path folder;

    private void file(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @Test
    void eachColumnOfNumbersIsAnItemAndLabelsAreNone() throws IOException {
        file("NAB/data/real/a.csv", "timestamp,value\n2015-02-26 21:42:53,35\n2015-02-26 21:47:53,-0.0\n");
        file("MS/data/x-1/b.csv", "\"TimeStamp\",\"Value\",\"Label\"\n\"2018-04-25T00:00:00Z\",\"1.5\",\"0\"\n");
        file("SKAB/data/other/c.csv", "datetime;A;B\n2020-03-01 16:59:53;1;2\n2020-03-01 16:59:54;3;4\n");
        List<DataSet> sets = DataSet.published(folder, 1, 0);
        assertThat(sets).extracting(DataSet::name).containsExactly("ms_x_1", "nab_real", "skab_other");
        assertThat(sets).extracting(set -> set.series().size()).containsExactly(1, 1, 2);
        Series real = sets.get(1).series().getFirst();
        assertThat(real.kind()).isEqualTo(ValueKind.DOUBLE);
        assertThat(real.epochMillis()).containsExactly(1_424_986_973_000L, 1_424_987_273_000L);
        assertThat(real.bits()).containsExactly(Double.doubleToRawLongBits(35), Double.doubleToRawLongBits(-0.0));
    }

    @Test
    void valuesThatNoStoreTakesAndTimesThatWereThereAreLeftOutAndCounted() throws IOException {
        file("ALP/data/edge/a.csv", "-INFINITY\nNaN\n2.5\n");
        file("NAB/data/b/b.csv", "timestamp,value\n2015-02-26 21:42:53,1\n2015-02-26 21:42:53,2\n");
        List<DataSet> sets = DataSet.published(folder, 1, 0);
        assertThat(sets).extracting(DataSet::values).containsExactly(1L, 1L);
        assertThat(sets).extracting(DataSet::leftOut).containsExactly(2L, 1L);
    }

    @Test
    void filesWithoutTimesGetAMinuteWithJitter() throws IOException {
        ByteBuffer raw = ByteBuffer.allocate(16)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putDouble(1.25)
                .putDouble(-3);
        Files.createDirectories(folder.resolve("ALP/data/raw"));
        Files.write(folder.resolve("ALP/data/raw/a.bin"), raw.array());
        Series series =
                DataSet.published(folder, 1, 600_000).getFirst().series().getFirst();
        assertThat(series.bits()).containsExactly(Double.doubleToRawLongBits(1.25), Double.doubleToRawLongBits(-3));
        assertThat(series.epochMillis()[0]).isBetween(479_950L, 480_050L);
        assertThat(series.epochMillis()[1]).isBetween(539_950L, 540_050L);
    }

    @Test
    void theKindsOfTheSnmpDayTogetherAreItsMix() {
        SnmpDay day = new SnmpDay(3, 20, false, 1, START);
        DataSet mix = DataSet.of("mix", 3, 20, false, START, _ -> true);
        assertThat(mix.values()).isEqualTo(20L * SnmpDay.MINUTES);
        for (SnmpDay.Kind kind : SnmpDay.Kind.values()) {
            DataSet part = DataSet.of("part", 3, 20, false, START, item -> day.kind(item) == kind);
            assertThat(part.series()).allMatch(each -> mix.series().stream().anyMatch(each::isSame));
        }
        assertThat(mix.isSame(mix.series())).isTrue();
        assertThat(mix.isSame(mix.series().subList(1, 20))).isFalse();
    }
}
