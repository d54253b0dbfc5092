package zonda.model;

import java.util.List;

/// The image of one monitored host: all that the path needs of it, immutable, macros resolved.
///
/// @param id unique over all hosts, never reused
/// @param host the technical name, unique
/// @param name the visible name
/// @param groups it belongs to
/// @param interfaces it is asked through
/// @param items asked of it
/// @param triggers whose first host it is
/// @param tags of the host
/// @param epoch of the configuration at which this image was built
public record Host(
        long id,
        String host,
        String name,
        List<String> groups,
        List<SnmpInterface> interfaces,
        List<Item> items,
        List<Trigger> triggers,
        List<Tag> tags,
        long epoch) {
    public Host {
        groups = List.copyOf(groups);
        interfaces = List.copyOf(interfaces);
        items = List.copyOf(items);
        triggers = List.copyOf(triggers);
        tags = List.copyOf(tags);
    }

    /// The shard of a host: a stable hash of its id modulo the number of shards. Nothing on disk
    /// depends on it.
    public static int shardOf(long hostId, int shards) {
        long h = hostId * 0x9E3779B97F4A7C15L;
        h ^= h >>> 32;
        return (int) Long.remainderUnsigned(h, shards);
    }
}
