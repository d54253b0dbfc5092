package zonda.testing.walks;

import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import zonda.devices.recording.RecordingFolder;

/// Walks that are not what they should be for a reason that is known.
///
/// @param sha256 of the file, unpacked: another file of the same name is not meant
/// @param reason why what we print is right
record Known(String sha256, String reason) {
    static final List<Known> ALL = List.of(
            new Known(
                    "c384c4bd4f8aa89b017532316b230d245d0e780d285e86d6bf8b85f56f73d31d",
                    "snmpsim's variation/error: its first object answers every request with an error: nothing of it"
                            + " can be walked"),
            new Known(
                    "381778ea7d88ce76ddae083b27380b9cce23c109030cdd5591e7013c15680a8c",
                    "snmpsim's variation/writecache: an object among its first answers every read with an error, so"
                            + " that GETBULK brings nothing"));

    static boolean isKnown(RecordingFolder.Found file) throws IOException {
        String seen = sha256(RecordingFolder.octets(file));
        return ALL.stream().anyMatch(known -> known.sha256().equals(seen));
    }

    private static String sha256(byte[] octets) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(octets));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
