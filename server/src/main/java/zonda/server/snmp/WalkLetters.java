package zonda.server.snmp;

import java.util.List;
import picocli.CommandLine;

/// The letters of `-C` of walks: `c`, `p`, `i`, with GETNEXT `I` and `t`, with GETBULK `rNUMBER`
/// and `nNUMBER`.
///
/// @param way what they say
record WalkLetters(Asking.WalkWay way) {
    /// mib-2, as in net-snmp.
    static final String USUAL_ROOT = "1.3.6.1.2.1";

    private static final String BOTH =
            "c: go on where names do not increase; p: tell how many there were; i: begin with the root itself";
    static final String HELP =
            BOTH + "; I: do not ask for the root itself where nothing is below it; t: tell how long it took";
    static final String BULK_HELP = BOTH + "; rNUMBER: repetitions (10); nNUMBER: non-repeaters (0)";

    private static final int USUAL_REPETITIONS = 10;
    private static final int MOST = 65_535;

    /// @param bulk whether it walks by GETBULK
    /// @param last where the walk ends, as written; empty for the root's own end
    /// @throws CommandLine.ParameterException at a letter that is none
    static WalkLetters read(List<String> given, boolean bulk, String last, CommandLine line) {
        boolean checks = true;
        boolean counts = false;
        boolean includes = false;
        boolean leavesOut = false;
        boolean times = false;
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
                if (bulk ? letter == 'I' || letter == 't' : letter == 'r' || letter == 'n') {
                    throw wrong(letter, bulk, line);
                }
                switch (letter) {
                    case 'c' -> checks = false;
                    case 'p' -> counts = true;
                    case 'i' -> includes = true;
                    case 'I' -> leavesOut = true;
                    case 't' -> times = true;
                    case 'r' -> repetitions = number(letters, at, end, line);
                    case 'n' -> nonRepeaters = number(letters, at, end, line);
                    default -> throw wrong(letter, bulk, line);
                }
                at = letter == 'r' || letter == 'n' ? end : at;
            }
        }
        return new WalkLetters(new Asking.WalkWay(
                bulk ? Math.max(1, repetitions) : 0, nonRepeaters, checks, counts, includes, leavesOut, times, last));
    }

    private static int number(String letters, int from, int to, CommandLine line) {
        String digits = letters.substring(from, to);
        if (digits.isEmpty() || digits.length() > 5 || Integer.parseInt(digits) > MOST) {
            throw new CommandLine.ParameterException(
                    line,
                    "-C" + letters.charAt(from - 1) + " has number '" + digits + "', wanted 0 to " + MOST
                            + " right behind it");
        }
        return Integer.parseInt(digits);
    }

    private static CommandLine.ParameterException wrong(char letter, boolean bulk, CommandLine line) {
        return new CommandLine.ParameterException(
                line, "-C has '" + letter + "', wanted letters of " + (bulk ? "c, p, i, r, n" : "c, p, i, I, t, E"));
    }
}
