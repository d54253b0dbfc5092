package zonda.testing.soak;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import tools.jackson.databind.json.JsonMapper;
import zonda.runtime.MonotonicClock;
import zonda.runtime.simulation.TraceHash;

/// `zonda dev soak`: runs the server's core in simulation, one trial per seed, and tells what
/// broke.
@CommandLine.Command(
        name = "soak",
        mixinStandardHelpOptions = true,
        description = {
            "Runs the server's core in simulation, with randomly built networks and faults,",
            "and checks it against slow and simple truths. Ends with one line of JSON."
        })
public final class SoakCommand implements Callable<Integer> {
    @CommandLine.Spec
    private CommandLine.Model.@Nullable CommandSpec spec;

    @CommandLine.Option(names = "--seed", defaultValue = "1", description = "first seed (default: ${DEFAULT-VALUE})")
    private long seed;

    @CommandLine.Option(
            names = "--seeds",
            defaultValue = "10",
            description = "how many seeds (default: ${DEFAULT-VALUE})")
    private int seeds;

    @CommandLine.Option(
            names = "--hours",
            defaultValue = "1",
            description = "simulated hours per seed (default: ${DEFAULT-VALUE})")
    private double hours;

    @CommandLine.Option(
            names = "--plant",
            defaultValue = "none",
            description = "a fault to build in: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})",
            converter = PlantConverter.class,
            completionCandidates = PlantWords.class)
    private Plant plant = Plant.NONE;

    @CommandLine.Option(
            names = "--hosts",
            description = "hosts, each with a device, all items at 60 s; by default the seed draws a world")
    private @Nullable Integer hosts;

    @CommandLine.Option(
            names = "--items",
            defaultValue = "10",
            description = "items per host, with --hosts (default: ${DEFAULT-VALUE})")
    private int items;

    /// The words of plants.
    static final class PlantWords implements Iterable<String> {
        @Override
        public java.util.Iterator<String> iterator() {
            return java.util.Arrays.stream(Plant.values()).map(Plant::word).iterator();
        }
    }

    /// Reads a plant's word.
    static final class PlantConverter implements CommandLine.ITypeConverter<Plant> {
        @Override
        public Plant convert(String word) {
            for (Plant plant : Plant.values()) {
                if (plant.word().equals(word)) {
                    return plant;
                }
            }
            throw new CommandLine.TypeConversionException(
                    "'" + word + "', wanted one of " + String.join(", ", new PlantWords()));
        }
    }

    @Override
    public Integer call() {
        CommandLine.Model.CommandSpec known = spec;
        if (known == null) {
            throw new IllegalStateException("the command line has not been read");
        }
        PrintWriter out = known.commandLine().getOut();
        if (seeds < 1 || !(hours > 0)) {
            throw new CommandLine.ParameterException(
                    known.commandLine(),
                    "--seeds is " + seeds + " and --hours " + hours + ", wanted 1 or more and above 0");
        }
        MonitoredWorld.Size size = hosts == null ? null : new MonitoredWorld.Size(hosts, items, true);
        MonotonicClock clock = MonotonicClock.system();
        SoakReport report = new SoakReport();
        for (long next = seed; next < seed + seeds; next++) {
            long started = clock.nanos();
            SoakTrial.Outcome outcome =
                    new SoakTrial(next, Duration.ofNanos((long) (hours * 3.6e12)), size, plant).run();
            report.add(outcome);
            out.printf(
                    "seed %d: %d values, %d problems, %d crashes, %d violations, %.1f s%n",
                    next,
                    outcome.valuesAcknowledged(),
                    outcome.problemsChecked(),
                    outcome.crashes(),
                    outcome.violations().size(),
                    (clock.nanos() - started) / 1e9);
            outcome.violations().forEach(violation -> out.println("  " + violation));
            out.flush();
        }
        out.println(report.json());
        out.flush();
        return report.isClean() ? 0 : 1;
    }

    /// Sums up trials.
    static final class SoakReport {
        private final TraceHash trace = new TraceHash();
        private int seeds;
        private double hours;
        private long violations;
        private int failedSeeds;
        private long values;
        private long crashes;
        private long torn;
        private long lost;
        private long steps;
        private long problems;
        private long flips;
        private long acknowledgements;

        void add(SoakTrial.Outcome outcome) {
            seeds++;
            hours += outcome.simulatedHours();
            violations += outcome.violations().size();
            failedSeeds += outcome.violations().isEmpty() ? 0 : 1;
            values += outcome.valuesAcknowledged();
            crashes += outcome.crashes();
            torn += outcome.tornWrites();
            lost += outcome.datagramsLost();
            steps += outcome.clockSteps();
            problems += outcome.problemsChecked();
            flips += outcome.bitsFlipped();
            acknowledgements += outcome.acknowledgementsChecked();
            trace.add(outcome.traceHash());
        }

        /// Nothing broke, and there was something that could.
        boolean isClean() {
            boolean proved = values > 0 && crashes > 0 && torn > 0 && lost > 0 && steps > 0 && problems > 0;
            return violations == 0 && failedSeeds == 0 && proved;
        }

        String json() {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("seeds", seeds);
            fields.put("simulated_hours", Math.round(hours * 1_000) / 1_000.0);
            fields.put("violations", violations);
            fields.put("failed_seeds", failedSeeds);
            fields.put("values_acknowledged", values);
            fields.put("crashes", crashes);
            fields.put("torn_writes", torn);
            fields.put("bits_flipped", flips);
            fields.put("datagrams_lost", lost);
            fields.put("clock_steps", steps);
            fields.put("problems_checked", problems);
            fields.put("acknowledgements_checked", acknowledgements);
            fields.put("trace_hash", trace.toString());
            return JsonMapper.shared().writeValueAsString(fields);
        }
    }
}
