package zonda.testing.bench;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `zonda dev bench`.
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = "Benchmarks.",
        subcommands = {
            PathCommand.class,
            RestartCommand.class,
            HistoryCommand.class,
            SnmpCommand.class,
            PreprocessingCommand.class,
            DevicesCommand.class,
            CommandLine.HelpCommand.class
        })
public final class BenchCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        spec.commandLine().usage(System.out);
        return 0;
    }
}
