package zonda.language;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// Writes numbers for people with their units, as Zabbix's pages do: `1.5 Gbps`, `12.3 KB`, `3
/// days, 02:10:05`.
public final class Units {
    private static final String[] PREFIXES = {"", "K", "M", "G", "T", "P", "E", "Z", "Y"};

    private Units() {}

    /// Writes a number with units; a `!` before the units means "no prefixes".
    public static String format(double value, String units, ZoneId zone) {
        return switch (units) {
            case "uptime" -> uptime(value);
            case "s" -> seconds(value);
            case "unixtime" ->
                DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT)
                        .withZone(zone)
                        .format(Instant.ofEpochSecond((long) value));
            default -> scaled(value, units);
        };
    }

    private static String scaled(double value, String units) {
        boolean plain = units.isEmpty()
                || units.startsWith("!")
                || units.equals("%")
                || units.equals("ms")
                || units.equals("rpm")
                || units.equals("RPM");
        String shown = units.startsWith("!") ? units.substring(1) : units;
        if (plain) {
            return digits(value) + (shown.isEmpty() ? "" : " " + shown);
        }
        double base = units.equals("B") || units.equals("Bps") ? 1024 : 1000;
        int prefix = 0;
        double rest = value;
        while (Math.abs(rest) >= base && prefix < PREFIXES.length - 1) {
            rest /= base;
            prefix++;
        }
        return digits(rest) + " " + PREFIXES[prefix] + shown;
    }

    private static String digits(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return Long.toString((long) value);
        }
        int decimals = Math.abs(value) >= 0.01 ? 2 : 6;
        String text = String.format(Locale.ROOT, "%." + decimals + "f", value);
        int end = text.length();
        while (text.charAt(end - 1) == '0') {
            end--;
        }
        return text.substring(0, text.charAt(end - 1) == '.' ? end - 1 : end);
    }

    private static String uptime(double value) {
        long seconds = (long) value;
        long days = seconds / 86_400;
        String clock =
                String.format(Locale.ROOT, "%02d:%02d:%02d", seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60);
        return days == 0 ? clock : days + (days == 1 ? " day, " : " days, ") + clock;
    }

    private static String seconds(double value) {
        if (Math.abs(value) < 1) {
            return digits(value * 1_000) + " ms";
        }
        if (Math.abs(value) < 60) {
            return digits(value) + " s";
        }
        long total = (long) value;
        StringBuilder out = new StringBuilder();
        long[] sizes = {86_400, 3_600, 60, 1};
        String[] names = {"d", "h", "m", "s"};
        int parts = 0;
        for (int i = 0; i < sizes.length && parts < 3; i++) {
            long count = total / sizes[i];
            total %= sizes[i];
            if (count > 0) {
                out.append(out.isEmpty() ? "" : " ").append(count).append(names[i]);
                parts++;
            }
        }
        return out.toString();
    }
}
