package zonda.devices.farm;

import java.util.List;
import zonda.devices.agent.Quirks;

/// What is odd about the devices of one recording, as the farm needs it.
///
/// @param slowMillis that each answer is later
/// @param lateMillis that every third answer is later
/// @param resetSeconds after which the clock begins anew; 0 for never
/// @param reportId the request id of reports; 0 for the request's own
record Traits(
        Quirks quirks,
        boolean unordered,
        boolean loops,
        boolean foreignSource,
        boolean duplicates,
        double slowMillis,
        double lateMillis,
        double resetSeconds,
        int reportId) {
    static Traits of(String recording, List<DeviceQuirk> all) {
        double[] values = new double[DeviceQuirk.Kind.values().length];
        java.util.Arrays.fill(values, -1);
        for (DeviceQuirk quirk : all) {
            if (quirk.concerns(recording)) {
                values[quirk.kind().ordinal()] = quirk.value();
            }
        }
        Quirks quirks = new Quirks(
                most(values, DeviceQuirk.Kind.SHORT_ANSWERS),
                most(values, DeviceQuirk.Kind.EMPTY_TOO_BIG),
                most(values, DeviceQuirk.Kind.SILENT),
                has(values, DeviceQuirk.Kind.ZERO_LENGTH_INTEGERS));
        return new Traits(
                quirks,
                has(values, DeviceQuirk.Kind.UNORDERED),
                has(values, DeviceQuirk.Kind.LOOPING),
                has(values, DeviceQuirk.Kind.FOREIGN_SOURCE),
                has(values, DeviceQuirk.Kind.DUPLICATE),
                Math.max(0, values[DeviceQuirk.Kind.SLOW.ordinal()]),
                Math.max(0, values[DeviceQuirk.Kind.LATE.ordinal()]),
                Math.max(0, values[DeviceQuirk.Kind.RESETTING_CLOCK.ordinal()]),
                (int) Math.max(0, values[DeviceQuirk.Kind.WRONG_REPORT_ID.ordinal()]));
    }

    private static boolean has(double[] values, DeviceQuirk.Kind kind) {
        return values[kind.ordinal()] >= 0;
    }

    private static int most(double[] values, DeviceQuirk.Kind kind) {
        return has(values, kind) ? (int) values[kind.ordinal()] : Integer.MAX_VALUE;
    }
}
