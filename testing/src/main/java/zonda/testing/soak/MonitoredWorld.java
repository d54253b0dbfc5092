package zonda.testing.soak;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import zonda.language.Expression;
import zonda.language.ExpressionParser;
import zonda.language.Expressions;
import zonda.language.Intervals;
import zonda.language.LanguageException;
import zonda.model.ConfigurationDelta;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.ItemType;
import zonda.model.ItemValueType;
import zonda.model.PreprocessingStep;
import zonda.model.Severity;
import zonda.model.SnmpInterface;
import zonda.model.Trigger;
import zonda.model.UpdateInterval;
import zonda.runtime.simulation.SeededRandom;
import zonda.runtime.simulation.Simulation;

/// The monitored world of one trial, drawn from the seed: hosts with their items and triggers, and
/// the devices behind them. It changes when told to.
final class MonitoredWorld {
    /// How large it is.
    ///
    /// @param hosts how many
    /// @param itemsPerHost how many each has
    /// @param plain whether all items have an interval of 60 s and no fault is among the objects:
    ///     the
    ///     small network whose month must be quick
    record Size(int hosts, int itemsPerHost, boolean plain) {}

    /// Where an item's values come from.
    record Source(SimulatedDevice device, int place) {}

    private static final class HostPlan {
        final long id;
        final String name;
        final List<SimulatedDevice> devices = new ArrayList<>();
        final List<SnmpInterface> interfaces = new ArrayList<>();
        final List<Item> items = new ArrayList<>();
        final List<Trigger> triggers = new ArrayList<>();
        Host image;

        HostPlan(long id) {
            this.id = id;
            this.name = "h" + id;
            this.image = new Host(id, name, name, List.of(), List.of(), List.of(), List.of(), List.of(), 0);
        }

        Host build(long epoch) {
            image = new Host(id, name, "Host " + id, List.of("All"), interfaces, items, triggers, List.of(), epoch);
            return image;
        }
    }

    private static final List<String> INTERVALS = List.of(
            "60s",
            "60s",
            "60s",
            "60s",
            "10s",
            "20s",
            "30s",
            "2m",
            "5m",
            "1h",
            "0;m/10",
            "60s;15s/1-7,08:00-18:00",
            "0;h0-23m5,35",
            "5m;0/6-7,00:00-24:00",
            "0;h2m30",
            "1h;wd1-5h9-17m0");

    private final Simulation simulation;
    private final SeededRandom random;
    private final AnswerLedger ledger;
    private final Size size;
    private final int shards;
    private final TreeMap<Long, HostPlan> hosts = new TreeMap<>();
    private final TreeMap<Long, SimulatedDevice> devices = new TreeMap<>();
    private final TreeMap<Long, Source> sources = new TreeMap<>();
    private final TreeMap<Long, Item> items = new TreeMap<>();
    private final TreeMap<Long, TriggerTexts.Range> ranges = new TreeMap<>();
    private long nextId = 1;
    private long epoch = 1;

    MonitoredWorld(Simulation simulation, AnswerLedger ledger, Size size, int shards) {
        this.simulation = simulation;
        this.random = simulation.random("world");
        this.ledger = ledger;
        this.size = size;
        this.shards = shards;
        for (int i = 0; i < size.hosts(); i++) {
            addHost();
        }
        for (HostPlan host : hosts.values()) {
            addTriggers(host, Math.max(1, host.items.size() / 3));
        }
    }

    long epoch() {
        return epoch;
    }

    int shards() {
        return shards;
    }

    List<Host> images() {
        return hosts.values().stream().map(host -> host.build(epoch)).toList();
    }

    /// The image of the host that an item or trigger belongs to; null when it is gone.
    @Nullable
    Host host(long hostId) {
        HostPlan plan = hosts.get(hostId);
        return plan == null ? null : plan.image;
    }

    Collection<SimulatedDevice> devices() {
        return devices.values();
    }

    /// Items that are monitored now, by id.
    Map<Long, Item> items() {
        return items;
    }

    Source source(long itemId) {
        Source source = sources.get(itemId);
        if (source == null) {
            throw new IllegalStateException("item " + itemId + " was never configured");
        }
        return source;
    }

