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

/// `zonda snmp walk`.
@Command(
        name = "walk",
        mixinStandardHelpOptions = true,
        description = "Walks over a device's objects one by one, as net-snmp's snmpwalk does.")
public final class WalkCommand implements Callable<Integer> {
    @Mixin
    private AccessOptions access = new AccessOptions();

    @Option(names = "-C", paramLabel = "LETTERS", description = WalkLetters.HELP)
    private List<String> letters = new ArrayList<>();

    @Option(
            names = "-CE",
            paramLabel = "OID",
            description = "Ends before this OID, in numbers, and not where the root's own objects end")
    private String end = "";

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
        WalkLetters read = WalkLetters.read(letters, false, end, spec.commandLine());
        return new Asking(spec.commandLine(), access).walk(root, read.way());
    }
}
