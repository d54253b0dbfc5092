package zonda.server;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import zonda.model.ConfigurationDelta;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.Trigger;

/// All hosts, items and triggers at one epoch, found by id. Immutable; a change makes another one.
public final class Catalog {
    private final long epoch;
    private final NavigableMap<Long, Host> hosts;
    private final long[] itemIds;
    private final Item[] items;
    private final long[] triggerIds;
    private final Trigger[] triggers;

    private Catalog(long epoch, NavigableMap<Long, Host> hosts) {
        this.epoch = epoch;
        this.hosts = Collections.unmodifiableNavigableMap(hosts);
        List<Item> allItems = new ArrayList<>();
        List<Trigger> allTriggers = new ArrayList<>();
        for (Host host : hosts.values()) {
            allItems.addAll(host.items());
            allTriggers.addAll(host.triggers());
        }
        items = allItems.toArray(Item[]::new);
        Arrays.sort(items, (a, b) -> Long.compare(a.id(), b.id()));
        itemIds = Arrays.stream(items).mapToLong(Item::id).toArray();
        triggers = allTriggers.toArray(Trigger[]::new);
        Arrays.sort(triggers, (a, b) -> Long.compare(a.id(), b.id()));
        triggerIds = Arrays.stream(triggers).mapToLong(Trigger::id).toArray();
    }

    public static Catalog of(long epoch, List<Host> hosts) {
        NavigableMap<Long, Host> byId = new TreeMap<>();
        for (Host host : hosts) {
            byId.put(host.id(), host);
        }
        return new Catalog(epoch, byId);
    }

    /// This catalog after a change.
    public Catalog with(ConfigurationDelta delta) {
        NavigableMap<Long, Host> byId = new TreeMap<>(hosts);
        delta.removed().forEach(byId::remove);
        for (Host host : delta.replaced()) {
            byId.put(host.id(), host);
        }
        return new Catalog(delta.epoch(), byId);
    }

    public long epoch() {
        return epoch;
    }

    public NavigableMap<Long, Host> hosts() {
        return hosts;
    }

    public int itemCount() {
        return items.length;
    }

    public int triggerCount() {
        return triggers.length;
    }

    public Optional<Item> item(long itemId) {
        int at = Arrays.binarySearch(itemIds, itemId);
        return at < 0 ? Optional.empty() : Optional.of(items[at]);
    }

    public Optional<Trigger> trigger(long triggerId) {
        return Optional.ofNullable(triggerOrNull(triggerId));
    }

    public @Nullable Trigger triggerOrNull(long triggerId) {
        int at = Arrays.binarySearch(triggerIds, triggerId);
        return at < 0 ? null : triggers[at];
    }

    /// The shard of an item; shard 0 for an item that nobody knows (any more).
    public int shardOf(long itemId, int shards) {
        int at = Arrays.binarySearch(itemIds, itemId);
        return at < 0 ? 0 : Host.shardOf(items[at].hostId(), shards);
    }
}
