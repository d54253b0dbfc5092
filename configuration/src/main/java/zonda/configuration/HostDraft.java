package zonda.configuration;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.SnmpInterface;
import zonda.model.Tag;
import zonda.model.Trigger;

/// A host while it is read. Once it is read whole, its items are in its image only. One thread.
final class HostDraft {
    final String host;
    final Ids.HostIds ids;
    final HostMacros macros;
    boolean isEnabled = true;
    /// Something of it is wrong.
    boolean isFaulty;

    String name = "";
    List<String> groups = List.of();
    List<Tag> tags = List.of();
    List<SnmpInterface> interfaces = List.of();
    long interfaceCount;
    final Set<Long> badInterfaces = new HashSet<>(0);
    final Set<String> disabledKeys = new HashSet<>(0);
    final Set<String> badKeys = new HashSet<>(0);
    /// By key; empty once the image is there, until somebody asks again.
    Map<String, Item> items = new LinkedHashMap<>();
    /// Of dependent items, by their keys; empty once they are found.
    final Map<String, MasterItems.Master> masters = new LinkedHashMap<>(0);
    /// Triggers of which it is the first host.
    final List<Trigger> triggers = new ArrayList<>(0);
    /// Triggers written below it that are not understood yet.
    List<TriggerDraft> pending = new ArrayList<>(0);

    private Optional<Host> image = Optional.empty();

    HostDraft(String host, Ids.HostIds ids, HostMacros macros) {
        this.host = host;
        this.ids = ids;
        this.macros = macros;
    }

    Optional<Item> item(String key) {
        if (items.isEmpty() && image.isPresent()) {
            items = new LinkedHashMap<>();
            for (Item item : image.get().items()) {
                items.put(item.key(), item);
            }
        }
        return Optional.ofNullable(items.get(key));
    }

    /// Makes the image anew, and takes the former one where it is the same.
    void makeImage(long epoch, Optional<Host> former) {
        List<Item> all = image.map(Host::items).orElseGet(() -> List.copyOf(items.values()));
        long formerEpoch = former.map(Host::epoch).orElse(epoch);
        Host made = new Host(ids.id, host, name, groups, interfaces, all, triggers, tags, formerEpoch);
        boolean isSame = former.isPresent() && former.get().equals(made);
        image = Optional.of(
                isSame ? former.get() : new Host(ids.id, host, name, groups, interfaces, all, triggers, tags, epoch));
        items = Map.of();
    }

    Host image() {
        return image.orElseThrow(() -> new IllegalStateException("host " + host + " has no image yet"));
    }
}
