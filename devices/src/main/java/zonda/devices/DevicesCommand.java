package zonda.devices;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import zonda.devices.demo.ConfigurationText;
import zonda.devices.demo.DemoNetwork;
import zonda.devices.demo.DemoService;
import zonda.runtime.DiskFile;
import zonda.runtime.FaultHandler;
import zonda.runtime.LocalDisk;
import zonda.runtime.LocalMachine;
import zonda.runtime.Machine;
import zonda.runtime.Shard;

/// `zonda devices`: runs the demo's network, or recordings as devices, until Ctrl-C; its subcommand
/// is `farm`.
@Command(
        name = "devices",
        mixinStandardHelpOptions = true,
        subcommands = FarmCommand.class,
        description = {
            "Simulates a network of SNMP devices on loopback addresses: switches, routers, UPSes, servers and"
                    + " printers, with things that go wrong. Each device has its own address in 127.0.0.0/8 and"
                    + " answers SNMP v1 and v2c there; nothing is reachable from other machines.",
            "",
            "Ctrl-C stops it."
        })
public final class DevicesCommand implements Callable<Integer> {
    private static final int FAILED = 1;
    private static final int MAILBOX = 16;

    @Option(
            names = "--listen",
            paramLabel = "ADDRESS",
            defaultValue = "127.20.0.0",
            description =
                    "The devices' network: their addresses have its first two numbers (default: ${DEFAULT-VALUE})")
    private String listen = "127.20.0.0";

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "1161",
            description = "UDP port of all devices; 0 takes a free one (default: ${DEFAULT-VALUE})")
    private int port = 1161;

    @Option(
            names = "--community",
            paramLabel = "TEXT",
            defaultValue = "public",
            description = "The only community that gets answers (default: ${DEFAULT-VALUE})")
    private String community = "public";

    @Option(
            names = "--seed",
            paramLabel = "NUMBER",
            defaultValue = "1",
            description = "All values, and what goes wrong when, depend on it (default: ${DEFAULT-VALUE})")
    private long seed = 1;

    @Option(
            names = "--write-configuration",
            paramLabel = "FILE",
            description = "Writes the Zonda configuration (YAML) that monitors this network, replacing the file")
    private Path configuration = Path.of("");

    @Option(names = "--only-write", description = "Ends after --write-configuration; nothing listens")
    private boolean onlyWrite;

    @Mixin
    private RecordingOptions recordings = new RecordingOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        if (recordings.areGiven()) {
            boolean named = spec.commandLine().getParseResult().hasMatchedOption("--listen");
            return recordings.run(spec.commandLine(), named ? listen : "127.0.0.0/8", port, seed);
        }
        int[] base = address();
        if (port < 0 || port > 65_535) {
            throw wrong("--port is " + port + ", wanted 0 to 65535");
        }
        boolean writes = !configuration.toString().isEmpty();
        if (onlyWrite && !writes) {
            throw wrong("--only-write is given without --write-configuration FILE");
        }
        if (onlyWrite && port == 0) {
            throw wrong("--port is 0 with --only-write, wanted the port that the devices will have");
        }
        try (StopSignal stop = new StopSignal()) {
            return run(base, writes, stop);
        } catch (IOException e) {
            spec.commandLine().getErr().println("zonda devices: " + e.getMessage());
            return FAILED;
        }
    }

    private int run(int[] base, boolean writes, StopSignal stop) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        FaultHandler faults = (where, fault) -> {
            spec.commandLine().getErr().println("zonda devices: a fault of its own in " + where + ": " + fault);
            stop.failed();
        };
        Machine machine = new LocalMachine(Path.of("").toAbsolutePath(), ZoneId.systemDefault(), faults);
        DemoNetwork network = DemoNetwork.build(seed, base, machine.wallClock().epochNanos() / 1_000_000);
        if (onlyWrite) {
            write(network, port, out);
            return 0;
        }
        Shard shard = machine.newShard(0, "devices", MAILBOX);
        try (DemoService service = DemoService.open(
                network,
                machine.datagrams(shard),
                port,
                community,
                machine.monotonicClock().nanos())) {
            if (writes) {
                write(network, service.port(), out);
            }
            shard.add(service);
            try (Machine.Running _ = machine.run(shard)) {
                out.println("listening: " + network.size() + " devices on " + base[0] + "." + base[1]
                        + ".*.*, UDP port " + service.port() + ", community '" + community + "'");
                out.flush();
                stop.await();
            }
            out.println("stopped after " + service.requests() + " requests, " + service.answers() + " answers");
            out.flush();
        }
        return stop.exitStatus();
    }

    private void write(DemoNetwork network, int servicePort, PrintWriter out) throws IOException {
        Path file = configuration.toAbsolutePath();
        Path folder = file.getParent();
        if (folder == null) {
            throw new IOException("--write-configuration is '" + configuration + "', wanted a file");
        }
        String name = file.getFileName().toString();
        String partial = name + ".part";
        LocalDisk disk = new LocalDisk(folder);
        byte[] text = ConfigurationText.of(network, servicePort, community).getBytes(StandardCharsets.UTF_8);
        try {
            if (disk.exists(partial)) {
                disk.delete(partial);
            }
            try (DiskFile written = disk.create(partial)) {
                written.write(ByteBuffer.wrap(text), 0);
            }
            disk.rename(partial, name);
        } catch (IOException e) {
            throw new IOException("cannot write the configuration to " + file + ": " + e, e);
        }
        out.println("configuration: " + file + " (" + network.size() + " hosts, " + network.items() + " items, "
                + network.triggers() + " triggers)");
        out.flush();
    }

    private int[] address() {
        String[] parts = listen.split("\\.", -1);
        int[] numbers = new int[4];
        boolean good = parts.length == 4;
        for (int i = 0; i < 4 && good; i++) {
            good = parts[i].matches("[0-9]{1,3}") && Integer.parseInt(parts[i]) <= 255;
            numbers[i] = good ? Integer.parseInt(parts[i]) : 0;
        }
        if (!good || numbers[0] != 127) {
            throw wrong("--listen is '" + listen + "', wanted a loopback address such as 127.20.0.0");
        }
        return numbers;
    }

    private CommandLine.ParameterException wrong(String message) {
        return new CommandLine.ParameterException(spec.commandLine(), message);
    }
}