    /// Draws a change of the configuration.
    ConfigurationDelta change() {
        epoch++;
        HostPlan host = random.pick(List.copyOf(hosts.values()));
        switch (random.below(6)) {
            case 0 -> {
                HostPlan added = addHost();
                addTriggers(added, 2);
                host = added;
            }
            case 1 -> {
                if (hosts.size() > 2) {
                    remove(host);
                    return new ConfigurationDelta(epoch, List.of(), List.of(host.id));
                }
                addItem(host);
            }
            case 2 -> addItem(host);
            case 3 -> replaceItem(host);
            case 4 -> removeTrigger(host);
            default -> addTriggers(host, 1);
        }
        return new ConfigurationDelta(epoch, List.of(host.build(epoch)), List.of());
    }

    private void remove(HostPlan host) {
        hosts.remove(host.id);
        for (Item item : host.items) {
            items.remove(item.id());
        }
        for (SimulatedDevice device : host.devices) {
            devices.remove(device.interfaceId);
        }
        // Triggers of other hosts that read its items end with it.
        for (HostPlan other : hosts.values()) {
            other.triggers.removeIf(
                    trigger -> trigger.references().stream().anyMatch(reference -> reference.hostId() == host.id));
        }
    }

    private HostPlan addHost() {
        HostPlan host = new HostPlan(nextId++);
        hosts.put(host.id, host);
        int interfaces = !size.plain() && random.chance(0.3) ? 2 : 1;
        for (int i = 0; i < interfaces; i++) {
            addDevice(host);
        }
        int count = size.itemsPerHost();
        for (int i = 0; i < count; i++) {
            addItem(host);
        }
        host.build(epoch);
        return host;
    }

    private void addDevice(HostPlan host) {
        long id = nextId++;
        SnmpInterface to = new SnmpInterface(
                id,
                "10.1." + id / 250 + "." + (id % 250 + 1),
                161,
                "public",
                random.between(4, 40),
                Duration.ofMillis(random.between(1_000L, 3_000L)),
                random.between(0, 2));
        SimulatedDevice device = new SimulatedDevice(
                simulation,
                id,
                new InetSocketAddress(address(to.address()), to.port()),
                to.timeout().toNanos(),
                to.retries(),
                !size.plain() && random.chance(0.2) ? random.between(1, 8) : 1_000,
                ledger);
        ledger.add(device);
        device.add(new DeviceObject(
                "1.3.6.1.2.1.1.3.0", DeviceObject.Shape.UPTIME, 0, random.split("uptime", id), simulation.nanos()));
        host.devices.add(device);
        host.interfaces.add(to);
        devices.put(id, device);
    }

    private static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    private void addItem(HostPlan host) {
        long id = nextId++;
        int which = random.below(host.devices.size());
        SimulatedDevice device = host.devices.get(which);
        boolean isUptime =
                host.items.stream().noneMatch(item -> item.interfaceId() == device.interfaceId) && random.chance(0.7);
        int place = isUptime
                ? 0
                : device.add(new DeviceObject(
                        "1.3.6.1.4.1.9999.1." + id, shape(), scale(), random.split("object", id), simulation.nanos()));
        host.items.add(item(host, id, new Source(device, place)));
    }

    private DeviceObject.Shape shape() {
        if (size.plain()) {
            return random.pick(
                    List.of(DeviceObject.Shape.COUNTER64, DeviceObject.Shape.COUNTER32, DeviceObject.Shape.GAUGE));
        }
        DeviceObject.Shape shape =
                random.pick(List.of(DeviceObject.Shape.values()).subList(1, DeviceObject.Shape.values().length));
        return shape == DeviceObject.Shape.MISSING && random.chance(0.7) ? DeviceObject.Shape.COUNTER32 : shape;
    }

    private double scale() {
        return Math.scalb(1 + random.nextDouble(), random.between(3, 25));
    }

    private Item item(HostPlan host, long id, Source source) {
        DeviceObject object = source.device().object(source.place());
        UpdateInterval interval = interval(size.plain() ? "60s" : random.pick(INTERVALS));
        ItemRecipe recipe = ItemRecipe.draw(object.shape(), random);
        Item item = new Item(
                id,
                host.id,
                "k" + id,
                "Item " + id,
                ItemType.SNMP_AGENT,
                source.device().interfaceId,
                object.oid(),
                recipe.valueType(),
                "",
                interval,
                recipe.steps(),
                Duration.ofDays(90),
                Duration.ZERO,
                List.of());
        sources.put(id, source);
        items.put(id, item);
        ranges.put(id, TriggerTexts.range(object, recipe, interval));
        return item;
    }

