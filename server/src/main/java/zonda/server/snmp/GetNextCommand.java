package zonda.server.snmp;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `zonda snmp getnext`.
@Command(
        name = "getnext",
        mixinStandardHelpOptions = true,
        description = "Asks a device for what stands behind names, as net-snmp's snmpgetnext does.")
public final class GetNextCommand implements Callable<Integer> {
    @Mixin
    private AccessOptions access = new AccessOptions();

    @Option(
            names = "-C",
            paramLabel = "LETTERS",
            description = "f: what version 1 refuses is not left out to ask for the rest again")
    private List<String> letters = new ArrayList<>();

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "OID", description = "Names in numbers")
    private List<String> names = new ArrayList<>();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        for (String given : letters) {
            if (!given.equals("f")) {
                throw new CommandLine.ParameterException(spec.commandLine(), "-C is '" + given + "', wanted f");
            }
        }
        return new Asking(spec.commandLine(), access).get(names, true, letters.isEmpty());
    }
}
