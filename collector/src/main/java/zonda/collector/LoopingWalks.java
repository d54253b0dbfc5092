package zonda.collector;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/// The items whose last walk was ended because the device's names went in circles, with what was
/// seen. At most [#MOST]: one device may have any number of such items. Written by the shard, read
/// by any thread.
final class LoopingWalks {
    static final int MOST = 1_000;

    private final ConcurrentSkipListMap<Long, String> byItem = new ConcurrentSkipListMap<>();

    /// @param words empty where the walk came to its end
    void ended(long itemId, String words) {
        if (!words.isEmpty() && (byItem.size() < MOST || byItem.containsKey(itemId))) {
            byItem.put(itemId, words);
        } else if (!byItem.isEmpty()) {
            byItem.remove(itemId);
        }
    }

    Map<Long, String> byItem() {
        return Map.copyOf(byItem);
    }
}
