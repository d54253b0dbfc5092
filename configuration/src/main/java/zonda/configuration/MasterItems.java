package zonda.configuration;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import zonda.model.Item;

/// Finds the master of each dependent item of a host, once all its items are read. Owned by the
/// reading thread.
final class MasterItems {
    /// Dependents of dependents of dependents, and no further, as in Zabbix.
    private static final int MOST_LEVELS = 3;

    /// An item's master as it was written.
    ///
    /// @param key of the master
    /// @param fields of the dependent, for faults
    record Master(String key, Fields fields) {}

    private final Map<String, Item> items;
    private final Set<String> disabled;
    private final Set<String> bad;
    private final Map<String, Master> masters;

    /// @param items by key; dependents get their masters' ids, those with faults go
    /// @param disabled keys of items that are switched off
    /// @param bad keys of items with faults; those found here are added
    /// @param masters of the dependent items, by their keys
    MasterItems(Map<String, Item> items, Set<String> disabled, Set<String> bad, Map<String, Master> masters) {
        this.items = items;
        this.disabled = disabled;
        this.bad = bad;
        this.masters = masters;
    }

    void resolve() {
        for (Map.Entry<String, Master> each : masters.entrySet()) {
            String fault = faultOf(each.getKey());
            Item item = items.get(each.getKey());
            if (!fault.isEmpty()) {
                each.getValue().fields().fault("master_item", fault);
                items.remove(each.getKey());
                bad.add(each.getKey());
            } else if (item != null) {
                Item master = items.get(each.getValue().key());
                if (master == null) {
                    // Its master is switched off: so is it.
                    items.remove(each.getKey());
                    disabled.add(each.getKey());
                } else {
                    items.put(each.getKey(), item.withMaster(master.id()));
                }
            }
        }
        removeOrphans();
    }

    /// A dependent goes where its master goes.
    private void removeOrphans() {
        boolean isDone = false;
        while (!isDone) {
            isDone = true;
            for (Map.Entry<String, Master> each : masters.entrySet()) {
                if (items.containsKey(each.getKey())
                        && !items.containsKey(each.getValue().key())) {
                    items.remove(each.getKey());
                    disabled.add(each.getKey());
                    isDone = false;
                }
            }
        }
    }

    private String faultOf(String key) {
        List<String> way = new ArrayList<>();
        way.add(key);
        Master master = masters.get(key);
        while (master != null) {
            String next = master.key();
            if (way.contains(next)) {
                way.add(next);
                return "items that depend on themselves: " + String.join(" -> ", shortened(way))
                        + ", wanted a master that does not";
            }
            if (!items.containsKey(next) && !disabled.contains(next) && !bad.contains(next)) {
                return way.size() > 1 ? "" : "'" + Faults.shortened(next) + "', wanted the key of an item of this host";
            }
            way.add(next);
            master = masters.get(next);
        }
        if (way.size() - 1 > MOST_LEVELS) {
            return (way.size() - 1) + " masters above it (" + String.join(" -> ", shortened(way)) + "), wanted at most "
                    + MOST_LEVELS;
        }
        return "";
    }

    private static List<String> shortened(List<String> keys) {
        return keys.stream().map(Faults::shortened).toList();
    }
}
