package zonda.collector;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/// The items whose last walk was ended because the device's names went in circles, with what was
/// seen. At most [#MOST], of which one that is too many lets another go: a device may have any
/// number of such items, and items may be no more. Written by the shard, read by any thread.
final class LoopingWalks {
    static final int MOST = 1_000;

    private final ConcurrentSkipListMap<Long, String> byItem = new ConcurrentSkipListMap<>();

    /// @param words empty where the walk came to its end
    void ended(long itemId, String words) {
        if (words.isEmpty()) {
            byItem.remove(itemId);
        } else if (byItem.put(itemId, words) == null && byItem.size() > MOST) {
            byItem.pollFirstEntry();
        }
    }

    Map<Long, String> byItem() {
        return Map.copyOf(byItem);
    }
}
