package zonda.server.snmp;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `zonda snmp record`.
@Command(
        name = "record",
        mixinStandardHelpOptions = true,
        description = "Walks over all that a device has and writes it to standard output as a recording (.snmprec) that"
                + " 'zonda devices --recordings' serves.")
public final class RecordCommand implements Callable<Integer> {
    @Mixin
    private AccessOptions access = new AccessOptions();

    @Option(
            names = "--anonymize",
            description =
                    "Replaces names, contacts, places, serial numbers, IPv4, IPv6, hardware and mail addresses, each by"
                            + " the same wherever it occurs; look it through before you give it away")
    private boolean anonymize;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "OID",
            defaultValue = ".1",
            description = "Where to begin, in numbers (default: all)")
    private String root = ".1";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        return new Asking(spec.commandLine(), access).record(root, anonymize);
    }
}
