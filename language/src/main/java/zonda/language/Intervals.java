package zonda.language;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import zonda.model.TimeOfWeek;
import zonda.model.UpdateInterval;

/// Reads update intervals with custom intervals: `50s;10s/1-5,09:00-18:00;wd1-5h9-18/10m` (Zabbix
/// manual, "Custom
/// intervals").
public final class Intervals {
    private static final Duration LONGEST = Duration.ofDays(1);

    private Intervals() {}

    /// Reads an update interval.
    public static UpdateInterval parse(String text) throws LanguageException {
        String[] parts = text.trim().split(";", -1);
        Duration interval = Durations.parse(parts[0]);
        if (interval.compareTo(LONGEST) > 0) {
            throw new LanguageException(0, "update interval '" + parts[0] + "', wanted 0 to 1d");
        }
        List<UpdateInterval.Flexible> flexible = new ArrayList<>();
        List<UpdateInterval.Scheduled> scheduled = new ArrayList<>();
        for (int i = 1; i < parts.length; i++) {
            String part = parts[i].trim();
            if (part.isEmpty()) {
                continue;
            }
            if (Character.isDigit(part.charAt(0))) {
                flexible.add(flexible(part));
            } else {
                scheduled.add(new ScheduleReader(part).read());
            }
        }
        if (interval.isZero() && flexible.stream().allMatch(f -> f.interval().isZero()) && scheduled.isEmpty()) {
            throw new LanguageException(
                    0, "'" + text + "' asks never, wanted an update interval above 0 or a custom interval");
        }
        return new UpdateInterval(interval, flexible, scheduled);
    }

    private static UpdateInterval.Flexible flexible(String text) throws LanguageException {
        int slash = text.indexOf('/');
        if (slash < 0) {
            throw new LanguageException(
                    0, "flexible interval '" + text + "', wanted interval/period such as 10s/1-5,09:00-18:00");
        }
        Duration interval = Durations.parse(text.substring(0, slash));
        return new UpdateInterval.Flexible(interval, period(text.substring(slash + 1)));
    }

    /// Reads a stretch of the week: `1-5,09:00-18:00`.
    public static TimeOfWeek period(String text) throws LanguageException {
        java.util.regex.Matcher parts = java.util.regex.Pattern.compile(
                        "([1-7])(?:-([1-7]))?,(\\d{1,2}):(\\d{2})-(\\d{1,2}):(\\d{2})")
                .matcher(text.trim());
        if (!parts.matches()) {
            throw new LanguageException(0, "period '" + text + "', wanted d-d,hh:mm-hh:mm such as 1-5,09:00-18:00");
        }
        int from = Integer.parseInt(parts.group(1));
        int to = parts.group(2) == null ? from : Integer.parseInt(parts.group(2));
        try {
            return new TimeOfWeek(
                    from, to, second(parts.group(3), parts.group(4)), second(parts.group(5), parts.group(6)));
        } catch (IllegalArgumentException e) {
            throw new LanguageException(0, "period '" + text + "': " + e.getMessage());
        }
    }

    private static int second(String hours, String minutes) throws LanguageException {
        int minute = Integer.parseInt(minutes);
        if (minute > 59) {
            throw new LanguageException(0, "minute " + minutes + ", wanted 00 to 59");
        }
        return Integer.parseInt(hours) * 3_600 + minute * 60;
    }

    /// Reads one scheduling interval: `md1-31wd1-5h9-18/2m0,30s0`.
    private static final class ScheduleReader {
        private final String text;
        private int at;

        ScheduleReader(String text) {
            this.text = text;
        }

        UpdateInterval.Scheduled read() throws LanguageException {
            long monthDays = 0;
            long weekDays = 0;
            long hours = 0;
            long minutes = 0;
            long seconds = 0;
            int lastRank = -1;
            while (at < text.length()) {
                int rank;
                if (text.startsWith("md", at)) {
                    rank = 0;
                    at += 2;
                    monthDays = set(1, 31);
                } else if (text.startsWith("wd", at)) {
                    rank = 1;
                    at += 2;
                    weekDays = set(1, 7);
                } else if (text.startsWith("h", at)) {
                    rank = 2;
                    at++;
                    hours = set(0, 23);
                } else if (text.startsWith("m", at)) {
                    rank = 3;
                    at++;
                    minutes = set(0, 59);
                } else if (text.startsWith("s", at)) {
                    rank = 4;
                    at++;
                    seconds = set(0, 59);
                } else {
                    throw fault("md, wd, h, m or s");
                }
                if (rank <= lastRank) {
                    throw fault("md, wd, h, m, s in this order, each once");
                }
                lastRank = rank;
            }
            // Coarser parts that are left out mean all, finer ones mean zero.
            return new UpdateInterval.Scheduled(
                    (int) (monthDays == 0 ? all(1, 31) : monthDays),
                    (int) (weekDays == 0 ? all(1, 7) : weekDays),
                    (int) (hours != 0 ? hours : lastRank > 2 ? all(0, 23) : 1),
                    minutes != 0 ? minutes : lastRank > 3 ? all(0, 59) : 1,
                    seconds != 0 ? seconds : 1);
        }

        private static long all(int from, int to) {
            return (-1L >>> (63 - to)) & (-1L << from);
        }

        private long set(int lowest, int highest) throws LanguageException {
            long set = 0;
            do {
                int from = lowest;
                int to = highest;
                boolean ranged = false;
                if (at < text.length() && Character.isDigit(text.charAt(at))) {
                    from = number();
                    to = from;
                    if (at < text.length() && text.charAt(at) == '-') {
                        at++;
                        to = number();
                        ranged = true;
                    }
                } else if (at >= text.length() || text.charAt(at) != '/') {
                    throw fault("a number from " + lowest + " to " + highest + ", or /step");
                } else {
                    ranged = true;
                }
                int step = 1;
                if (ranged && at < text.length() && text.charAt(at) == '/') {
                    at++;
                    step = number();
                }
                if (from < lowest || to > highest || from > to || step < 1) {
                    throw fault("numbers from " + lowest + " to " + highest + " in order");
                }
                for (int value = from; value <= to; value += step) {
                    set |= 1L << value;
                }
            } while (at < text.length() && text.charAt(at) == ',' && at++ >= 0);
            return set;
        }

        private int number() throws LanguageException {
            int start = at;
            while (at < text.length() && at - start < 3 && Character.isDigit(text.charAt(at))) {
                at++;
            }
            if (at == start) {
                throw fault("a number");
            }
            return Integer.parseInt(text.substring(start, at));
        }

        private LanguageException fault(String wanted) {
            return new LanguageException(at + 1, "scheduling interval '" + text + "', wanted " + wanted);
        }
    }
}
