package zonda.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/// `zonda reload`: the running server reads its configuration again.
@Command(
        name = "reload",
        mixinStandardHelpOptions = true,
        description = "Lets the running server read its configuration again and apply what has changed.")
final class ReloadCommand implements Callable<Integer> {
    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "data",
            description = "The data folder (default: data)")
    private Path data = Path.of("data");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws InterruptedException {
        try {
            JsonNode answer = new OperatorClient(data).post("api/reload");
            for (JsonNode fault : answer.path("faults")) {
                spec.commandLine().getErr().println(fault.asString());
            }
            spec.commandLine().getOut().println(answer.path("result").asString());
            return answer.path("faults").isEmpty() ? 0 : 1;
        } catch (IOException e) {
            spec.commandLine().getErr().println("zonda reload: " + e.getMessage());
            return 1;
        }
    }
}
