package zonda.testing.mibs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/// `zonda dev mib-names`.
@Command(
        name = "mib-names",
        mixinStandardHelpOptions = true,
        description = {
            "Makes the table of names of SNMP objects that the configuration reads, out of MIB modules: module,"
                    + " name, number, syntax.",
            "Ends with one line of JSON."
        })
public final class MibNamesCommand implements Callable<Integer> {
    /// The modules whose objects templates ask for. Where two of them have one name, the one of the
    /// first module is meant when it stands alone.
    private static final List<String> MODULES = List.of(
            "SNMPv2-MIB",
            "IF-MIB",
            "HOST-RESOURCES-MIB",
            "IP-MIB",
            "TCP-MIB",
            "UDP-MIB",
            "IP-FORWARD-MIB",
            "ENTITY-MIB",
            "ENTITY-SENSOR-MIB",
            "UCD-SNMP-MIB",
            "UCD-DISKIO-MIB",
            "BRIDGE-MIB",
            "P-BRIDGE-MIB",
            "Q-BRIDGE-MIB",
            "LLDP-MIB",
            "POWER-ETHERNET-MIB",
            "UPS-MIB",
            "Printer-MIB",
            "BGP4-MIB",
            "OSPF-MIB",
            "VRRPV3-MIB",
            "DS1-MIB",
            "RMON-MIB",
            "SCTP-MIB",
            "IPV6-MIB",
            "NET-SNMP-AGENT-MIB",
            "SNMP-FRAMEWORK-MIB",
            "SNMP-USER-BASED-SM-MIB",
            "RFC1213-MIB");

    @Parameters(paramLabel = "DIR", description = "Folder of MIB modules, searched with all folders below")
    private Path folder = Path.of(".");

    @Option(names = "--output", required = true, paramLabel = "FILE", description = "The table")
    private Path output = Path.of(".");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException {
        List<String> lines = table(folder);
        Files.writeString(output, String.join("\n", lines) + "\n");
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("modules", MODULES.size());
        result.put("names", lines.size() - 1);
        spec.commandLine().getOut().println(new JsonMapper().writeValueAsString(result));
        spec.commandLine().getOut().flush();
        return lines.size() > 1 ? 0 : 1;
    }

    /// The lines of the table, with one on their source in front.
    static List<String> table(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> below = Files.walk(folder)) {
            files = below.filter(Files::isRegularFile).sorted().toList();
        }
        MibModules modules = new MibModules();
        for (Path file : files) {
            modules.add(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
        }
        Stream<String> head = Stream.of("# Names, numbers and syntaxes of objects in MIB modules of the IETF, the IEEE,"
                + " UCD and Net-SNMP; made by: zonda dev mib-names");
        Stream<String> rows = MODULES.stream()
                .flatMap(module -> modules.known().stream()
                        .filter(known -> known.module().equals(module))
                        .map(known -> String.join(" ", known.module(), known.name(), known.oid(), known.syntax())));
        return Stream.concat(head, rows).toList();
    }
}
