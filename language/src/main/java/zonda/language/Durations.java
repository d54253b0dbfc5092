package zonda.language;

import java.time.Duration;

/// Lengths of time in Zabbix's form: a number with `s`, `m`, `h`, `d` or `w`; without a suffix,
/// seconds.
public final class Durations {
    private static final long LONGEST_SECONDS = 25L * 365 * 86_400;
    private static final int MOST_DIGITS = 12;

    private Durations() {}

    /// Reads a length of time, from 0 to 25 years.
    public static Duration parse(String text) throws LanguageException {
        return Duration.ofSeconds(seconds(text));
    }

    /// Reads a length of time in whole seconds, from 0 to 25 years.
    public static long seconds(String text) throws LanguageException {
        return seconds(text, LONGEST_SECONDS, "25 years");
    }

    static long seconds(String text, long most, String mostInWords) throws LanguageException {
        String trimmed = text.trim();
        int digits = 0;
        while (digits < trimmed.length() && Numbers.isDigit(trimmed.charAt(digits))) {
            digits++;
        }
        String suffix = trimmed.substring(digits);
        long unit = suffix.isEmpty() ? 1 : suffix.length() == 1 ? unitSeconds(suffix.charAt(0)) : 0;
        if (digits == 0 || unit == 0) {
            throw new LanguageException(
                    0,
                    "'" + Seen.shortened(text)
                            + "' is no length of time, wanted a number with s, m, h, d or w, such as 30s");
        }
        if (digits > MOST_DIGITS || Long.parseLong(trimmed.substring(0, digits)) > most / unit) {
            throw new LanguageException(0, "'" + Seen.shortened(text) + "' is too long, wanted at most " + mostInWords);
        }
        return Long.parseLong(trimmed.substring(0, digits)) * unit;
    }

    /// Seconds of a unit's letter; 0 for a letter that is none.
    static long unitSeconds(char unit) {
        return switch (unit) {
            case 's' -> 1;
            case 'm' -> 60;
            case 'h' -> 3_600;
            case 'd' -> 86_400;
            case 'w' -> 604_800;
            default -> 0;
        };
    }

    /// Writes whole seconds with the largest unit that fits exactly.
    public static String print(long seconds) {
        for (char unit : new char[] {'w', 'd', 'h', 'm'}) {
            long size = unitSeconds(unit);
            if (seconds != 0 && seconds % size == 0) {
                return seconds / size + String.valueOf(unit);
            }
        }
        return seconds + "s";
    }
}
