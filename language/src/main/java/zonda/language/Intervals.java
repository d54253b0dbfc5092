package zonda.language;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import zonda.model.TimeOfWeek;
import zonda.model.UpdateInterval;

/// Reads update intervals with custom intervals: `50s;10s/1-5,09:00-18:00;wd1-5h9-18/10m` (Zabbix
/// manual, "Custom intervals").
///
/// First comes the plain interval, 0 to 1 day. Then, each after a `;`, flexible intervals (a length
/// of time, `/`, a stretch of the week) and scheduling intervals. A plain interval of 0 needs a
/// custom one that asks, and none that is 0.
public final class Intervals {
    private static final Duration LONGEST = Duration.ofDays(1);
    private static final Pattern STRETCH =
            Pattern.compile("([1-7])(?:-([1-7]))?,([0-9]{1,2}):([0-9]{2})-([0-9]{1,2}):([0-9]{2})");

    private Intervals() {}

    /// Reads an update interval.
    public static UpdateInterval parse(String text) throws LanguageException {
        String[] parts = text.trim().split(";", -1);
        Duration interval = Durations.parse(parts[0]);
        if (interval.compareTo(LONGEST) > 0) {
            throw new LanguageException(0, "update interval '" + parts[0] + "', wanted 0 to 1d");
        }
        List<UpdateInterval.Flexible> flexible = new ArrayList<>(0);
        List<UpdateInterval.Scheduled> scheduled = new ArrayList<>(0);
        for (int i = 1; i < parts.length; i++) {
            String part = parts[i].trim();
            if (part.isEmpty()) {
                throw new LanguageException(
                        0, "update interval '" + Seen.shortened(text) + "', wanted a custom interval after each ';'");
            }
            if (Numbers.isDigit(part.charAt(0))) {
                flexible.add(flexible(part));
            } else {
                scheduled.add(new ScheduleReader(part).read());
            }
        }
        boolean hasPause = flexible.stream().anyMatch(f -> f.interval().isZero());
        if (interval.isZero() && (hasPause || flexible.isEmpty() && scheduled.isEmpty())) {
            throw new LanguageException(
                    0,
                    "update interval '" + Seen.shortened(text)
                            + "' is 0, wanted one above 0, or custom intervals of which none is 0");
        }
        return new UpdateInterval(interval, flexible, scheduled);
    }

    private static UpdateInterval.Flexible flexible(String text) throws LanguageException {
        int slash = text.indexOf('/');
        if (slash < 0) {
            throw new LanguageException(
                    0,
                    "flexible interval '" + Seen.shortened(text)
                            + "', wanted interval/stretch such as 10s/1-5,09:00-18:00");
        }
        long seconds = Durations.seconds(text.substring(0, slash), Integer.MAX_VALUE, Integer.MAX_VALUE + "s");
        return new UpdateInterval.Flexible(Duration.ofSeconds(seconds), period(text.substring(slash + 1)));
    }

    /// Reads a stretch of the week: `1-5,09:00-18:00`; day 1 is Monday.
    public static TimeOfWeek period(String text) throws LanguageException {
        Matcher parts = STRETCH.matcher(text.trim());
        if (!parts.matches()) {
            throw new LanguageException(
                    0,
                    "stretch of the week '" + Seen.shortened(text)
                            + "', wanted d-d,hh:mm-hh:mm such as 1-5,09:00-18:00");
        }
        int from = Integer.parseInt(parts.group(1));
        int to = parts.group(2) == null ? from : Integer.parseInt(parts.group(2));
        try {
            return new TimeOfWeek(
                    from, to, second(parts.group(3), parts.group(4)), second(parts.group(5), parts.group(6)));
        } catch (IllegalArgumentException e) {
            throw new LanguageException(0, "stretch of the week '" + text + "': " + e.getMessage());
        }
    }

    private static int second(String hours, String minutes) throws LanguageException {
        int minute = Integer.parseInt(minutes);
        if (minute > 59) {
            throw new LanguageException(0, "minute " + minutes + ", wanted 00 to 59");
        }
        return Integer.parseInt(hours) * 3_600 + minute * 60;
    }

