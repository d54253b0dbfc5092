package zonda.server;

import java.time.Duration;
import zonda.collector.CollectorSettings;
import zonda.history.HistorySettings;

/// Settings of the value's path.
///
/// @param shards threads that share the hosts, 1 or more
/// @param mailboxCapacity messages that fit into a shard's mailbox
/// @param history of the log and blocks
/// @param collector of the polls
/// @param keepProblems how long problems that ended are kept
public record CoreSettings(
        int shards, int mailboxCapacity, HistorySettings history, CollectorSettings collector, Duration keepProblems) {
    public CoreSettings {
        if (shards < 1 || shards > 1024) {
            throw new IllegalArgumentException("shards " + shards + ", wanted 1 to 1024");
        }
    }

    /// Sensible values for a number of shards.
    public static CoreSettings standard(int shards) {
        return new CoreSettings(
                shards, 8192, HistorySettings.standard(), CollectorSettings.defaults(), Duration.ofDays(30));
    }
}
