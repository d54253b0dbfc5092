package zonda.devices;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import zonda.devices.farm.DeviceQuirk;
import zonda.devices.farm.Farm;
import zonda.devices.farm.Network;
import zonda.devices.farm.RecordingFarm;
import zonda.devices.farm.RecordingSettings;
import zonda.devices.farm.Users;
import zonda.devices.recording.Recording;
import zonda.devices.recording.RecordingFolder;
import zonda.runtime.DiskFile;
import zonda.runtime.LocalDisk;
import zonda.runtime.MonotonicClock;
import zonda.runtime.WallClock;

/// The part of `zonda devices` that serves recordings.
final class RecordingOptions {
    private static final int FAILED = 1;

    @Option(
            names = "--recordings",
            paramLabel = "DIR",
            description =
                    "Serves the recordings below a folder (.snmprec, .snmpwalk, .walk, and these packed as .bz2)"
                            + " instead of the demo's network: one at each address of --listen, in the order of names and"
                            + " again from the first; at every address also by its name (its path without ending) as"
                            + " community, or in version 3 as context. Needs 64-bit Linux. --listen is then a network such as 127.0.0.0/8:1161")
    private Path folder = Path.of("");

    @Option(
            names = "--latency",
            paramLabel = "MS",
            defaultValue = "0",
            description = "With --recordings: milliseconds until an answer leaves (default: ${DEFAULT-VALUE})")
    private double latency;

    @Option(
            names = "--loss",
            paramLabel = "PERCENT",
            defaultValue = "0",
            description = "With --recordings: requests that are dropped at random (default: ${DEFAULT-VALUE})")
    private double loss;

    @Option(
            names = "--dead",
            paramLabel = "PERCENT",
            defaultValue = "0",
            description = "With --recordings: addresses that never answer (default: ${DEFAULT-VALUE})")
    private double dead;

    @Option(
            names = "--max-answer",
            paramLabel = "BYTES",
            defaultValue = "" + RecordingSettings.DEFAULT_LARGEST_ANSWER_BYTES,
            description = "With --recordings: longest answer; a longer one is tooBig, or cut"
                    + " (default: ${DEFAULT-VALUE})")
    private int largestAnswer = RecordingSettings.DEFAULT_LARGEST_ANSWER_BYTES;

    @Option(names = "--grow", description = "With --recordings: counters and the time since start grow")
    private boolean grow;

    @Option(
            names = "--freeze",
            description = "With --recordings: the clock of values that vary stands still, and delays that recordings"
                    + " ask for are not kept")
    private boolean freeze;

    @Option(
            names = "--quirk",
            paramLabel = "KIND[=NUMBER][@GLOB]",
            description = "With --recordings: makes devices odd, all or those whose recording's name matches. KIND is"
                    + " unordered, looping, short-answers (varbinds), empty-too-big (repetitions),"
                    + " zero-length-integers, foreign-source, wrong-report-id, slow (ms), silent (repetitions),"
                    + " duplicate, late (ms) or resetting-clock (s)")
    private List<String> quirks = new ArrayList<>();

    @Option(
            names = "--user",
            paramLabel = "NAME[:AUTH:PASSPHRASE[:PRIV:PASSPHRASE]]",
            description = "With --recordings: a user of version 3, instead of the usual ones: 'none', and one for each"
                    + " pair of protocols such as 'sha256' and 'sha256-aes128' with passphrase '"
                    + Users.USUAL_PASSPHRASE + "'")
    private List<String> users = new ArrayList<>();

    @Option(
            names = "--list",
            paramLabel = "FILE",
            description = "With --recordings: writes the devices into a file: address, name, rows, lines skipped")
    private Path list = Path.of("");

    @Option(names = "--rates", description = "With --recordings: prints rates once a second")
    private boolean rates;

    boolean areGiven() {
        return !folder.toString().isEmpty();
    }

