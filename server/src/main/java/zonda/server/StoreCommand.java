package zonda.server;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `zonda store`: looks into a data folder whose server does not run.
@Command(
        name = "store",
        mixinStandardHelpOptions = true,
        description = "Looks into a data folder whose server does not run: verifies, measures, exports, merges.",
        subcommands = {
            StoreCheckCommand.class,
            StoreStatCommand.class,
            StoreDumpCommand.class,
            StoreCompactCommand.class,
            CommandLine.HelpCommand.class
        })
final class StoreCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getOut());
        return 2;
    }
}
