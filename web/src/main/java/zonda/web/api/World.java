package zonda.web.api;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.Tag;
import zonda.model.Trigger;
import zonda.web.MonitoringView;

/// The monitored world as API methods ask for it: hosts by the many parameters that narrow them
/// down, and the fields of tags and groups.
final class World {
    static final Fields<Tag> TAGS = new Fields<Tag>("tag", Tag::tag).with("value", Tag::value);

    static final Fields<String> GROUPS = new Fields<String>("groupid", World::groupId)
            .with("name", name -> name)
            .fixed("flags", "0")
            .with("uuid", _ -> "");

    final MonitoringView view;

    World(MonitoringView view) {
        this.view = view;
    }

    /// The id of a group: a hash of its name, the same after each start, below 2^53.
    static String groupId(String name) {
        long h = 0xcbf29ce484222325L;
        for (int i = 0; i < name.length(); i++) {
            h = (h ^ name.charAt(i)) * 0x100000001b3L;
        }
        h ^= h >>> 29;
        return Long.toString(h >>> 12);
    }

    /// The hosts that `hostids`, `groupids`, `host` and `group` leave, in order of id; reads these
    /// parameters.
    List<Host> hosts(Params params) throws RpcFault {
        Optional<List<Long>> hostIds = params.ids("hostids");
        Optional<List<Long>> groupIds = params.ids("groupids");
        Optional<String> named = params.text("host");
        Optional<String> inGroup = params.text("group");
        Predicate<Host> fits = _ -> true;
        if (groupIds.isPresent()) {
            Set<String> wanted = new LinkedHashSet<>();
            groupIds.get().forEach(id -> wanted.add(Long.toString(id)));
            fits = fits.and(host -> host.groups().stream().anyMatch(group -> wanted.contains(groupId(group))));
        }
        if (named.isPresent()) {
            fits = fits.and(host -> host.host().equals(named.get()));
        }
        if (inGroup.isPresent()) {
            fits = fits.and(host -> host.groups().contains(inGroup.get()));
        }
        List<Host> found = new ArrayList<>();
        for (Host host : hostIds.isPresent() ? byIds(hostIds.get()) : view.hosts()) {
            if (fits.test(host)) {
                found.add(host);
            }
        }
        return found;
    }

    /// Whether [#hosts] was asked for all hosts.
    static boolean narrowsHosts(Params params) {
        return params.has("hostids") || params.has("groupids") || params.has("host") || params.has("group");
    }

    private List<Host> byIds(List<Long> ids) {
        List<Host> hosts = new ArrayList<>(ids.size());
        for (long id : ids) {
            view.host(id).ifPresent(hosts::add);
        }
        return hosts;
    }

    /// The names of all groups, in order.
    Set<String> groups() {
        Set<String> groups = new TreeSet<>();
        for (Host host : view.hosts()) {
            groups.addAll(host.groups());
        }
        return groups;
    }

    /// The items that a trigger reads, each once.
    List<Item> itemsOf(Trigger trigger) {
        Map<Long, Item> items = new LinkedHashMap<>();
        for (Trigger.ItemReference reference : trigger.references()) {
            view.item(reference.itemId()).ifPresent(item -> items.put(item.id(), item));
        }
        return List.copyOf(items.values());
    }

    /// The hosts whose items a trigger reads, its own first.
    List<Host> hostsOf(Trigger trigger) {
        Set<Long> ids = new LinkedHashSet<>();
        ids.add(trigger.hostId());
        trigger.references().forEach(reference -> ids.add(reference.hostId()));
        return byIds(List.copyOf(ids));
    }

    static Set<Long> idSet(Collection<Long> ids) {
        return new LinkedHashSet<>(ids);
    }
}
