package zonda.devices.farm;

/// What a farm is like.
///
/// @param port UDP port of every device; 0 takes a free one
/// @param interfaces of each device, 0 to 100,000
/// @param latencyMillis until an answer leaves, 0 and up
/// @param lossPercent of the requests that are dropped at random, 0 to 100
/// @param deadPercent of the addresses that never answer, 0 to 100
/// @param largestAnswerBytes a longer one is tooBig or cut, 484 to 65,000
/// @param seed which requests are lost and which addresses are dead depends on it
public record FarmSettings(
        int port,
        int interfaces,
        double latencyMillis,
        double lossPercent,
        double deadPercent,
        int largestAnswerBytes,
        long seed) {
    public FarmSettings {
        within("--port", port, 0, 65_535);
        within("--interfaces", interfaces, 0, 100_000);
        within("--latency", latencyMillis, 0, 600_000);
        within("--loss", lossPercent, 0, 100);
        within("--dead", deadPercent, 0, 100);
        within("--max-answer", largestAnswerBytes, 484, 65_000);
    }

    static void within(String what, double seen, double least, double most) {
        if (!(seen >= least && seen <= most)) {
            throw new IllegalArgumentException(
                    what + " is " + number(seen) + ", wanted " + number(least) + " to " + number(most));
        }
    }

    private static String number(double value) {
        return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
    }
}
