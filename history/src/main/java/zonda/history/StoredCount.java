package zonda.history;

import java.util.List;

/// What a data folder holds, counted by reading all of it.
///
/// @param values rows with a value
/// @param notSupported rows that say why there is none
/// @param blockValues rows of any kind in blocks
/// @param blockBytes bytes of the blocks
/// @param logValues rows of any kind that are only in the log
/// @param logBytes bytes of the log
/// @param faults what could not be read
public record StoredCount(
        long values,
        long notSupported,
        long blockValues,
        long blockBytes,
        long logValues,
        long logBytes,
        List<String> faults) {
    public StoredCount {
        faults = List.copyOf(faults);
    }
}
