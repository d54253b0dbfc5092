package zonda.web.api;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import zonda.model.Availability;
import zonda.model.Host;
import zonda.model.SnmpInterface;
import zonda.model.Tag;
import zonda.web.api.Fields.Output;

/// `host.get`, `hostgroup.get`, `hostinterface.get`.
final class HostMethods {
    static final Fields<Host> HOSTS = new Fields<Host>("hostid", host -> Long.toString(host.id()))
            .with("host", Host::host)
            .with("name", Host::name)
            .fixed("status", "0")
            .fixed("description", "")
            .fixed("flags", "0")
            .fixed("maintenanceid", "0")
            .fixed("maintenance_status", "0")
            .fixed("maintenance_type", "0")
            .fixed("maintenance_from", "0")
            .fixed("monitored_by", "0")
            .fixed("proxyid", "0")
            .fixed("proxy_groupid", "0")
            .fixed("assigned_proxyid", "0")
            .fixed("inventory_mode", "-1")
            .fixed("active_available", "0");

    /// An interface with the state that the collector last told.
    record Interface(long hostId, SnmpInterface image, Availability availability) {}

    static final Fields<Interface> INTERFACES = new Fields<Interface>(
                    "interfaceid", each -> Long.toString(each.image.id()))
            .with("hostid", each -> Long.toString(each.hostId))
            .fixed("main", "1")
            .fixed("type", "2")
            .with("useip", each -> isName(each.image.address()) ? "0" : "1")
            .with("ip", each -> isName(each.image.address()) ? "" : each.image.address())
            .with("dns", each -> isName(each.image.address()) ? each.image.address() : "")
            .with("port", each -> Integer.toString(each.image.port()))
            .with(
                    "available",
                    each -> Integer.toString(each.availability.state().ordinal()))
            .with("error", each -> each.availability.reason())
            .with(
                    "errors_from",
                    each -> each.availability.state() == Availability.State.UNAVAILABLE
                            ? seconds(each.availability.sinceEpochNanos())
                            : "0")
            .fixed("disable_until", "0");

    private final World world;

    HostMethods(World world) {
        this.world = world;
    }

    static String seconds(long epochNanos) {
        return Long.toString(Math.floorDiv(epochNanos, 1_000_000_000L));
    }

    private static boolean isName(String address) {
        return !address.contains(":") && address.chars().anyMatch(c -> c != '.' && (c < '0' || c > '9'));
    }

    Answer get(Params params) throws RpcFault {
        Query<Host> query = new Query<>(params, HOSTS);
        List<Host> hosts = world.hosts(params);
        Predicate<Host> fits = narrowed(params);
        Predicate<List<Tag>> tags = Query.tags(params);
        Output groups = Output.of(params, "selectHostGroups", Output.of(params, "selectGroups", new Output.Nothing()));
        String groupsName = params.has("selectHostGroups") ? "hostgroups" : "groups";
        Output interfaces = Output.of(params, "selectInterfaces", new Output.Nothing());
        Output items = Output.of(params, "selectItems", new Output.Nothing());
        Output triggers = Output.of(params, "selectTriggers", new Output.Nothing());
        Output ownTags = Output.of(params, "selectTags", new Output.Nothing());
        List<String> empty = emptySelects(
                params,
                List.of(
                        "selectParentTemplates",
                        "selectMacros",
                        "selectInheritedTags",
                        "selectInventory",
                        "selectDiscoveries",
                        "selectGraphs",
                        "selectHttpTests",
                        "selectHostDiscovery"),
                List.of(
                        "parentTemplates",
                        "macros",
                        "inheritedTags",
                        "inventory",
                        "discoveries",
                        "graphs",
                        "httpTests",
                        "hostDiscovery"));
        params.allow("monitored_hosts", "real_hosts", "with_monitored_triggers", "inheritedTags", "templated_hosts");
        params.done();
        List<Host> found = query.run(each -> hosts.stream()
                .filter(host -> fits.test(host) && tags.test(host.tags()))
                .forEach(each));
        return query.answer(found, (out, host) -> {
            Query.related(out, groupsName, groups, World.GROUPS, host.groups());
            if (!(interfaces instanceof Output.Nothing)) {
                Query.related(out, "interfaces", interfaces, INTERFACES, interfacesOf(host));
            }
            Query.related(out, "items", items, ItemMethods.plainFields(), ItemMethods.plain(host.items()));
            Query.related(
                    out, "triggers", triggers, TriggerMethods.plainFields(), TriggerMethods.plain(host.triggers()));
            Query.related(out, "tags", ownTags, World.TAGS, host.tags());
            for (String name : empty) {
                out.writeArrayPropertyStart(name);
                out.writeEndArray();
            }
        });
    }

    /// Selects of things that Zonda does not have yet: told as empty lists.
    static List<String> emptySelects(Params params, List<String> parameters, List<String> names) {
        List<String> wanted = new ArrayList<>();
        for (int i = 0; i < parameters.size(); i++) {
            if (params.has(parameters.get(i))) {
                wanted.add(names.get(i));
            }
        }
        return wanted;
    }

