package zonda.server;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import zonda.model.Nearest;

/// How all our command lines answer what they do not know: with the nearest word that they do.
public final class CommandLines {
    private CommandLines() {}

    /// A command line that answers wrong words with the nearest right one and exit status 2.
    public static CommandLine of(Object command) {
        return new CommandLine(command)
                .setParameterExceptionHandler((fault, arguments) -> explain(fault, List.of(arguments)));
    }

    private static int explain(ParameterException fault, List<String> arguments) {
        CommandLine where = fault.getCommandLine();
        CommandSpec spec = where.getCommandSpec();
        PrintWriter err = where.getErr();
        String name = spec.qualifiedName();
        err.println(name + ": " + words(fault, spec, arguments));
        err.println("Try '" + name + " --help'.");
        return CommandLine.ExitCode.USAGE;
    }

    private static String words(ParameterException fault, CommandSpec spec, List<String> arguments) {
        for (String each : arguments) {
            String option = each.contains("=") ? each.substring(0, each.indexOf('=')) : each;
            boolean isOption = option.startsWith("-") && option.length() > 1;
            if (isOption && wasNotUnderstood(fault, each) && !isKnown(spec, option)) {
                return "unknown option '" + option + "'"
                        + Nearest.suggestion(option, spec.optionsMap().keySet());
            }
        }
        if (fault instanceof CommandLine.UnmatchedArgumentException unmatched
                && !spec.subcommands().isEmpty()) {
            String word = unmatched.getUnmatched().getFirst();
            return "unknown command '" + word + "'"
                    + Nearest.suggestion(
                            word, new ArrayList<>(spec.subcommands().keySet()));
        }
        return String.valueOf(fault.getMessage());
    }

    /// Where something else is missing, the library does not come to look at the unknown word.
    private static boolean wasNotUnderstood(ParameterException fault, String argument) {
        return fault instanceof CommandLine.UnmatchedArgumentException unmatched
                ? unmatched.getUnmatched().contains(argument)
                : fault instanceof CommandLine.MissingParameterException;
    }

    private static boolean isKnown(CommandSpec spec, String option) {
        for (CommandSpec each = spec; each != null; each = each.parent() == null ? null : each.parent()) {
            if (each.optionsMap().containsKey(option)) {
                return true;
            }
        }
        return option.startsWith("-X");
    }
}