    private static UpdateInterval interval(String text) {
        try {
            return Intervals.parse(text);
        } catch (LanguageException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Another interval, or other steps, for one item.
    private void replaceItem(HostPlan host) {
        if (host.items.isEmpty()) {
            return;
        }
        int at = random.below(host.items.size());
        Item before = host.items.get(at);
        boolean isRead = hosts.values().stream()
                .flatMap(other -> other.triggers.stream())
                .flatMap(trigger -> trigger.references().stream())
                .anyMatch(reference -> reference.itemId() == before.id());
        boolean mayChangeSteps = !isRead && random.chance(0.5);
        Item changed = new Item(
                before.id(),
                before.hostId(),
                before.key(),
                before.name(),
                before.type(),
                before.interfaceId(),
                before.oid(),
                before.valueType(),
                before.units(),
                mayChangeSteps ? before.interval() : interval(random.pick(INTERVALS)),
                mayChangeSteps ? List.of() : before.steps(),
                before.history(),
                before.trends(),
                before.tags());
        host.items.set(at, changed);
        items.put(changed.id(), changed);
    }

    private void removeTrigger(HostPlan host) {
        if (!host.triggers.isEmpty()) {
            host.triggers.remove(random.below(host.triggers.size()));
        }
    }

    private void addTriggers(HostPlan host, int count) {
        for (int i = 0; i < count; i++) {
            List<TriggerTexts.Subject> subjects = new ArrayList<>();
            subjects.add(subject(host));
            subjects.add(subject(random.chance(0.3) ? neighbour(host) : host));
            TriggerTexts.Texts texts = TriggerTexts.draw(subjects, random);
            long id = nextId++;
            host.triggers.add(new Trigger(
                    id,
                    host.id,
                    "Trigger " + id,
                    texts.problem(),
                    texts.recovery(),
                    Severity.of(random.below(6)),
                    true,
                    "",
                    references(texts),
                    List.of()));
        }
    }

    private TriggerTexts.Subject subject(HostPlan host) {
        Item item = random.pick(host.items);
        if (item.valueType() == ItemValueType.BINARY) {
            // Triggers read no bytes; the host's first number or text serves.
            item = host.items.stream()
                    .filter(other -> other.valueType() != ItemValueType.BINARY)
                    .findFirst()
                    .orElse(item);
        }
        TriggerTexts.Range range = ranges.get(item.id());
        return new TriggerTexts.Subject(host.name, item, range == null ? TriggerTexts.Range.NONE : range);
    }

    /// Another host, of this shard or another one.
    private HostPlan neighbour(HostPlan host) {
        List<HostPlan> others =
                hosts.values().stream().filter(other -> !other.items.isEmpty()).toList();
        return others.isEmpty() ? host : random.pick(others);
    }

    private List<Trigger.ItemReference> references(TriggerTexts.Texts texts) {
        Set<Expression.ItemQuery> queries = new LinkedHashSet<>(Expressions.items(parsed(texts.problem())));
        if (!texts.recovery().isEmpty()) {
            queries.addAll(Expressions.items(parsed(texts.recovery())));
        }
        List<Trigger.ItemReference> references = new ArrayList<>();
        for (Expression.ItemQuery query : queries) {
            for (HostPlan host : hosts.values()) {
                for (Item item : host.items) {
                    if (host.name.equals(query.host()) && item.key().equals(query.key())) {
                        references.add(
                                new Trigger.ItemReference(host.name, item.key(), item.id(), host.id, item.valueType()));
                    }
                }
            }
        }
        return references;
    }

    static Expression parsed(String text) {
        try {
            return ExpressionParser.parse(text);
        } catch (LanguageException e) {
            throw new IllegalStateException("expression " + text, e);
        }
    }

    /// Steps of one kind, for messages and plants.
    static boolean takesRates(Item item) {
        return item.steps().stream()
                .anyMatch(step -> step.type() == PreprocessingStep.Type.CHANGE_PER_SECOND
                        || step.type() == PreprocessingStep.Type.SIMPLE_CHANGE);
    }

    static boolean isNumber(Item item) {
        return item.valueType() == ItemValueType.FLOAT || item.valueType() == ItemValueType.UNSIGNED;
    }
}
