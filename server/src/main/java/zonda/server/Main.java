package zonda.server;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// The command line: `zonda server`, `zonda passwd`, `zonda trace` ...
@Command(
        name = "zonda",
        version = "zonda " + Main.VERSION,
        mixinStandardHelpOptions = true,
        description = "Zonda monitors networks and servers: Zabbix's job, in one process.",
        subcommands = {
            ServerCommand.class,
            CheckCommand.class,
            PasswdCommand.class,
            ReloadCommand.class,
            TraceCommand.class,
            PreprocessCommand.class,
            StoreCommand.class,
            SnmpCommand.class,
            CommandLine.HelpCommand.class
        },
        footer = {
            "",
            "Started by the launcher, with --help of their own:",
            "  demo      Shows Zonda at work on a simulated network",
            "  devices   The simulated network by itself",
            "  test      Everything that is checked before a change is taken",
            "  dev       What engineers use: benchmarks, soak tests"
        })
public final class Main implements Callable<Integer> {
    static final String VERSION = "0.1.0";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private Main() {}

    static String version() {
        return VERSION;
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(System.out);
        return 0;
    }

    public static void main(String[] arguments) {
        System.exit(CommandLines.of(new Main()).execute(arguments));
    }
}
