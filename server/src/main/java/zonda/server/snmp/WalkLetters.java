package zonda.server.snmp;

import java.util.List;
import picocli.CommandLine;

/// The letters of `-C` of walks: `c`, `p`, `i`, and with GETBULK `rNUMBER` and `nNUMBER`.
///
/// @param way what they say
record WalkLetters(Asking.WalkWay way) {
    /// mib-2, as in net-snmp.
    static final String USUAL_ROOT = "1.3.6.1.2.1";

    static final String HELP =
            "c: go on where names do not increase; p: tell how many there were; i: begin with the root itself";
    static final String BULK_HELP = HELP + "; rNUMBER: repetitions (10); nNUMBER: non-repeaters (0)";

    private static final int USUAL_REPETITIONS = 10;
    private static final int MOST = 65_535;

    /// @throws CommandLine.ParameterException at a letter that is none
    static WalkLetters read(List<String> given, boolean bulk, CommandLine line) {
        boolean checks = true;
        boolean counts = false;
        boolean includes = false;
        int repetitions = bulk ? USUAL_REPETITIONS : 0;
        int nonRepeaters = 0;
        for (String letters : given) {
            int at = 0;
            while (at < letters.length()) {
                char letter = letters.charAt(at++);
                int end = at;
                while (end < letters.length() && Character.isDigit(letters.charAt(end))) {
                    end++;
                }
                switch (letter) {
                    case 'c' -> checks = false;
                    case 'p' -> counts = true;
                    case 'i' -> includes = true;
                    case 'r' -> repetitions = number(letters, at, end, bulk, line);
                    case 'n' -> nonRepeaters = number(letters, at, end, bulk, line);
                    default -> throw wrong(letters, line);
                }
                at = letter == 'r' || letter == 'n' ? end : at;
            }
        }
        return new WalkLetters(
                new Asking.WalkWay(bulk ? Math.max(1, repetitions) : 0, nonRepeaters, checks, counts, includes));
    }

    private static int number(String letters, int from, int to, boolean bulk, CommandLine line) {
        if (!bulk || from == to || to - from > 5 || Integer.parseInt(letters.substring(from, to)) > MOST) {
            throw wrong(letters, line);
        }
        return Integer.parseInt(letters.substring(from, to));
    }

    private static CommandLine.ParameterException wrong(String letters, CommandLine line) {
        return new CommandLine.ParameterException(line, "-C is '" + letters + "', wanted letters as in --help");
    }
}
