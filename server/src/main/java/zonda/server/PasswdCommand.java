package zonda.server;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `zonda passwd`: sets the administrator's password; a running server takes it at the next log-in.
@Command(
        name = "passwd",
        mixinStandardHelpOptions = true,
        description = "Sets the administrator's password. Asked for twice on a terminal; otherwise read as one line"
                + " from standard input.")
final class PasswdCommand implements Callable<Integer> {
    private static final int SHORTEST = 8;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "data",
            description = "The data folder (default: data)")
    private Path data = Path.of("data");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException {
        var err = spec.commandLine().getErr();
        if (!Files.isDirectory(data)) {
            err.println("zonda passwd: there is no data folder " + data + "; give the server's with --data DIR");
            return 1;
        }
        String password = read();
        if (password == null) {
            err.println("zonda passwd: the two entries differ; nothing was changed");
            return 2;
        }
        if (password.length() < SHORTEST) {
            err.println("zonda passwd: the password has " + password.length() + " characters, wanted at least "
                    + SHORTEST + "; nothing was changed");
            return 2;
        }
        new AccountFile(data).setPassword(password);
        spec.commandLine().getOut().println("The password of Admin is changed.");
        return 0;
    }

    @SuppressWarnings("SystemConsoleNull") // the annotated JDK still says that it may be null
    private @Nullable String read() throws IOException {
        Console console = System.console();
        if (console != null && console.isTerminal()) {
            String first = new String(console.readPassword("New password: "));
            String second = new String(console.readPassword("Once more: "));
            return first.equals(second) ? first : null;
        }
        String line = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
        return line == null ? "" : line;
    }
}
