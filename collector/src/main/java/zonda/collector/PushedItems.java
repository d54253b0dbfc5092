package zonda.collector;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import zonda.model.AllowedHosts;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.ItemType;
import zonda.protocol.zabbix.Slice;

/// Finds items that take pushed values by the octets of host and key, without making texts. Owned
/// by the trapper's thread.
final class PushedItems {
    /// An item.
    ///
    /// @param shard the number of its host's
    record Entry(long itemId, int shard, AllowedHosts allowedHosts) {}

    /// Host and key; one that is looked for is filled anew each time.
    private static final class Name {
        private byte[] host = new byte[0];
        private int hostAt;
        private int hostBytes;
        private byte[] key = host;
        private int keyAt;
        private int keyBytes;
        private int hash;

        Name set(byte[] hostIn, int hostFrom, int hostLength, byte[] keyIn, int keyFrom, int keyLength) {
            host = hostIn;
            hostAt = hostFrom;
            hostBytes = hostLength;
            key = keyIn;
            keyAt = keyFrom;
            keyBytes = keyLength;
            hash = 31 * hashOf(hostIn, hostFrom, hostLength) + hashOf(keyIn, keyFrom, keyLength);
            return this;
        }

        private static int hashOf(byte[] octets, int from, int length) {
            int hash = length;
            for (int i = from; i < from + length; i++) {
                hash = 31 * hash + octets[i];
            }
            return hash * 0x9E3779B1;
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Name name
                    && hash == name.hash
                    && Arrays.equals(
                            host, hostAt, hostAt + hostBytes, name.host, name.hostAt, name.hostAt + name.hostBytes)
                    && Arrays.equals(key, keyAt, keyAt + keyBytes, name.key, name.keyAt, name.keyAt + name.keyBytes);
        }
    }

    private record Placed(Name name, Entry entry) {}

    private final int shards;
    private final Map<Name, Entry> entries = new HashMap<>();
    private final Map<Long, List<Placed>> byHost = new HashMap<>();
    private final Name wanted = new Name();

    /// @param shards how many there are
    PushedItems(int shards) {
        this.shards = shards;
    }

    /// Takes over a host, new or changed.
    void apply(Host host) {
        remove(host.id());
        byte[] hostName = host.host().getBytes(StandardCharsets.UTF_8);
        int shard = Host.shardOf(host.id(), shards);
        List<Item> pushed = host.items().stream()
                .filter(item -> item.type() == ItemType.TRAPPER)
                .toList();
        if (pushed.isEmpty()) {
            return;
        }
        List<Placed> placed = new ArrayList<>(pushed.size());
        for (Item item : pushed) {
            byte[] key = item.key().getBytes(StandardCharsets.UTF_8);
            Name name = new Name().set(hostName, 0, hostName.length, key, 0, key.length);
            Entry entry = new Entry(item.id(), shard, item.allowedHosts());
            entries.put(name, entry);
            placed.add(new Placed(name, entry));
        }
        byHost.put(host.id(), placed);
    }

    void remove(long hostId) {
        List<Placed> placed = byHost.remove(hostId);
        if (placed != null) {
            // Another host may have taken the name over meanwhile: that one stays.
            placed.forEach(each -> entries.remove(each.name(), each.entry()));
        }
    }

    @Nullable
    Entry find(Slice host, Slice key) {
        return entries.get(
                wanted.set(host.array(), host.offset(), host.length(), key.array(), key.offset(), key.length()));
    }
}
