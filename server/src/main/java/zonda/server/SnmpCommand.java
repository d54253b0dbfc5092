package zonda.server;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import zonda.server.snmp.BulkWalkCommand;
import zonda.server.snmp.GetCommand;
import zonda.server.snmp.GetNextCommand;
import zonda.server.snmp.RecordCommand;
import zonda.server.snmp.WalkCommand;

/// `zonda snmp ...`: asks devices from the command line, as net-snmp's commands do.
@Command(
        name = "snmp",
        mixinStandardHelpOptions = true,
        description = "Asks a device over SNMP, with the options and the output of net-snmp's commands (without MIB"
                + " modules, as with -m '').",
        subcommands = {
            GetCommand.class,
            GetNextCommand.class,
            WalkCommand.class,
            BulkWalkCommand.class,
            RecordCommand.class,
            CommandLine.HelpCommand.class
        })
public final class SnmpCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getOut());
        return 0;
    }
}