    /// Reads one scheduling interval: `md1-31wd1-5h9-18/2m0,30s0`. Units stand from coarse to fine.
    /// Coarser ones that are left out mean all their values, finer ones mean the first.
    private static final class ScheduleReader {
        private enum Unit {
            MONTH_DAY("md", 1, 31),
            WEEK_DAY("wd", 1, 7),
            HOUR("h", 0, 23),
            MINUTE("m", 0, 59),
            SECOND("s", 0, 59);

            final String symbol;
            final int lowest;
            final int highest;

            Unit(String symbol, int lowest, int highest) {
                this.symbol = symbol;
                this.lowest = lowest;
                this.highest = highest;
            }

            long all() {
                return (-1L >>> (63 - highest)) & (-1L << lowest);
            }
        }

        private static final Unit[] UNITS = Unit.values();

        private final String text;
        private int at;

        ScheduleReader(String text) {
            this.text = withStepBehindItsUnit(text);
        }

        /// People also write a step with its unit behind it: `h9-18/10m` for `h9-18m/10`. With
        /// nothing
        /// after the unit it can mean nothing else.
        private static String withStepBehindItsUnit(String text) {
            return text.replaceFirst("/(\\d{1,2})([ms])$", "$2/$1");
        }

        UpdateInterval.Scheduled read() throws LanguageException {
            long[] sets = new long[UNITS.length];
            int finest = -1;
            while (at < text.length()) {
                Unit unit = unit();
                if (unit.ordinal() <= finest) {
                    throw fault("md, wd, h, m, s in this order, each once");
                }
                finest = unit.ordinal();
                at += unit.symbol.length();
                sets[finest] = set(unit);
            }
            for (Unit unit : UNITS) {
                int i = unit.ordinal();
                if (sets[i] == 0) {
                    // Days have no first value that would be meant: all of them.
                    sets[i] = i < finest || unit.lowest == 1 ? unit.all() : 1;
                }
            }
            return new UpdateInterval.Scheduled((int) sets[0], (int) sets[1], (int) sets[2], sets[3], sets[4]);
        }

        private Unit unit() throws LanguageException {
            for (Unit unit : UNITS) {
                if (text.startsWith(unit.symbol, at)) {
                    return unit;
                }
            }
            throw fault("md, wd, h, m or s");
        }

        private long set(Unit unit) throws LanguageException {
            long set = values(unit);
            while (at < text.length() && text.charAt(at) == ',') {
                at++;
                set |= values(unit);
            }
            return set;
        }

        /// One element of a list: `9`, `9-18`, `9-18/2` or `/2`.
        private long values(Unit unit) throws LanguageException {
            int start = at;
            int from = unit.lowest;
            int to = unit.highest;
            boolean hasStep = at < text.length() && text.charAt(at) == '/';
            if (!hasStep) {
                from = number(unit);
                to = from;
                if (at < text.length() && text.charAt(at) == '-') {
                    at++;
                    to = number(unit);
                    hasStep = at < text.length() && text.charAt(at) == '/';
                }
            }
            int step = 1;
            if (hasStep) {
                at++;
                step = number(unit);
            }
            if (from < unit.lowest || to > unit.highest || from > to || step < 1) {
                at = start;
                throw fault("values of " + unit.symbol + " from " + unit.lowest + " to " + unit.highest
                        + " in order, and a step above 0");
            }
            long set = 0;
            for (int value = from; value <= to; value += step) {
                set |= 1L << value;
            }
            return set;
        }

        private int number(Unit unit) throws LanguageException {
            int start = at;
            while (at < text.length() && at - start < 3 && Numbers.isDigit(text.charAt(at))) {
                at++;
            }
            if (at == start) {
                throw fault("a number from " + unit.lowest + " to " + unit.highest + ", or /step");
            }
            return Integer.parseInt(text.substring(start, at));
        }

        private LanguageException fault(String wanted) {
            return new LanguageException(
                    at + 1,
                    "scheduling interval '" + Seen.shortened(text) + "' has " + Seen.at(text, at) + ", wanted "
                            + wanted);
        }
    }
}
