package zonda.web;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import zonda.alerting.AcknowledgeOutcome;
import zonda.alerting.ProblemSnapshot;
import zonda.model.Availability;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.Severity;
import zonda.model.Trigger;

/// All that the page and the API read of the running server, and the one thing they change.
/// `server` implements it by joining the rooms.
///
/// Every method is called on virtual threads of the HTTP server, many at once; it may block for a
/// moment (a shard's answer, a read of the disk), and must come back within seconds. Answers are
/// immutable or belong to the caller.
public interface MonitoringView {
    /// All hosts, by id. A snapshot that is cheap to take.
    List<Host> hosts();

    /// The host of an id.
    Optional<Host> host(long hostId);

    /// The item of an id, in constant time.
    Optional<Item> item(long itemId);

    /// The trigger of an id, in constant time.
    Optional<Trigger> trigger(long triggerId);

    /// Items that match, in the order of host name and item name. Called at each keystroke: an
    /// index answers it, never a walk over a million items that takes longer than a few tens of
    /// milliseconds.
    ItemPage searchItems(ItemSearch search);

    /// The newest values of items, in the order asked for; items that do not exist are left out.
    /// The live page asks this for all items that anyone looks at, twice a second.
    List<LatestValue> latest(List<Long> itemIds);

    /// Stored values of an item in a range of time.
    ///
    /// @param fromEpochNanos included
    /// @param toEpochNanos included
    /// @param limit the most that is answered, above 0
    /// @param newestFirst the order, and which end the limit keeps
    List<Sample> history(long itemId, long fromEpochNanos, long toEpochNanos, int limit, boolean newestFirst);

    /// The least, mean and greatest value of a numeric item per bucket of equal length; buckets
    /// without a value are left out.
    ///
    /// @param fromEpochNanos where the first bucket begins
    /// @param toEpochNanos where the last bucket ends
    /// @param buckets 1 to 10,000
    Buckets buckets(long itemId, long fromEpochNanos, long toEpochNanos, int buckets);

    /// The same by whole hours, from the one in which a time is to the one in which another is:
    /// also where only trends are left of the values.
    Buckets trends(long itemId, long fromEpochNanos, long toEpochNanos);

    /// The problems at this moment.
    ProblemSnapshot problems();

    /// Acknowledges, closes, comments, or changes the severity of a problem; comes back once that
    /// is in the log, or was refused.
    ///
    /// @param action a sum of [zonda.model.Acknowledgement]'s numbers
    /// @param message empty where there is none
    /// @param severity the new one where `action` changes it
    AcknowledgeOutcome acknowledge(long eventId, String user, int action, String message, @Nullable Severity severity);

    /// Whether each interface answers, of all hosts.
    List<Availability> availability();

    /// Whether each interface of one host answers.
    List<Availability> availability(long hostId);

    /// How the server fares, in the few numbers that every page shows.
    Pulse pulse();

    /// The server's inside, for `/diag`: text, numbers, booleans, lists and maps of these.
    ///
    /// The page shows these keys in their own panels, and any other as it is: `version`,
    /// `uptime_s`,
    /// `values_per_s`, `hosts`, `items`, `triggers`, `configuration_epoch`; `queue`: a list of
    /// `{delay, items}`; `shards`: `{name, busy_share, values_per_s, items}`; `mailboxes`: `{name,
    /// depth, capacity, refused, oldest_age_ms}`; `log`: `{state, message, bytes, bytes_per_s,
    /// unsynced_bytes, commits_per_s, last_sync_ms}` with the state one of `writing`, `disk_full`,
    /// `failing`; `heap`: `{used_bytes, committed_bytes, max_bytes}`.
    Map<String, Object> diag();

    /// The stops of an item's last value, in their order; empty when no item has the id.
    List<TraceStop> trace(long itemId);

    /// Reads the configuration again and applies what has changed.
    ///
    /// @return what came of it, in words
    /// @throws java.io.IOException when it cannot be read; nothing has changed then
    default Reloaded reload() throws java.io.IOException {
        throw new java.io.IOException("this server reads its configuration only when it starts");
    }

