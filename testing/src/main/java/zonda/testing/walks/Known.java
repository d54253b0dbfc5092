package zonda.testing.walks;

import java.util.List;

/// Walks that are not what they should be for a reason that is known.
///
/// @param recording its file's name without ending
/// @param reason why what we print is right
record Known(String recording, String reason) {
    static final List<Known> ALL = List.of(
            new Known("error", "its first object answers every request with an error: nothing of it can be walked"),
            new Known(
                    "writecache",
                    "an object among its first answers every read with an error, so that GETBULK brings nothing"));

    static boolean isKnown(String recording) {
        return ALL.stream()
                .anyMatch(known -> recording.equals(known.recording()) || recording.endsWith("/" + known.recording()));
    }
}
