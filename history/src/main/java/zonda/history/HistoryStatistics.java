package zonda.history;

/// Figures of history, a moment ago.
///
/// @param log how the log is doing
/// @param receivedValues rows taken since the start
/// @param recoveredValues rows read back from the log at the start
/// @param logBytes bytes written to the log since the start
/// @param logBytesOnDisk bytes of the log's segments on disk now
/// @param commits times that the log was synced
/// @param headValues rows in memory now
/// @param headBytes bytes that they take, pages not yet used included
/// @param blocks sealed blocks
/// @param blockBytes bytes of them
/// @param blockValues rows in them
/// @param seals finished since the start
/// @param refusedValues doubles that are no numbers (NaN or infinite), refused at the door
/// @param logBytesUnderway handed to the log and not yet synced
/// @param logFailures writes and syncs of the log that failed since the start
/// @param sealFailures attempts to write a block that failed since the start
public record HistoryStatistics(
        LogState log,
        long receivedValues,
        long recoveredValues,
        long logBytes,
        long logBytesOnDisk,
        long commits,
        long headValues,
        long headBytes,
        int blocks,
        long blockBytes,
        long blockValues,
        long seals,
        long refusedValues,
        long logBytesUnderway,
        long logFailures,
        long sealFailures) {}