    private Predicate<Host> narrowed(Params params) throws RpcFault {
        Predicate<Host> fits = _ -> true;
        Optional<List<Long>> itemIds = params.ids("itemids");
        if (itemIds.isPresent()) {
            Set<Long> hosts = new LinkedHashSet<>();
            itemIds.get().forEach(id -> world.view.item(id).ifPresent(item -> hosts.add(item.hostId())));
            fits = fits.and(host -> hosts.contains(host.id()));
        }
        Optional<List<Long>> triggerIds = params.ids("triggerids");
        if (triggerIds.isPresent()) {
            Set<Long> hosts = new LinkedHashSet<>();
            triggerIds
                    .get()
                    .forEach(id -> world.view
                            .trigger(id)
                            .ifPresent(trigger -> world.hostsOf(trigger).forEach(host -> hosts.add(host.id()))));
            fits = fits.and(host -> hosts.contains(host.id()));
        }
        Optional<List<Long>> interfaceIds = params.ids("interfaceids");
        if (interfaceIds.isPresent()) {
            Set<Long> wanted = World.idSet(interfaceIds.get());
            fits = fits.and(host -> host.interfaces().stream().anyMatch(each -> wanted.contains(each.id())));
        }
        if (params.ids("templateids").isPresent() || params.ids("proxyids").isPresent()) {
            fits = _ -> false;
        }
        boolean withItems = params.flag("with_items");
        boolean withMonitored = params.flag("with_monitored_items");
        if (withItems || withMonitored) {
            fits = fits.and(host -> !host.items().isEmpty());
        }
        if (params.flag("with_simple_graph_items")) {
            fits = fits.and(host ->
                    host.items().stream().anyMatch(item -> item.valueType().isNumeric()));
        }
        if (params.flag("with_triggers")) {
            fits = fits.and(host -> !host.triggers().isEmpty());
        }
        return fits;
    }

    List<Interface> interfacesOf(Host host) {
        List<Availability> known = world.view.availability(host.id());
        List<Interface> out = new ArrayList<>();
        for (SnmpInterface image : host.interfaces()) {
            Availability availability = known.stream()
                    .filter(each -> each.interfaceId() == image.id())
                    .findFirst()
                    .orElse(new Availability(image.id(), host.id(), Availability.State.UNKNOWN, 0, ""));
            out.add(new Interface(host.id(), image, availability));
        }
        return out;
    }

    Answer groups(Params params) throws RpcFault {
        Query<String> query = new Query<>(params, World.GROUPS);
        Optional<List<Long>> ids = params.ids("groupids");
        Optional<List<Long>> hostIds = params.ids("hostids");
        Output hosts = Output.of(params, "selectHosts", new Output.Nothing());
        params.allow(
                "real_hosts",
                "with_hosts",
                "monitored_hosts",
                "with_monitored_hosts",
                "with_items",
                "with_monitored_items",
                "with_simple_graph_items",
                "with_triggers",
                "with_monitored_triggers",
                "templated_hosts");
        params.done();
        Set<String> wanted = new LinkedHashSet<>();
        ids.orElse(List.of()).forEach(id -> wanted.add(Long.toString(id)));
        Set<String> ofHosts = new LinkedHashSet<>();
        hostIds.orElse(List.of()).forEach(id -> world.view.host(id).ifPresent(host -> ofHosts.addAll(host.groups())));
        List<String> found = query.run(each -> world.groups().stream()
                .filter(name -> ids.isEmpty() || wanted.contains(World.groupId(name)))
                .filter(name -> hostIds.isEmpty() || ofHosts.contains(name))
                .forEach(each));
        return query.answer(found, (out, name) -> {
            if (!(hosts instanceof Output.Nothing)) {
                Query.related(
                        out,
                        "hosts",
                        hosts,
                        HOSTS,
                        world.view.hosts().stream()
                                .filter(host -> host.groups().contains(name))
                                .toList());
            }
        });
    }

    Answer interfaces(Params params) throws RpcFault {
        Query<Interface> query = new Query<>(params, INTERFACES);
        List<Host> hosts = world.hosts(params);
        Optional<List<Long>> ids = params.ids("interfaceids");
        Output selected = Output.of(params, "selectHosts", new Output.Nothing());
        params.done();
        Set<Long> wanted = World.idSet(ids.orElse(List.of()));
        List<Interface> found = query.run(each -> hosts.stream()
                .flatMap(host -> interfacesOf(host).stream())
                .filter(one -> ids.isEmpty() || wanted.contains(one.image.id()))
                .forEach(each));
        return query.answer(
                found,
                (out, one) -> Query.related(
                        out,
                        "hosts",
                        selected,
                        HOSTS,
                        world.view.host(one.hostId).stream().toList()));
    }
}
