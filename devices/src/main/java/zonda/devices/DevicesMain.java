package zonda.devices;

import picocli.CommandLine;
import zonda.model.Nearest;

/// The simulated network as a program of its own: `zonda devices`.
public final class DevicesMain {
    private DevicesMain() {}

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new DevicesCommand())
                .setParameterExceptionHandler((fault, _) -> explain(fault))
                .execute(arguments));
    }

    private static int explain(CommandLine.ParameterException fault) {
        CommandLine where = fault.getCommandLine();
        String words = String.valueOf(fault.getMessage());
        if (fault instanceof CommandLine.UnmatchedArgumentException unmatched) {
            String word = unmatched.getUnmatched().getFirst();
            words = "unknown option '" + word + "'"
                    + Nearest.suggestion(
                            word, where.getCommandSpec().optionsMap().keySet());
        }
        where.getErr().println(where.getCommandSpec().qualifiedName() + ": " + words);
        return CommandLine.ExitCode.USAGE;
    }
}
