package zonda.protocol.snmp;

import java.time.Duration;

/// How a walk goes about it.
///
/// @param maxRepetitions the most rows that one GETBULK asks for; 0: GETNEXT, as in version 1
/// @param nonRepeaters as a GETBULK says it; 0 as a rule
/// @param isPatient whether requests are made smaller when the device cannot answer large ones
///     (`tooBig`, `genErr`, bad values, nothing at all), instead of ending the walk at the first
///     error
/// @param isLiteral whether rows come as they are answered, also when they came before, and, with
///     GETNEXT, also such as stand before the root: what net-snmp's commands print with `-Cc`.
///     Otherwise each row comes once, and only rows below the root
/// @param mostRows after which the walk ends
/// @param mostBytes of names and values, after which it ends
/// @param mostTime after which it ends
public record WalkOptions(
        int maxRepetitions,
        int nonRepeaters,
        boolean isPatient,
        boolean isLiteral,
        long mostRows,
        long mostBytes,
        Duration mostTime) {
    public WalkOptions {
        if (maxRepetitions < 0 || nonRepeaters < 0) {
            throw new IllegalArgumentException("repetitions " + maxRepetitions + " and non-repeaters " + nonRepeaters
                    + ", wanted 0 or more of each");
        }
    }

    /// For items: each row once, within bounds that no honest table meets.
    public static WalkOptions forItems(int maxRepetitions) {
        return new WalkOptions(maxRepetitions, 0, true, false, 1_000_000, 16 << 20, Duration.ofMinutes(2));
    }

    /// What net-snmp's `snmpwalk -Cc` (0 repetitions) and `snmpbulkwalk -Cc` print.
    public static WalkOptions likeNetSnmp(int maxRepetitions, int nonRepeaters) {
        return new WalkOptions(maxRepetitions, nonRepeaters, false, true, 10_000_000, 1L << 30, Duration.ofHours(1));
    }
}
