package zonda.server.snmp;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `zonda snmp bulkwalk`.
@Command(
        name = "bulkwalk",
        mixinStandardHelpOptions = true,
        description = "Walks over a device's objects many at a time, as net-snmp's snmpbulkwalk does.")
public final class BulkWalkCommand implements Callable<Integer> {
    @Mixin
    private AccessOptions access = new AccessOptions();

    @Option(names = "-C", paramLabel = "LETTERS", description = WalkLetters.BULK_HELP)
    private List<String> letters = new ArrayList<>();

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "OID",
            defaultValue = WalkLetters.USUAL_ROOT,
            description = "Where to begin, in numbers (default: ${DEFAULT-VALUE})")
    private String root = WalkLetters.USUAL_ROOT;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        WalkLetters read = WalkLetters.read(letters, true, "", spec.commandLine());
        return new Asking(spec.commandLine(), access).walk(root, read.way());
    }
}
