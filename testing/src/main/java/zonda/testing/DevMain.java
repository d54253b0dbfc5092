package zonda.testing;

import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;
import zonda.server.CommandLines;
import zonda.testing.bench.BenchCommand;
import zonda.testing.conformance.ConformanceCommand;
import zonda.testing.conformance.TemplatesCommand;
import zonda.testing.crash.CrashCommand;
import zonda.testing.mibs.MibNamesCommand;
import zonda.testing.soak.SoakCommand;
import zonda.testing.walks.CompareWalksCommand;

/// `zonda dev`: what engineers use. Each command ends with one line of JSON on standard output, and
/// exits 0 only where
/// its claim holds.
@Command(
        name = "zonda dev",
        mixinStandardHelpOptions = true,
        description =
                "What engineers use. Each command ends with one line of JSON and exits 0 only where its claim holds.",
        subcommands = {
            BenchCommand.class,
            ConformanceCommand.class,
            TemplatesCommand.class,
            SoakCommand.class,
            CrashCommand.class,
            CompareWalksCommand.class,
            MibNamesCommand.class,
            CommandLine.HelpCommand.class
        })
public final class DevMain implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    private DevMain() {}

    @Override
    public Integer call() {
        spec.commandLine().usage(System.out);
        return 0;
    }

    public static void main(String[] arguments) {
        System.exit(CommandLines.of(new DevMain())
                .setExecutionExceptionHandler((fault, where, parsed) -> failed(fault, where))
                .execute(arguments));
    }

    /// Also what could not be run ends with a line of JSON.
    private static int failed(Exception fault, CommandLine where) {
        String words = fault.getMessage() == null ? fault.toString() : fault.getMessage();
        where.getErr().println(where.getCommandSpec().qualifiedName() + ": " + words);
        where.getErr().flush();
        where.getOut().println(JsonMapper.shared().writeValueAsString(Map.of("error", words)));
        where.getOut().flush();
        return CommandLine.ExitCode.SOFTWARE;
    }
}
