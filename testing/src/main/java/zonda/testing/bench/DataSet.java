package zonda.testing.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;
import zonda.runtime.simulation.SeededRandom;

/// Values that each store gets alike.
///
/// @param name lower_snake_case
/// @param series one an item; item ids count from 1
/// @param leftOut values that are not compared: NaN, infinite, or of a time that was there before
record DataSet(String name, List<Series> series, long leftOut) {
    private static final long MINUTE_MILLIS = 60_000;
    private static final double JITTER_MILLIS = 3;

    DataSet {
        series = List.copyOf(series);
    }

    long values() {
        return series.stream().mapToLong(Series::size).sum();
    }

    /// Items of an SNMP day.
    ///
    /// @param wanted which, by their number
    static DataSet of(String name, long seed, int items, boolean asRates, long startNanos, IntPredicate wanted) {
        SnmpDay day = new SnmpDay(seed, items, asRates, 1, startNanos);
        List<Series.Builder> all = new ArrayList<>();
        for (int item = 0; item < items; item++) {
            all.add(new Series.Builder(day.kind(item) == SnmpDay.Kind.GAUGE ? ValueKind.DOUBLE : ValueKind.UNSIGNED));
        }
        ValueBatch batch = new ValueBatch(items);
        for (int minute = 0; minute < SnmpDay.MINUTES; minute++) {
            batch.clear();
            day.add(minute, 0, items, batch);
            for (int item = 0; item < items; item++) {
                all.get(item).add(Math.floorDiv(batch.epochNanos[item], 1_000_000L), batch.bits[item]);
            }
        }
        List<Series.Builder> chosen = new ArrayList<>();
        for (int item = 0; item < items; item++) {
            if (wanted.test(item)) {
                chosen.add(all.get(item));
            }
        }
        return of(name, chosen);
    }

    private static DataSet of(String name, List<Series.Builder> parts) {
        return new DataSet(
                name,
                parts.stream()
                        .filter(part -> part.size() > 0)
                        .map(Series.Builder::build)
                        .toList(),
                parts.stream().mapToLong(Series.Builder::leftOut).sum());
    }

    /// The published data sets of a folder, one for each folder of files in it; see
    /// `timeseries` in the README of the shared data.
    ///
    /// @param endMillis files without times end then
    static List<DataSet> published(Path folder, long seed, long endMillis) throws IOException {
        Map<String, List<Series.Builder>> sets = new LinkedHashMap<>();
        List<Path> files;
        try (Stream<Path> walk = Files.walk(folder)) {
            files = walk.filter(Files::isRegularFile)
                    .filter(file -> isData(file.getFileName().toString()))
                    .sorted()
                    .toList();
        }
        SeededRandom random = new SeededRandom(seed);
        for (Path file : files) {
            Path within = folder.relativize(file);
            String last = within.getName(within.getNameCount() - 2).toString();
            String name =
                    (within.getName(0) + "_" + last).toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
            sets.computeIfAbsent(name, _ -> new ArrayList<>()).addAll(read(file, random, endMillis));
        }
        List<DataSet> all = new ArrayList<>();
        sets.forEach((name, parts) -> all.add(of(name, parts)));
        return all;
    }

    private static boolean isData(String name) {
        return name.endsWith(".csv") || name.endsWith(".csv.gz") || name.endsWith(".bin");
    }

    private static List<Series.Builder> read(Path file, SeededRandom random, long endMillis) throws IOException {
        if (file.toString().endsWith(".bin")) {
            ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
            List<Double> values = new ArrayList<>();
            while (in.remaining() >= Double.BYTES) {
                values.add(in.getDouble());
            }
            return List.of(untimed(values, random, endMillis));
        }
        List<String> lines = new ArrayList<>();
        try (var raw = Files.newInputStream(file);
                var plain = file.toString().endsWith(".gz") ? new GZIPInputStream(raw) : raw;
                BufferedReader in = new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8))) {
            in.lines().filter(line -> !line.isBlank()).forEach(lines::add);
        }
        return hasTimes(lines) ? timed(lines) : List.of(untimed(numbers(lines), random, endMillis));
    }

    private static boolean hasTimes(List<String> lines) {
        return lines.size() > 1 && lines.get(1).split("[,;]", -1).length > 1 && millis(lines.get(1)) != Long.MIN_VALUE;
    }

    private static String cell(String text) {
        return text.replace("\"", "").strip();
    }

    /// The time in the first column; `Long.MIN_VALUE` where there is none.
    private static long millis(String line) {
        String text = cell(line.split("[,;]", -1)[0]).replace(' ', 'T').replace("Z", "");
        try {
            return LocalDateTime.parse(text).toInstant(ZoneOffset.UTC).toEpochMilli();
        } catch (DateTimeParseException _) {
            return Long.MIN_VALUE;
        }
    }

    /// Each column of numbers is an item.
    private static List<Series.Builder> timed(List<String> lines) {
        String[] titles = lines.getFirst().split("[,;]", -1);
        List<Series.Builder> columns = new ArrayList<>();
        for (int column = 1; column < titles.length; column++) {
            if (cell(titles[column]).equalsIgnoreCase("label")) {
                continue;
            }
            Series.Builder builder = new Series.Builder(ValueKind.DOUBLE);
            for (String line : lines.subList(1, lines.size())) {
                String[] cells = line.split("[,;]", -1);
                builder.add(millis(line), Double.doubleToRawLongBits(number(cell(cells[column]))));
            }
            columns.add(builder);
        }
        return columns;
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException _) {
            return Double.NaN;
        }
    }

    private static List<Double> numbers(List<String> lines) {
        return lines.stream()
                .map(line -> {
                    String[] cells = line.split(",", -1);
                    return number(cell(cells[cells.length - 1]));
                })
                .toList();
    }

    /// Values without times: each minute one, off by the jitter of the SNMP day.
    private static Series.Builder untimed(List<Double> values, SeededRandom random, long endMillis) {
        Series.Builder builder = new Series.Builder(ValueKind.DOUBLE);
        long start = Math.floorDiv(endMillis, MINUTE_MILLIS) * MINUTE_MILLIS - values.size() * MINUTE_MILLIS;
        for (int i = 0; i < values.size(); i++) {
            double radius = Math.sqrt(-2 * Math.log(1 - random.nextDouble()));
            long off = Math.round(JITTER_MILLIS * radius * Math.cos(2 * Math.PI * random.nextDouble()));
            builder.add(start + i * MINUTE_MILLIS + off, Double.doubleToRawLongBits(values.get(i)));
        }
        return builder;
    }

    /// Whether what a store gave back is what it got, bit for bit.
    boolean isSame(List<Series> other) {
        if (other.size() != series.size()) {
            return false;
        }
        for (int i = 0; i < series.size(); i++) {
            if (!series.get(i).isSame(other.get(i))) {
                return false;
            }
        }
        return true;
    }
}