    /// Tries preprocessing steps on a value; nothing is stored. It may take as long as a script
    /// may.
    ///
    /// @throws java.io.IOException when the steps cannot be read, with all faults in words
    default TrialResult tryOut(Trial trial) throws java.io.IOException {
        throw new java.io.IOException("this server tries no steps");
    }

    /// What to look for among items.
    ///
    /// @param text words that must each be part of the host's name, the item's name or its key, in
    ///     any case; empty finds all
    /// @param hostIds only items of these hosts; empty: of any
    /// @param groups only items of hosts that are in one of these groups; empty: in any
    /// @param offset how many matches to skip, 0 or more
    /// @param limit the most to answer, 1 to 1,000
    record ItemSearch(String text, List<Long> hostIds, List<String> groups, int offset, int limit) {
        public ItemSearch {
            hostIds = List.copyOf(hostIds);
            groups = List.copyOf(groups);
        }
    }

    /// Items found.
    ///
    /// @param items the page asked for
    /// @param total how many match in all, as far as counted
    /// @param exact false when counting stopped early: there are more than `total`
    record ItemPage(List<Item> items, long total, boolean exact) {
        public ItemPage {
            items = List.copyOf(items);
        }
    }

    /// The newest values of an item.
    ///
    /// @param itemId of the item
    /// @param samples the last value and the one before it, newest first; none of them
    ///     [ItemValue.NotSupported]; fewer than two where there are no more
    /// @param error why the item is not supported now; empty when it is
    record LatestValue(long itemId, List<Sample> samples, String error) {
        public LatestValue {
            samples = List.copyOf(samples);
        }
    }

    /// A value and its time.
    record Sample(long epochNanos, ItemValue value) {}

    /// Buckets of a numeric item as columns of equal length, in order of time.
    ///
    /// @param stepNanos the length of a bucket
    /// @param epochNanos where each bucket begins
    /// @param min the least value in it
    /// @param avg the mean
    /// @param max the greatest
    /// @param count how many values it holds, 1 or more
    record Buckets(long stepNanos, long[] epochNanos, double[] min, double[] avg, double[] max, long[] count) {}

    /// How the server fares.
    ///
    /// @param log whether values reach the disk
    /// @param message why not, in words; empty when they do
    /// @param valuesPerSecond lately
    /// @param lateItems items that are over 5 s late now
    /// @param busyShare of the busiest shard, 0 to 1
    record Pulse(LogState log, String message, double valuesPerSecond, long lateItems, double busyShare) {}

    /// Whether values reach the disk.
    enum LogState {
        WRITING,
        DISK_FULL,
        FAILING
    }

    /// One stop of a value on its way.
    ///
    /// @param stop its name: `due`, `asked`, `answered`, `preprocessed`, `logged`, `judged` ...
    /// @param epochNanos when it was there
    /// @param detail what happened there, in words; may be empty
    record TraceStop(String stop, long epochNanos, String detail) {}

    /// Steps and a value to try them on.
    ///
    /// @param steps YAML, a list as in the configuration
    /// @param expressions the global expressions, YAML, a list; may be empty
    /// @param valueType of the item, as the configuration names it
    /// @param isReason whether the value is the reason why there is none
    /// @param previous the value before it, for steps that compare
    /// @param age how long before
    record Trial(
            String steps,
            String expressions,
            String valueType,
            String value,
            boolean isReason,
            Optional<String> previous,
            java.time.Duration age) {}

    /// What came of a step, or of all.
    enum TrialOutcome {
        VALUE,
        DISCARDED,
        NOT_SUPPORTED
    }

    /// @param number from 1
    /// @param text the value after it, or the reason why there is none; empty where discarded
    record TrialStep(int number, String name, TrialOutcome outcome, String text, long nanos) {}

    /// @param steps those that were reached
    /// @param text what would be stored, or the reason why nothing is
    record TrialResult(List<TrialStep> steps, TrialOutcome outcome, String text) {}

    /// What came of reading the configuration again.
    ///
    /// @param words how many hosts have changed
    /// @param faults in the files, in words; what they are about was left as it was
    record Reloaded(String words, java.util.List<String> faults) {}
}
