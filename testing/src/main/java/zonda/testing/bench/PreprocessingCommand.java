package zonda.testing.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.LongFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.json.JsonMapper;
import zonda.model.ItemValueType;
import zonda.model.PreprocessingStep;

/// `zonda dev bench preprocessing`: what each kind of step costs.
@Command(
        name = "preprocessing",
        mixinStandardHelpOptions = true,
        description = {
            "CPU nanoseconds and allocated bytes a value, for each kind of step, through the product's own preprocessor"
                    + " on one thread: multiplier and change per second on a million items in shuffled order; JSONPath"
                    + " on documents of 2 kB for the first dependent and each following one, beside Jackson's bare"
                    + " token pass over the same bytes; a Prometheus page of 1,000 lines; a short script with distinct"
                    + " inputs; then each kind on 10,000 items.",
            "",
            "Exits 0 where multiplier and change per second allocate nothing (less than a tenth of a byte a value) and"
                    + " JSONPath for the first dependent has at least half the rate of the token pass; with --require"
                    + " also where the four rates aimed at are reached."
        })
public final class PreprocessingCommand implements Callable<Integer> {
    private static final int ITEMS = 10_000;
    private static final int EVALUATIONS = 100_000;
    private static final int ROUNDS = 4;
    private static final int WARM_UP = 8;
    private static final double NEXT_TO_NOTHING = 0.1;
    private static final double LEAST_OF_JACKSON = 0.5;

    @Option(
            names = "--items",
            defaultValue = "1000000",
            description = "Items with multiplier and change per second (default: 1000000)")
    private int items;

    @Option(names = "--seed", defaultValue = "1", description = "Of the order of items (default: 1)")
    private long seed;

    @Option(
            names = "--millis",
            defaultValue = "400",
            description =
                    "CPU time of each measurement; as long before it for the compiler, or eight times (default: 400)")
    private int millis;

    @Option(
            names = "--require",
            description =
                    "Fail below 10 million values/s, a million/s for each following dependent, 2,000 pages/s and a"
                            + " million scripts/s")
    private boolean isRequired;

    @Option(
            names = "--zabbix-js",
            paramLabel = "PROGRAM",
            defaultValue = "",
            description = "Zabbix's own zabbix_js (Debian: package zabbix-proxy-sqlite3), to run a script of 100,000"
                    + " evaluations beside ours; left out where none is named")
    private String zabbixJs = "";

    private final Map<String, Double> figures = new LinkedHashMap<>();
    private boolean holds = true;

    @Override
    public Integer call() throws IOException, InterruptedException {
        numbers();
        documents();
        pages();
        scripts();
        besideZabbix();
        kinds();
        StringBuilder json = new StringBuilder("{");
        figures.forEach(
                (name, value) -> json.append('"').append(name).append(String.format(Locale.ROOT, "\":%.4f,", value)));
        System.out.println(json.append("\"items\":" + items + ",\"seed\":" + seed + ",\"holds\":" + holds + "}"));
        return holds ? 0 : 1;
    }

    private StepRig.Cost measured(StepRig rig) {
        Duration time = Duration.ofMillis(millis);
        return rig.measure(time, time);
    }

    /// The same with a longer warm-up, for rates that are aimed at: where a pass over all items
    /// takes longer than a measurement, the compiler has not seen enough after one. The best of
    /// some rounds: what disturbs only makes slower.
    private StepRig.Cost measuredWarm(StepRig rig) {
        Duration time = Duration.ofMillis(millis);
        StepRig.Cost best = rig.measure(Duration.ofMillis(WARM_UP * (long) millis), time);
        for (int round = 1; round < ROUNDS; round++) {
            StepRig.Cost next = rig.measure(Duration.ZERO, time);
            best = next.nanos() < best.nanos() ? next : best;
        }
        return best;
    }

    private void put(String name, StepRig.Cost cost) {
        figures.put(name + "_ns_per_value", cost.nanos());
        figures.put(name + "_allocated_bytes_per_value", cost.allocatedBytes());
        System.err.printf(
                Locale.ROOT, "%-32s %12.1f ns %12.1f bytes a value%n", name, cost.nanos(), cost.allocatedBytes());
    }

    private void aim(String name, double perSecond, double wanted) {
        figures.put(name, perSecond);
        System.err.printf(Locale.ROOT, "%-32s %,12.0f, aim %,.0f%n", name, perSecond, wanted);
        holds &= !isRequired || perSecond >= wanted;
    }