    int run(CommandLine line, String listen, int port, long seed) {
        PrintWriter out = line.getOut();
        RecordingSettings settings;
        try {
            settings = settings(listen, port, seed);
        } catch (IllegalArgumentException e) {
            throw new CommandLine.ParameterException(line, String.valueOf(e.getMessage()), e);
        }
        try (StopSignal stop = new StopSignal()) {
            List<RecordingFolder.Found> files = RecordingFolder.find(folder);
            if (files.isEmpty()) {
                throw new IOException("no recordings in '" + folder + "', wanted .snmprec, .snmpwalk or .walk files");
            }
            try (RecordingFarm farm = RecordingFarm.open(
                    settings,
                    files,
                    MonotonicClock.system(),
                    WallClock.system(ZoneId.systemDefault()),
                    words -> line.getErr().println("zonda devices: " + words))) {
                tell(farm, settings, out);
                RatePrinter printer = new RatePrinter(out);
                farm.run(stop::isAsked, rates ? printer::print : (totals, nanos) -> {});
                Farm.Totals totals = farm.totals();
                out.println("stopped after " + totals.requests() + " requests, " + totals.answers() + " answers");
                out.flush();
                return stop.exitStatus();
            }
        } catch (IOException e) {
            line.getErr().println("zonda devices: " + e.getMessage());
            return FAILED;
        }
    }

    private RecordingSettings settings(String listen, int port, long seed) {
        int colon = listen.indexOf(':');
        int ownPort = port;
        if (colon >= 0) {
            String text = listen.substring(colon + 1);
            if (!text.matches("[0-9]{1,5}")) {
                throw new IllegalArgumentException("--listen has port '" + text + "', wanted 0 to 65535");
            }
            ownPort = Integer.parseInt(text);
        }
        List<DeviceQuirk> odd = quirks.stream().map(DeviceQuirk::parse).toList();
        Network network = Network.parse(colon < 0 ? listen : listen.substring(0, colon));
        return new RecordingSettings(
                network,
                ownPort,
                latency,
                loss,
                dead,
                largestAnswer,
                seed,
                freeze,
                grow,
                odd,
                users.isEmpty()
                        ? Users.usual()
                        : users.stream().map(Users::parse).toList());
    }

    private void tell(RecordingFarm farm, RecordingSettings settings, PrintWriter out) throws IOException {
        long rows = 0;
        SortedMap<String, Integer> skipped = new TreeMap<>();
        StringBuilder table = new StringBuilder("address\tname\trows\tskipped\n");
        List<Recording> recordings = farm.recordings();
        for (int i = 0; i < recordings.size(); i++) {
            Recording recording = recordings.get(i);
            rows += recording.rows();
            recording.skipped().forEach((reason, count) -> skipped.merge(reason, count, Integer::sum));
            table.append(Network.dotted(settings.network().address(i)))
                    .append('\t')
                    .append(recording.name())
                    .append('\t')
                    .append(recording.rows())
                    .append('\t')
                    .append(recording.skipped())
                    .append('\n');
        }
        if (!list.toString().isEmpty()) {
            write(table.toString());
        }
        for (Map.Entry<String, Integer> reason : skipped.entrySet()) {
            out.println("skipped: " + reason.getValue() + " lines: " + reason.getKey());
        }
        out.println("listening: " + recordings.size() + " recordings with " + rows + " rows on " + settings.network()
                + ", UDP port " + farm.port());
        out.flush();
    }

    private void write(String text) throws IOException {
        Path file = list.toAbsolutePath();
        Path parent = file.getParent();
        if (parent == null) {
            throw new IOException("--list is '" + list + "', wanted a file");
        }
        LocalDisk disk = new LocalDisk(parent);
        String name = file.getFileName().toString();
        if (disk.exists(name)) {
            disk.delete(name);
        }
        try (DiskFile written = disk.create(name)) {
            written.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), 0);
        }
    }
}
