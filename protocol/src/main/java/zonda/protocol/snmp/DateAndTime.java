package zonda.protocol.snmp;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.HexFormat;

/// Dates as devices tell them: DateAndTime of RFC 2579, 8 octets in a local time that is not told
/// (read as UTC), or 11 with the offset from UTC. Stateless; any thread.
public final class DateAndTime {
    private static final int WITHOUT_ZONE = 8;
    private static final int WITH_ZONE = 11;

    /// Real zones go to +14:00.
    private static final int MOST_ZONE_HOURS = 14;

    private DateAndTime() {}

    /// Why the octets are no date; empty when they are one.
    public static String fault(byte[] data, int offset, int length) {
        if (length != WITHOUT_ZONE && length != WITH_ZONE) {
            return "a date of " + length + " octets, wanted 8 or 11";
        }
        boolean isZero = true;
        for (int i = 0; i < WITHOUT_ZONE; i++) {
            isZero &= data[offset + i] == 0;
        }
        if (isZero) {
            return "a date of zeros: it is not set";
        }
        int month = data[offset + 2] & 0xFF;
        int day = data[offset + 3] & 0xFF;
        boolean isDay = month >= 1
                && month <= 12
                && YearMonth.of(year(data, offset), month).isValidDay(day);
        boolean isTime = (data[offset + 4] & 0xFF) <= 23
                && (data[offset + 5] & 0xFF) <= 59
                && (data[offset + 6] & 0xFF) <= 60
                && (data[offset + 7] & 0xFF) <= 9;
        if (!isDay || !isTime || (length == WITH_ZONE && !isZone(data, offset))) {
            return "a date that is none: "
                    + HexFormat.ofDelimiter(" ").withUpperCase().formatHex(data, offset, offset + length);
        }
        return "";
    }

    private static boolean isZone(byte[] data, int offset) {
        byte direction = data[offset + 8];
        return (direction == '+' || direction == '-')
                && (data[offset + 9] & 0xFF) <= MOST_ZONE_HOURS
                && (data[offset + 10] & 0xFF) <= 59;
    }

    private static int year(byte[] data, int offset) {
        return (data[offset] & 0xFF) << 8 | data[offset + 1] & 0xFF;
    }

    /// Whole seconds since the epoch, of a date without [#fault].
    public static long epochSeconds(byte[] data, int offset, int length) {
        long days = LocalDate.of(year(data, offset), data[offset + 2] & 0xFF, data[offset + 3] & 0xFF)
                .toEpochDay();
        long minutes = (days * 24 + (data[offset + 4] & 0xFF)) * 60 + (data[offset + 5] & 0xFF);
        if (length == WITH_ZONE) {
            int ahead = (data[offset + 9] & 0xFF) * 60 + (data[offset + 10] & 0xFF);
            minutes += data[offset + 8] == '+' ? -ahead : ahead;
        }
        return minutes * 60 + (data[offset + 6] & 0xFF);
    }
}
