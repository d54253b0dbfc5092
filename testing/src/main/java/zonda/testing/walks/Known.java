package zonda.testing.walks;

import java.util.List;

/// Walks that are not what they should be for a reason that is known.
///
/// @param recordings whose name ends so
/// @param reason why what we print is right
record Known(String recordings, String reason) {
    static final List<Known> ALL = List.of(
            new Known(
                    "variation/error",
                    "its first object answers every request with an error: nothing of it can be walked"),
            new Known(
                    "variation/writecache",
                    "an object among its first answers every read with an error, so that GETBULK brings nothing"));

    static boolean isKnown(String recording) {
        return ALL.stream().anyMatch(known -> recording.endsWith(known.recordings()));
    }
}