    private void numbers() {
        StepRig rig = new StepRig(
                items,
                ItemValueType.FLOAT,
                List.of(step(PreprocessingStep.Type.MULTIPLIER, "8"), step(PreprocessingStep.Type.CHANGE_PER_SECOND)),
                0,
                List.of());
        rig.giveCounters(seed, id -> id * 1_000_003);
        StepRig.Cost cost = measuredWarm(rig);
        put("multiplier_and_change_per_second", cost);
        aim("multiplier_and_change_per_second_values_per_s", cost.perSecond(), 10e6);
        holds &= cost.allocatedBytes() < NEXT_TO_NOTHING && rig.passedShare() > 0;
    }

    private void documents() {
        List<PreprocessingStep> path = List.of(step(PreprocessingStep.Type.JSONPATH, "$.interfaces[15].counters.in"));
        // In turns, the best of each: their differences are what is told, and must not be noise.
        StepRig[] rigs = {documents(0, path), documents(1, path), documents(11, path)};
        double[] nanos = {Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE};
        double bare = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < rigs.length; i++) {
                nanos[i] = Math.min(nanos[i], measured(rigs[i]).nanos());
            }
            bare = Math.min(bare, barePass());
        }
        holds &= rigs[0].passedShare() == 1 && rigs[1].passedShare() == 2 && rigs[2].passedShare() == 12;
        double ofFirst = nanos[1] - nanos[0];
        double ofFollowing = (nanos[2] - nanos[1]) / 10;
        figures.put("json_master_alone_ns_per_value", nanos[0]);
        figures.put("json_bytes", (double) document(1).getBytes(StandardCharsets.UTF_8).length);
        figures.put("jackson_bare_pass_ns_per_document", bare);
        figures.put("jsonpath_first_dependent_ns", ofFirst);
        figures.put("jsonpath_following_dependent_ns", ofFollowing);
        figures.put("jsonpath_first_dependent_share_of_jackson", bare / ofFirst);
        System.err.printf(
                Locale.ROOT,
                "JSONPath on 2 kB: %.0f ns for the first dependent, %.0f for each following; Jackson's bare pass %.0f%n",
                ofFirst,
                ofFollowing,
                bare);
        aim("jsonpath_following_dependents_per_s", 1e9 / ofFollowing, 1e6);
        holds &= bare / ofFirst >= LEAST_OF_JACKSON;
    }

    private static StepRig documents(int dependents, List<PreprocessingStep> path) {
        StepRig rig = new StepRig(1_000, ItemValueType.TEXT, List.of(), dependents, path);
        rig.giveTexts(PreprocessingCommand::document);
        return rig;
    }

    /// The state of interfaces of a device, about 2 kB.
    private static String document(long id) {
        StringBuilder text = new StringBuilder("{\"device\":\"switch " + id + "\",\"interfaces\":[");
        for (int i = 0; i < 24; i++) {
            text.append(i == 0 ? "" : ",")
                    .append("{\"name\":\"eth")
                    .append(i)
                    .append("\",\"up\":true,\"counters\":{\"in\":")
                    .append(id * 1_000_003 + i)
                    .append(",\"out\":")
                    .append(id * 7_919 + i)
                    .append(",\"rate\":0.")
                    .append(100 + i)
                    .append("}}");
        }
        return text.append("]}").toString();
    }

    /// @return CPU nanoseconds of a document
    private double barePass() {
        JsonMapper mapper = JsonMapper.shared();
        List<byte[]> documents = new ArrayList<>();
        for (long id = 1; id <= 1_000; id++) {
            documents.add(document(id).getBytes(StandardCharsets.UTF_8));
        }
        var threads = ManagementFactory.getThreadMXBean();
        double nanos = 0;
        long tokens = 0;
        for (int round = 0; round < 2; round++) {
            long spent = 0;
            long count = 0;
            while (spent < millis * 1_000_000L) {
                long start = threads.getCurrentThreadCpuTime();
                for (byte[] document : documents) {
                    try (JsonParser parser = mapper.createParser(document)) {
                        while (parser.nextToken() != null) {
                            tokens++;
                        }
                    }
                }
                spent += threads.getCurrentThreadCpuTime() - start;
                count += documents.size();
            }
            nanos = (double) spent / count;
        }
        holds &= tokens > 0;
        return nanos;
    }

    private void pages() {
        StepRig rig = new StepRig(
                100,
                ItemValueType.FLOAT,
                List.of(step(PreprocessingStep.Type.PROMETHEUS_PATTERN, "requests_total{path=\"/p500\"}", "value", "")),
                0,
                List.of());
        rig.giveTexts(id -> page(id, 1_000));
        StepRig.Cost cost = measuredWarm(rig);
        put("prometheus_page_1000_lines", cost);
        aim("prometheus_pages_per_s", cost.perSecond(), 2_000);
    }

    private static String page(long id, int lines) {
        StringBuilder text = new StringBuilder("# TYPE requests_total counter\n");
        for (int i = 0; i < lines; i++) {
            text.append("requests_total{path=\"/p")
                    .append(i)
                    .append("\",code=\"200\"} ")
                    .append(id * 1_000 + i)
                    .append('\n');
        }
        return text.toString();
    }

    private void scripts() {
        StepRig rig = new StepRig(
                100_000,
                ItemValueType.FLOAT,
                List.of(step(PreprocessingStep.Type.JAVASCRIPT, "return (value*8/1024).toFixed(2)")),
                0,
                List.of());
        rig.giveTexts(id -> Long.toString(id * 977));
        StepRig.Cost cost = measuredWarm(rig);
        put("script_to_fixed", cost);
        aim("scripts_per_s", cost.perSecond(), 1e6);
    }

    /// The same script in Zabbix's own engine and in ours: both in one process and one run of it,
    /// so that starting costs neither anything.
    private void besideZabbix() throws IOException, InterruptedException {
        if (zabbixJs.isEmpty()) {
            System.err.println("Zabbix's own engine is not measured: --zabbix-js names none");
            return;
        }
        String script = "var r; for (var i = 0; i < " + EVALUATIONS
                + "; i++) { r = ((+value + i) * 8 / 1024).toFixed(2); }" + " return r;";
        double theirs = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            theirs = Math.min(theirs, cpuSeconds(script) / EVALUATIONS * 1e9);
        }
        StepRig rig = new StepRig(
                1, ItemValueType.FLOAT, List.of(step(PreprocessingStep.Type.JAVASCRIPT, script)), 0, List.of());
        rig.giveTexts(id -> "1");
        double ours = measuredWarm(rig).nanos() / EVALUATIONS;
        figures.put("zabbix_js_ns_per_evaluation", theirs);
        figures.put("script_loop_ns_per_evaluation", ours);
        System.err.printf(
                Locale.ROOT, "an evaluation within one script: %.0f ns, Zabbix's own engine %.0f ns%n", ours, theirs);
    }

    /// CPU seconds of one run of Zabbix's program.
    private double cpuSeconds(String script) throws IOException, InterruptedException {
        Path file = Files.createTempFile("zonda-bench", ".js");
        try {
            Files.writeString(file, script);
            String quoted = "'" + zabbixJs.replace("'", "'\\''") + "'";
            Process process = new ProcessBuilder(
                            "sh", "-c", quoted + " -s " + file + " -p 1 -t 60 >/dev/null || exit 3; times")
                    .redirectErrorStream(true)
                    .start();
            String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IOException("'" + zabbixJs + "' cannot run a script: " + told.strip());
            }
            // The second line of `times` is that of the children: user and system, as 0m1.230000s.
            String[] children = told.strip().split("\n")[1].split(" ");
            return seconds(children[0]) + seconds(children[1]);
        } finally {
            Files.delete(file);
        }
    }

    private static double seconds(String minutesAndSeconds) {
        int m = minutesAndSeconds.indexOf('m');
        return 60 * Double.parseDouble(minutesAndSeconds.substring(0, m))
                + Double.parseDouble(minutesAndSeconds.substring(m + 1, minutesAndSeconds.length() - 1));
    }

    private void kinds() {
        for (PreprocessingStep.Type type : PreprocessingStep.Type.values()) {
            StepRig rig = new StepRig(ITEMS, ItemValueType.TEXT, List.of(sample(type)), 0, List.of());
            rig.giveTexts(texts(type));
            put(type.name().toLowerCase(Locale.ROOT), measured(rig));
        }
    }

    private static PreprocessingStep sample(PreprocessingStep.Type type) {
        return switch (type) {
            case MULTIPLIER -> step(type, "8");
            case RTRIM, LTRIM, TRIM -> step(type, " %");
            case REGEX -> step(type, "load: (\\d+\\.\\d+)", "\\1");
            case BOOL_TO_DECIMAL, OCTAL_TO_DECIMAL, HEX_TO_DECIMAL -> step(type);
            case SIMPLE_CHANGE, CHANGE_PER_SECOND, DISCARD_UNCHANGED, XML_TO_JSON -> step(type);
            case XMLPATH -> step(type, "/status/fan/@speed");
            case JSONPATH -> step(type, "$.status.fan");
            case IN_RANGE -> step(type, "0", "1000000000");
            case MATCHES_REGEX -> step(type, "load: \\d+");
            case NOT_MATCHES_REGEX -> step(type, "error: \\d+");
            case CHECK_JSON_ERROR -> step(type, "$.error");
            case CHECK_XML_ERROR -> step(type, "/status/error");
            case CHECK_REGEX_ERROR -> step(type, "error: (\\d+)", "\\1");
            case DISCARD_UNCHANGED_HEARTBEAT -> step(type, "10m");
            case JAVASCRIPT -> step(type, "return JSON.parse(value).status.fan");
            case PROMETHEUS_PATTERN -> step(type, "requests_total{path=\"/p5\"}", "value", "");
            case PROMETHEUS_TO_JSON -> step(type, "requests_total");
            case CSV_TO_JSON -> step(type, ",", "\"", "1");
            case STR_REPLACE -> step(type, "load", "weight");
            case CHECK_NOT_SUPPORTED ->
                new PreprocessingStep(type, List.of("-1"), PreprocessingStep.OnFail.SET_VALUE, "none");
            case SNMP_WALK_VALUE -> step(type, "1.3.6.1.2.1.2.2.1.10.5", "0");
            case SNMP_WALK_TO_JSON -> step(type, "{#IN}", "1.3.6.1.2.1.2.2.1.10", "0");
            case SNMP_GET_VALUE -> step(type, "2");
        };
    }

    /// What the kind's sample works on: tens of bytes, documents a few hundred.
    private static LongFunction<String> texts(PreprocessingStep.Type type) {
        return switch (type) {
            case MULTIPLIER, SIMPLE_CHANGE, CHANGE_PER_SECOND, IN_RANGE -> Long::toString;
            case RTRIM, LTRIM, TRIM -> id -> "  " + id + " %";
            case REGEX, MATCHES_REGEX, NOT_MATCHES_REGEX, CHECK_REGEX_ERROR, STR_REPLACE ->
                id -> "uptime 12 days, load: " + id + ".25, users 3";
            case BOOL_TO_DECIMAL -> id -> id % 2 == 0 ? "up" : "false";
            case OCTAL_TO_DECIMAL -> Long::toOctalString;
            case HEX_TO_DECIMAL -> Long::toHexString;
            case XMLPATH, CHECK_XML_ERROR, XML_TO_JSON ->
                id -> "<status><fan speed=\"" + id + "\">on</fan><power>200</power></status>";
            case JSONPATH, CHECK_JSON_ERROR, JAVASCRIPT ->
                id -> "{\"status\":{\"power\":200,\"fan\":" + id + "},\"name\":\"unit\"}";
            case DISCARD_UNCHANGED, DISCARD_UNCHANGED_HEARTBEAT, CHECK_NOT_SUPPORTED -> id -> "state " + id;
            case PROMETHEUS_PATTERN, PROMETHEUS_TO_JSON -> id -> page(id, 10);
            case CSV_TO_JSON -> id -> "name,load\n\"unit " + id + "\",1\nother,2\n";
            case SNMP_WALK_VALUE, SNMP_WALK_TO_JSON -> PreprocessingCommand::walk;
            case SNMP_GET_VALUE -> id -> "BF 48 29 CA";
        };
    }

    private static String walk(long id) {
        StringBuilder text = new StringBuilder();
        for (int i = 1; i <= 10; i++) {
            text.append(".1.3.6.1.2.1.2.2.1.10.")
                    .append(i)
                    .append(" = Counter32: ")
                    .append(id + i)
                    .append('\n');
        }
        return text.toString();
    }

    private static PreprocessingStep step(PreprocessingStep.Type type, String... parameters) {
        return new PreprocessingStep(type, List.of(parameters), PreprocessingStep.OnFail.DEFAULT, "");
    }
}
