package zonda.configuration;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import zonda.runtime.Disk;

/// The hosts and keys behind the ids of items, as a data folder remembers them: for tools that look
/// into it without its configuration. Immutable.
public final class ItemNames {
    /// What an item is called.
    ///
    /// @param host the technical name
    /// @param key as it was written, macros not resolved
    public record Name(String host, String key) {}

    private final Map<Long, Name> names;

    private ItemNames(Map<Long, Name> names) {
        this.names = names;
    }

    /// Reads them.
    ///
    /// @throws IOException when the file cannot be read or is damaged
    public static ItemNames read(Disk disk) throws IOException {
        Map<Long, Name> names = new LinkedHashMap<>();
        Ids.read(disk).eachItem((id, host, key) -> names.put(id, new Name(host, key)));
        return new ItemNames(names);
    }

    /// The name of an item; nothing for one that the folder does not know.
    public Optional<Name> name(long itemId) {
        return Optional.ofNullable(names.get(itemId));
    }
}
