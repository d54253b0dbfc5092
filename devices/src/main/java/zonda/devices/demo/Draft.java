package zonda.devices.demo;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import zonda.protocol.snmp.Oid;

/// A device being written: its objects, what goes wrong with it, and how it is to be monitored,
/// side
/// by side, so that an item never asks for what the device does not have.
final class Draft {
    private static final long DAY_MILLIS = 86_400_000L;

    /// Counters count from here: a round number of milliseconds that keeps them below 2^63.
    private static final long ROUND_MILLIS = 100_000_000_000L;

    private final String host;
    private final String name;
    private final String address;
    private final long key;
    private final long epochMillis;
    private final Map<Oid, Cell> objects = new TreeMap<>();
    private final Map<String, String> tags = new LinkedHashMap<>();
    private final Map<String, String> macros = new LinkedHashMap<>();
    private final List<Plan.Item> items = new ArrayList<>();
    private final List<Plan.Trigger> triggers = new ArrayList<>();
    private final String group;

    private Episodes silent = Episodes.never();
    private Episodes reboots = Episodes.never();
    private long latencyLeast;
    private long latencyMost;

    /// @param key that all its values depend on
    /// @param epochMillis the wall clock at the network's start
    Draft(String host, String name, String group, String address, long key, long epochMillis) {
        this.host = host;
        this.name = name;
        this.group = group;
        this.address = address;
        this.key = key;
        this.epochMillis = epochMillis;
    }

    String host() {
        return host;
    }

    /// The key of a part of this device.
    long key(String part) {
        return Chance.key(key, part);
    }

    void silentDuring(Episodes episodes) {
        silent = episodes;
    }

    /// Each episode is a reboot; it does not answer while it lasts.
    void rebootsAt(Episodes episodes) {
        reboots = episodes;
        silent = episodes;
    }

    void answersWithin(long leastMillis, long mostMillis) {
        latencyLeast = leastMillis;
        latencyMost = mostMillis;
    }

    void tag(String tag, String value) {
        tags.put(tag, value);
    }

    void macro(String macro, String value) {
        macros.put(macro, value);
    }

    void object(String oid, Cell cell) {
        objects.put(Oid.parse(oid), cell);
    }

    /// When it was started last, in milliseconds since the network's start; as a rule long before.
    long startedAt(long millis) {
        long since = Math.floorMod(epochMillis + key("boot") % (300 * DAY_MILLIS), 300 * DAY_MILLIS);
        return reboots.lastStart(millis, -since - 20 * DAY_MILLIS);
    }

    /// A count since the device's start of what flows while a thing is not down.
    long counted(Flow flow, Episodes down, long millis) {
        long started = startedAt(millis);
        long before = started < 0 ? 0 : flow.at(flowing(down, started));
        return flow.at(flowing(down, millis)) - before;
    }

    private long flowing(Episodes down, long millis) {
        return Math.floorMod(epochMillis, ROUND_MILLIS) + millis - down.onMillis(millis);
    }

    /// Adds the system group and the items and triggers that every device has.
    void system(String description, String objectId, int services) {
        object("1.3.6.1.2.1.1.1.0", Cell.text(description));
        object("1.3.6.1.2.1.1.2.0", Cell.oid(objectId));
        object("1.3.6.1.2.1.1.3.0", Cell.ticks(millis -> (millis - startedAt(millis)) / 10));
        object("1.3.6.1.2.1.1.4.0", Cell.text("noc@demo.example"));
        object("1.3.6.1.2.1.1.5.0", Cell.text(host + ".demo.example"));
        object("1.3.6.1.2.1.1.6.0", Cell.text("Demo site, " + group.toLowerCase(Locale.ROOT)));
        object("1.3.6.1.2.1.1.7.0", Cell.integer(services));
        item("system.name", "System name", "1.3.6.1.2.1.1.5.0", "character", "", "1m", Plan.Step.unchangedFor("1h"));
        item(
                "system.descr",
                "System description",
                "1.3.6.1.2.1.1.1.0",
                "character",
                "",
                "1m",
                Plan.Step.unchangedFor("1h"));
        item("system.uptime", "Uptime", "1.3.6.1.2.1.1.3.0", "unsigned", "uptime", "5s", Plan.Step.multiplier("0.01"));
        trigger(
                "No SNMP data from {HOST.NAME} for 30 seconds",
                "nodata(" + reference("system.uptime") + ",30s)=1",
                "",
                "average",
                "availability");
        trigger(
                "{HOST.NAME} was restarted less than a minute ago",
                "last(" + reference("system.uptime") + ")<1m",
                "",
                "warning",
                "notice");
    }

    /// Adds an item of one of the objects.
    void item(
            String itemKey,
            String itemName,
            String oid,
            String valueType,
            String units,
            String interval,
            Plan.Step... steps) {
        items.add(new Plan.Item(itemKey, itemName, oid, valueType, units, interval, List.of(steps)));
    }

    void trigger(String problem, String expression, String recovery, String severity, String scope) {
        triggers.add(new Plan.Trigger(problem, expression, recovery, severity, scope));
    }

    /// `/host/key`, as expressions name an item.
    String reference(String itemKey) {
        return "/" + host + "/" + itemKey;
    }

    Device finished() {
        for (Plan.Item item : items) {
            if (!objects.containsKey(Oid.parse(item.oid()))) {
                throw new IllegalStateException(
                        host + " has no object for its item '" + item.key() + "', OID " + item.oid());
            }
        }
        Plan plan = new Plan(List.of(group, "Demo"), tags, macros, items, triggers);
        return new Device(host, name, address, new CellTree(objects), silent, latencyLeast, latencyMost, plan);
    }
}
