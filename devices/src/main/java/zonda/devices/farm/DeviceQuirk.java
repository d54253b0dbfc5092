package zonda.devices.farm;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/// One thing in which devices differ from what is usual.
///
/// @param kind what
/// @param value how much of it, in the kind's unit
/// @param devices a glob of recordings' names; `**` for all
public record DeviceQuirk(Kind kind, double value, String devices) {
    /// What can be odd about a device, and how much of it there is where nothing is said.
    public enum Kind {
        /// Rows come as they stand in the file.
        UNORDERED(0),
        /// Behind the last row comes the first.
        LOOPING(0),
        /// At most so many varbinds in an answer.
        SHORT_ANSWERS(7),
        /// Above so many repetitions or varbinds: tooBig without any varbind.
        EMPTY_TOO_BIG(50),
        /// INTEGERs without content at some places of answers to GETBULK.
        ZERO_LENGTH_INTEGERS(0),
        /// Answers come from the neighbouring address.
        FOREIGN_SOURCE(0),
        /// Reports have a request id of their own.
        WRONG_REPORT_ID(2_147_483_647),
        /// Answers come so many milliseconds later.
        SLOW(400),
        /// No answer above so many repetitions or varbinds; 0 for none at all.
        SILENT(0),
        /// Each answer comes twice.
        DUPLICATE(0),
        /// Every third answer comes so many milliseconds later.
        LATE(1_500),
        /// The clock begins anew every so many seconds; that of the engine in version 3 by turns at
        /// zero and at [#FAR_SECONDS], without a new boot.
        RESETTING_CLOCK(60);

        /// Out of every time window.
        static final int FAR_SECONDS = 1_000_000;

        private final double usual;

        Kind(double usual) {
            this.usual = usual;
        }

        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        static String words() {
            return Arrays.stream(values()).map(Kind::word).collect(Collectors.joining(", "));
        }
    }

    /// Reads `KIND`, `KIND=NUMBER`, and either with `@GLOB` behind it.
    ///
    /// @throws IllegalArgumentException with what was wanted
    public static DeviceQuirk parse(String text) {
        int at = text.indexOf('@');
        String devices = at < 0 ? "**" : text.substring(at + 1);
        String what = at < 0 ? text : text.substring(0, at);
        int equals = what.indexOf('=');
        String word = equals < 0 ? what : what.substring(0, equals);
        for (Kind kind : Kind.values()) {
            if (!kind.word().equals(word)) {
                continue;
            }
            try {
                double value = equals < 0 ? kind.usual : Double.parseDouble(what.substring(equals + 1));
                if (value >= 0 && value <= Integer.MAX_VALUE) {
                    return new DeviceQuirk(kind, value, devices);
                }
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(wrongNumber(text), e);
            }
            throw new IllegalArgumentException(wrongNumber(text));
        }
        throw new IllegalArgumentException("quirk is '" + word + "', wanted one of " + Kind.words());
    }

    private static String wrongNumber(String text) {
        return "quirk '" + text + "' has a number that is none, wanted 0 to " + Integer.MAX_VALUE;
    }

    boolean concerns(String recording) {
        return FileSystems.getDefault().getPathMatcher("glob:" + devices).matches(Path.of(recording));
    }
}
