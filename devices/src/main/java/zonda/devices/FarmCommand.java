package zonda.devices;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.ZoneId;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import zonda.devices.agent.Agent;
import zonda.devices.farm.Farm;
import zonda.devices.farm.FarmSettings;
import zonda.runtime.MonotonicClock;
import zonda.runtime.WallClock;

/// `zonda devices farm`: as many devices as there are loopback addresses, for benchmarks.
@Command(
        name = "farm",
        mixinStandardHelpOptions = true,
        description = {
            "Answers as a switch with ifTable and ifXTable on every address in 127.0.0.0/8, SNMP v1 and v2c, any"
                    + " community, one thread. The socket is bound to all addresses, since a network of addresses"
                    + " cannot be bound; what was not sent to 127.0.0.0/8 is dropped unread. Needs 64-bit Linux.",
            "",
            "Ctrl-C stops it."
        })
final class FarmCommand implements Callable<Integer> {
    private static final int FAILED = 1;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "1161",
            description = "UDP port of every device; 0 takes a free one (default: ${DEFAULT-VALUE})")
    private int port = 1161;

    @Option(
            names = "--interfaces",
            paramLabel = "NUMBER",
            defaultValue = "48",
            description = "Interfaces of each device (default: ${DEFAULT-VALUE})")
    private int interfaces = 48;

    @Option(
            names = "--latency",
            paramLabel = "MS",
            defaultValue = "0",
            description = "Milliseconds until an answer leaves (default: ${DEFAULT-VALUE})")
    private double latency;

    @Option(
            names = "--loss",
            paramLabel = "PERCENT",
            defaultValue = "0",
            description = "Requests that are dropped at random (default: ${DEFAULT-VALUE})")
    private double loss;

    @Option(
            names = "--dead",
            paramLabel = "PERCENT",
            defaultValue = "0",
            description = "Addresses that never answer (default: ${DEFAULT-VALUE})")
    private double dead;

    @Option(
            names = "--max-answer",
            paramLabel = "BYTES",
            defaultValue = "" + Agent.DEFAULT_LARGEST_ANSWER_BYTES,
            description = "Longest answer; a longer one is tooBig, or cut (default: ${DEFAULT-VALUE})")
    private int largestAnswer = Agent.DEFAULT_LARGEST_ANSWER_BYTES;

    @Option(
            names = "--seed",
            paramLabel = "NUMBER",
            defaultValue = "1",
            description = "Which requests are lost and which addresses are dead depends on it"
                    + " (default: ${DEFAULT-VALUE})")
    private long seed = 1;

    @Option(names = "--rates", description = "Prints rates once a second")
    private boolean rates;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        FarmSettings settings;
        try {
            settings = new FarmSettings(port, interfaces, latency, loss, dead, largestAnswer, seed);
        } catch (IllegalArgumentException e) {
            throw new CommandLine.ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
        PrintWriter out = spec.commandLine().getOut();
        try (StopSignal stop = new StopSignal();
                Farm farm = new Farm(settings, MonotonicClock.system(), WallClock.system(ZoneId.systemDefault()))) {
            out.println("listening: every address in 127.0.0.0/8, UDP port " + farm.port() + ", " + interfaces
                    + " interfaces a device");
            out.flush();
            RatePrinter printer = new RatePrinter(out);
            farm.run(stop::isAsked, rates ? printer::print : (totals, nanos) -> {});
            Farm.Totals totals = farm.totals();
            out.println("stopped after " + totals.requests() + " requests, " + totals.answers() + " answers, "
                    + totals.varbinds() + " varbinds, " + totals.dropped() + " dropped, " + totals.refused()
                    + " refused");
            out.flush();
            return stop.exitStatus();
        } catch (IOException e) {
            spec.commandLine().getErr().println("zonda devices farm: " + e.getMessage());
            return FAILED;
        }
    }
}
