package zonda.language;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// Writes numbers for people with their units, as Zabbix's pages do: `1.5 Gbps`, `12.3 KB`, `3
/// days, 02:10:05` (Zabbix manual, "Creating an item", field Units).
///
/// `B` and `Bps` count prefixes in steps of 1,024, other units in steps of 1,000. No prefixes for
/// `%`, `ms`, `rpm`, and where the units start with `!` (not shown) or are empty. `s` becomes up to
/// three parts, `uptime` days and a clock, `unixtime` a date.
public final class Units {
    private static final String[] PREFIXES = {"", "K", "M", "G", "T", "P", "E", "Z", "Y"};
    private static final String[] PART_NAMES = {"y", "M", "d", "h", "m", "s", "ms"};
    private static final long[] PART_MILLIS = {
        31_536_000_000L, 2_592_000_000L, 86_400_000L, 3_600_000L, 60_000L, 1_000L, 1L
    };
    private static final int MOST_PARTS = 3;
    private static final double LARGEST_WHOLE = 1e15;
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

    private Units() {}

    /// Writes a number with units.
    ///
    /// @param zone in which `unixtime` is shown
    public static String format(double value, String units, ZoneId zone) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return Double.toString(value);
        }
        return switch (units) {
            case "uptime" -> uptime(value);
            case "s" -> seconds(value);
            case "unixtime" -> date(value, zone);
            default -> scaled(value, units);
        };
    }

    private static String date(double value, ZoneId zone) {
        boolean isDate = Math.abs(value) < 1e11;
        return isDate ? DATE.withZone(zone).format(Instant.ofEpochSecond((long) value)) : digits(value);
    }

    private static String scaled(double value, String units) {
        String shown = units.startsWith("!") ? units.substring(1) : units;
        boolean plain = units.startsWith("!")
                || switch (units) {
                    case "", "%", "ms", "rpm", "RPM" -> true;
                    default -> false;
                };
        if (plain) {
            return digits(value) + (shown.isEmpty() ? "" : " " + shown);
        }
        double base = units.equals("B") || units.equals("Bps") ? 1_024 : 1_000;
        int prefix = 0;
        double rest = value;
        // Half a unit of the last shown digit is reckoned in, so that 999.999 becomes 1 K and not
        // 1000.
        while (Math.abs(rest) + 0.005 >= base && prefix < PREFIXES.length - 1) {
            rest /= base;
            prefix++;
        }
        return digits(rest) + " " + PREFIXES[prefix] + shown;
    }

    /// A number with up to two decimals, small ones with up to six, very small or large ones with
    /// an exponent.
    private static String digits(double value) {
        double size = Math.abs(value);
        if (value == Math.rint(value) && size < LARGEST_WHOLE) {
            return Long.toString((long) value);
        }
        if (size >= LARGEST_WHOLE || size < 0.000_001) {
            return String.format(Locale.ROOT, "%.2E", value);
        }
        int decimals = size >= 0.01 ? 2 : 6;
        String text = String.format(Locale.ROOT, "%." + decimals + "f", value);
        int end = text.length();
        while (text.charAt(end - 1) == '0') {
            end--;
        }
        return text.substring(0, text.charAt(end - 1) == '.' ? end - 1 : end);
    }

    private static String uptime(double value) {
        long seconds = (long) Math.abs(value);
        long days = seconds / 86_400;
        String clock =
                String.format(Locale.ROOT, "%02d:%02d:%02d", seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60);
        String shown = days == 0 ? clock : days + (days == 1 ? " day, " : " days, ") + clock;
        return value <= -1 ? "-" + shown : shown;
    }

    private static String seconds(double value) {
        double size = Math.abs(value);
        if (size == 0) {
            return "0";
        }
        if (size < 0.001) {
            return "< 1ms";
        }
        if (size > 1e12) {
            return digits(value) + " s";
        }
        long left = Math.round(size * 1_000);
        StringBuilder out = new StringBuilder(value < 0 ? "-" : "");
        int parts = 0;
        for (int i = 0; i < PART_MILLIS.length && parts < MOST_PARTS; i++) {
            long count = left / PART_MILLIS[i];
            left %= PART_MILLIS[i];
            if (count > 0) {
                out.append(parts > 0 ? " " : "").append(count).append(PART_NAMES[i]);
            }
            // Once begun, each smaller unit takes one of the three places, shown or not.
            parts += count > 0 || parts > 0 ? 1 : 0;
        }
        return out.toString();
    }
}
