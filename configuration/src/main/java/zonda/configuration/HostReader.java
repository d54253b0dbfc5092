package zonda.configuration;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import zonda.language.Durations;
import zonda.language.ItemKey;
import zonda.language.LanguageException;
import zonda.language.Macros;
import zonda.model.AllowedHosts;
import zonda.model.Item;
import zonda.model.ItemType;
import zonda.model.ItemValueType;
import zonda.model.PreprocessingStep;
import zonda.model.SnmpInterface;
import zonda.model.SnmpReading;
import zonda.model.SnmpSecurity;
import zonda.model.Tag;
import zonda.model.UpdateInterval;

/// Reads one host: its interfaces, its items, and its triggers as far as they go without other
/// hosts. One thread.
final class HostReader {
    static final List<String> FIELDS = List.of(
            Repetition.FIELD,
            "host",
            "name",
            "id",
            "enabled",
            "groups",
            "tags",
            "macros",
            "interfaces",
            "items",
            "triggers");
    private static final List<String> INTERFACE_FIELDS = Stream.concat(
                    Stream.of(
                            Repetition.FIELD,
                            "type",
                            "address",
                            "port",
                            "max_varbinds",
                            "max_repetitions",
                            "bulk",
                            "timeout",
                            "retries",
                            "min_gap",
                            "any_source"),
                    SnmpReader.FIELDS.stream())
            .toList();
    private static final List<String> ITEM_FIELDS = List.of(
            Repetition.FIELD,
            "key",
            "name",
            "type",
            "interface",
            "oid",
            "bulk",
            "allowed_hosts",
            "master_item",
            "value_type",
            "units",
            "update_interval",
            "history",
            "trends",
            "enabled",
            "tags",
            "preprocessing");
    private static final List<String> TAG_FIELDS = List.of("tag", "value");

    private static final int SNMP_PORT = 161;
    private static final int MOST_VARBINDS = 1_000;
    private static final int MOST_REPETITIONS = 1_000;
    private static final int DEFAULT_VARBINDS = 50;
    private static final int MOST_RETRIES = 10;
    private static final Duration LONGEST_TIMEOUT = Duration.ofSeconds(60);
    private static final int LONGEST_NAME = 128;
    private static final int MOST_ITEMS = 1_000_000;
    private static final UpdateInterval NEVER_ASKED = UpdateInterval.every(Duration.ZERO);

    private final Faults faults;
    private final Ids ids;
    private final Interner interner;
    private final Macros global;
    private final Repetition repetition;
    private final SnmpObject objects = new SnmpObject();
    private final StepReader steps;

    /// @param global user macros of the whole installation
    /// @param expressions of the whole installation
    HostReader(
            Faults faults,
            Ids ids,
            Interner interner,
            Macros global,
            GlobalExpressions expressions,
            Repetition repetition) {
        this.faults = faults;
        this.ids = ids;
        this.interner = interner;
        this.global = global;
        this.repetition = repetition;
        this.steps = new StepReader(interner, expressions);
    }

    /// Reads a host.
    ///
    /// @param taken names and ids of the hosts before it
    /// @return nothing where its technical name cannot be read, or is taken
    Optional<HostDraft> read(Node.Mapping mapping, Scope scope, HostNames taken) {
        long before = faults.count();
        String[] known = {""};
        Fields fields = new Fields(mapping, scope, faults, () -> "hosts[" + known[0] + "]", FIELDS);
        String host = fields.required("host", "the host's technical name");
        known[0] = host;
        fields.checkNames();
        if (host.isEmpty() || !isHostName(fields, host)) {
            return Optional.empty();
        }
        if (!taken.add(fields, host)) {
            return Optional.empty();
        }
        HostDraft draft = new HostDraft(host, hostIds(fields, host, taken), new HostMacros(macros(fields)));
        draft.isEnabled = fields.flag("enabled", true);
        draft.macros.setNames(host, host);
        draft.name = draft.macros.shown(fields.text("name", host));
        draft.macros.setNames(host, draft.name);
        draft.groups = groups(fields, draft.macros);
        draft.tags = tags(fields, draft.macros, faults, interner);
        draft.interfaces = interfaces(fields, draft);
        draft.macros.setInterfaces(draft.interfaces);
        items(fields, draft);
        new MasterItems(draft.items, draft.disabledKeys, draft.badKeys, draft.masters).resolve();
        draft.masters.clear();
        TriggerReader triggers = new TriggerReader(faults, interner, draft);
        fields.each("triggers", node -> repetition.of(node, scope, fields.path() + ".triggers", triggers::read));
        draft.isFaulty = faults.count() > before;
        return Optional.of(draft);
    }

    private static boolean isHostName(Fields fields, String host) {
        boolean isName = host.length() <= LONGEST_NAME
                && host.chars()
                        .allMatch(c -> c >= 'a' && c <= 'z'
                                || c >= 'A' && c <= 'Z'
                                || c >= '0' && c <= '9'
                                || " ._-".indexOf(c) >= 0)
                && host.equals(host.strip());
        if (!isName) {
            fields.fault(
                    "host",
                    "'" + Faults.shortened(host) + "', wanted 1 to " + LONGEST_NAME
                            + " letters, digits, blanks, '.', '_' and '-'");
        }
        return isName;
    }

    private Ids.HostIds hostIds(Fields fields, String host, HostNames taken) {
        Optional<String> written = fields.text("id");
        if (written.isEmpty()) {
            return ids.host(host);
        }
        long id = fields.whole("id", written.get(), 0, 1, Ids.FIRST - 1);
        return id == 0 || !taken.add(fields, id, host) ? ids.host(host) : ids.host(id, host);
    }

    private Macros macros(Fields fields) {
        Optional<Node> node = fields.node("macros");
        try {
            return global.withHost(node.isEmpty() ? Map.of() : definitions(node.get(), fields));
        } catch (LanguageException e) {
            fields.fault("macros", String.valueOf(e.getMessage()));
            return global;
        }
    }

    /// User macros that are right, by their written names.
    static Map<String, String> definitions(Node node, Fields fields) {
        if (!(node instanceof Node.Mapping mapping)) {
            fields.fault(node, "macros", Fields.seen(node) + ", wanted fields such as \"{$NAME}\": value");
            return Map.of();
        }
        Map<String, String> definitions = new LinkedHashMap<>();
        for (int i = 0; i < mapping.names().size(); i++) {
            Node.Text name = mapping.names().get(i);
            Node value = mapping.values().get(i);
            String text = value instanceof Node.Text absent && absent.isAbsent()
                    ? ""
                    : fields.text(value, "macros." + name.value()).orElse("");
            try {
                Macros.global(Map.of(name.value(), text));
                definitions.put(name.value(), text);
            } catch (LanguageException e) {
                fields.fault(name, "macros", String.valueOf(e.getMessage()));
            }
        }
        return definitions;
    }

    private List<String> groups(Fields fields, HostMacros macros) {
        List<String> groups = new ArrayList<>(1);
        fields.each(
                "groups", node -> fields.text(node, "groups").map(macros::shown).ifPresent(groups::add));
        return interner.one(List.copyOf(groups));
    }

    static List<Tag> tags(Fields fields, HostMacros macros, Faults faults, Interner interner) {
        if (fields.node("tags").isEmpty()) {
            return List.of();
        }
        List<Tag> tags = new ArrayList<>(2);
        fields.each("tags", node -> {
            if (!(node instanceof Node.Mapping mapping)) {
                fields.fault(node, "tags", Fields.seen(node) + ", wanted fields such as {tag: site, value: lab}");
                return;
            }
            Fields tag = new Fields(mapping, fields.scope(), faults, () -> fields.path() + ".tags", TAG_FIELDS);
            tag.checkNames();
            String name = macros.shown(tag.required("tag", "the tag's name"));
            tags.add(new Tag(name, macros.shown(tag.text("value", ""))));
        });
        return interner.one(List.copyOf(tags));
    }

    private List<SnmpInterface> interfaces(Fields fields, HostDraft draft) {
        List<SnmpInterface> read = new ArrayList<>(1);
        fields.each(
                "interfaces",
                node -> repetition.of(node, fields.scope(), fields.path() + ".interfaces", (mapping, scope) -> {
                    long position = ++draft.interfaceCount;
                    Supplier<String> path = () -> fields.path() + ".interfaces[" + position + "]";
                    one(new Fields(mapping, scope, faults, path, INTERFACE_FIELDS), draft, position)
                            .ifPresentOrElse(read::add, () -> draft.badInterfaces.add(position));
                }));
        return List.copyOf(read);
    }

    private Optional<SnmpInterface> one(Fields fields, HostDraft draft, long number) {
        long before = faults.count();
        fields.checkNames();
        String type = fields.required("type", "snmp");
        if (!type.isEmpty() && !type.equals("snmp")) {
            fields.fault("type", "'" + Faults.shortened(type) + "', wanted snmp");
        }
        HostMacros macros = draft.macros;
        String address = macros.used(fields, "address", fields.required("address", "an IP address or a name"));
        if (fields.node("address").isPresent() && !isAddress(address)) {
            fields.fault("address", "'" + Faults.shortened(address) + "', wanted an IP address or a name");
        }
        String port = macros.used(fields, "port", fields.text("port", Integer.toString(SNMP_PORT)));
        SnmpSecurity security = interner.one(new SnmpReader(fields, macros).read());
        Duration timeout = timeout(fields, "timeout", Duration.ofMillis(1), "1s", macros);
        Duration minGap = timeout(fields, "min_gap", Duration.ZERO, "0s", macros);
        boolean anySource = fields.flag("any_source", false);
        int portNumber = (int) fields.whole("port", port, SNMP_PORT, 1, 65_535);
        int varbinds = (int) fields.whole("max_varbinds", DEFAULT_VARBINDS, 1, MOST_VARBINDS);
        int repetitions = (int) fields.whole("max_repetitions", SnmpInterface.DEFAULT_REPETITIONS, 1, MOST_REPETITIONS);
        boolean bulk = fields.flag("bulk", true);
        int retries = (int) fields.whole("retries", 1, 0, MOST_RETRIES);
        return faults.count() > before
                ? Optional.empty()
                : Optional.of(new SnmpInterface(
                        draft.ids.ofInterface(number),
                        interner.one(address),
                        portNumber,
                        security,
                        varbinds,
                        bulk ? repetitions : 0,
                        timeout,
                        retries,
                        minGap,
                        anySource));
    }

    private static boolean isAddress(String address) {
        return !address.isEmpty()
                && address.length() <= 255
                && address.chars()
                        .allMatch(c -> c >= 'a' && c <= 'z'
                                || c >= 'A' && c <= 'Z'
                                || c >= '0' && c <= '9'
                                || ".:-_%".indexOf(c) >= 0);
    }

    private Duration timeout(Fields fields, String name, Duration least, String otherwise, HostMacros macros) {
        String text = macros.used(fields, name, fields.text(name, otherwise));
        Duration timeout = Duration.ZERO;
        if (text.matches("[0-9]{1,5}ms")) {
            timeout = Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - 2)));
        } else {
            try {
                timeout = Durations.parse(text);
            } catch (LanguageException e) {
                fields.fault(name, String.valueOf(e.getMessage()));
                return Duration.ofSeconds(1);
            }
        }
        if (timeout.compareTo(least) < 0 || timeout.compareTo(LONGEST_TIMEOUT) > 0) {
            fields.fault(name, "'" + text + "', wanted " + (least.isZero() ? "0s" : "1ms") + " to 60s");
        }
        return interner.one(timeout);
    }

    private void items(Fields fields, HostDraft draft) {
        fields.each("items", node -> {
            if (draft.items.size() >= MOST_ITEMS) {
                fields.fault(node, "items", "more than " + MOST_ITEMS + " items, wanted at most as many at a host");
                return;
            }
            repetition.of(
                    node,
                    fields.scope(),
                    fields.path() + ".items",
                    (mapping, scope) -> item(mapping, scope, fields, draft));
        });
    }

    private void item(Node.Mapping mapping, Scope scope, Fields host, HostDraft draft) {
        long before = faults.count();
        String[] known = {""};
        Supplier<String> path = () -> host.path() + ".items[" + known[0] + "]";
        Fields fields = new Fields(mapping, scope, faults, path, ITEM_FIELDS);
        String written = fields.required("key", "the item's key");
        known[0] = written;
        fields.checkNames();
        String key = draft.macros.key(fields, written);
        if (fields.node("key").isPresent() && faults.count() == before) {
            checkKey(fields, key, draft);
        }
        boolean isEnabled = fields.flag("enabled", true);
        Optional<Item> item = item(fields, draft, written, key);
        if (faults.count() > before || item.isEmpty()) {
            draft.badKeys.add(key);
        } else if (isEnabled) {
            draft.items.put(key, item.get());
        } else {
            draft.disabledKeys.add(key);
        }
    }

    private static void checkKey(Fields fields, String key, HostDraft draft) {
        try {
            if (!ItemKey.isValid(key)) {
                ItemKey.parse(key);
            }
        } catch (LanguageException e) {
            fields.fault("key", String.valueOf(e.getMessage()));
        }
        if (draft.items.containsKey(key) || draft.disabledKeys.contains(key)) {
            fields.fault("key", "'" + Faults.shortened(key) + "' is an item of this host already, wanted another key");
        }
    }

    private Optional<Item> item(Fields fields, HostDraft draft, String written, String key) {
        long before = faults.count();
        HostMacros macros = draft.macros;
        ItemType type = fields.word("type", ItemType.SNMP_AGENT, ItemType.class);
        ItemValueType valueType = fields.word("value_type", ItemValueType.UNSIGNED, ItemValueType.class);
        String units = macros.shown(fields.text("units", ""));
        Optional<UpdateInterval> interval = type.isAsked() ? updateInterval(fields, macros) : Optional.of(NEVER_ASKED);
        Duration history = kept(fields, macros, "history", "31d");
        Duration trends = valueType.isNumeric() ? kept(fields, macros, "trends", "365d") : Duration.ZERO;
        Source source = switch (type) {
            case SNMP_AGENT -> snmpSource(fields, draft);
            case INTERNAL -> internalSource(fields, key);
            case TRAPPER, DEPENDENT -> unaskedSource(fields, type);
        };
        String master = type == ItemType.DEPENDENT ? masterKey(fields, macros) : "";
        if (type != ItemType.DEPENDENT) {
            leftOut(fields, type, "master_item");
        }
        AllowedHosts allowedHosts = type == ItemType.TRAPPER ? allowedHosts(fields, macros) : notAllowed(fields, type);
        String name = macros.shown(fields.text("name", key));
        List<Tag> tags = tags(fields, macros, faults, interner);
        List<PreprocessingStep> stepsRead = steps.read(fields, macros, faults);
        if (faults.count() > before || interval.isEmpty()) {
            return Optional.empty();
        }
        if (type == ItemType.DEPENDENT) {
            draft.masters.put(key, new MasterItems.Master(master, fields));
        }
        return Optional.of(new Item(
                draft.ids.ofItem(interner.one(written)),
                draft.ids.id,
                interner.one(key),
                interner.one(name),
                type,
                source.interfaceId(),
                interner.one(source.oid()),
                valueType,
                interner.one(units),
                interval.get(),
                stepsRead,
                history,
                trends,
                tags,
                interner.one(allowedHosts),
                0,
                source.reading(valueType)));
    }

    private static String masterKey(Fields fields, HostMacros macros) {
        return macros.key(fields, fields.required("master_item", "the key of an item of this host"));
    }

    private Optional<UpdateInterval> updateInterval(Fields fields, HostMacros macros) {
        String text = macros.used(fields, "update_interval", fields.text("update_interval", "1m"));
        return interner.interval(text, message -> fields.fault("update_interval", message));
    }

    /// @param isDate whether the object's syntax is a date
    private record Source(long interfaceId, String oid, boolean isDate, boolean isBulk) {
        static final Source NONE = new Source(0, "", false, true);

        SnmpReading reading(ItemValueType type) {
            boolean isNumber = isDate && type.isNumeric();
            return !isNumber && isBulk ? SnmpReading.PLAIN : new SnmpReading(isNumber, isBulk);
        }
    }

    private Source snmpSource(Fields fields, HostDraft draft) {
        String written = fields.required("oid", "an object identifier in numbers");
        String oid = draft.macros.used(fields, "oid", written);
        if (!written.isEmpty()) {
            try {
                oid = objects.plain(oid);
            } catch (LanguageException e) {
                fields.fault("oid", String.valueOf(e.getMessage()));
            }
        }
        return new Source(interfaceId(fields, draft), oid, objects.isDate(oid), fields.flag("bulk", true));
    }

    private static long interfaceId(Fields fields, HostDraft draft) {
        long count = draft.interfaceCount;
        long number = fields.whole("interface", 1, 1, Integer.MAX_VALUE);
        if (draft.badInterfaces.contains(number)) {
            fields.fault("interface", "interface " + number + " of this host has a fault itself");
            return 0;
        }
        if (number > count) {
            fields.fault(
                    "interface",
                    count == 0
                            ? "this host has no interface, wanted one of type snmp"
                            : "no interface " + number + ", wanted 1 to " + count + ", in the order of the host's");
            return 0;
        }
        return draft.ids.ofInterface(number);
    }

    private static Source internalSource(Fields fields, String key) {
        if (!key.startsWith("zabbix[")) {
            fields.fault("key", "'" + Faults.shortened(key) + "', wanted zabbix[...] for an item of type internal");
        }
        leftOut(fields, ItemType.INTERNAL, "oid", "interface", "bulk");
        return Source.NONE;
    }

    private static Source unaskedSource(Fields fields, ItemType type) {
        leftOut(fields, type, "oid", "interface", "update_interval", "bulk");
        return Source.NONE;
    }

    private static void leftOut(Fields fields, ItemType type, String... names) {
        for (String name : names) {
            if (fields.node(name).isPresent()) {
                String word = type.name().toLowerCase(Locale.ROOT);
                fields.fault(name, "an item of type " + word + " has none, wanted it left out");
            }
        }
    }

    private static AllowedHosts allowedHosts(Fields fields, HostMacros macros) {
        String text = macros.used(fields, "allowed_hosts", fields.text("allowed_hosts", ""));
        try {
            return AllowedHosts.parse(text);
        } catch (IllegalArgumentException e) {
            fields.fault("allowed_hosts", String.valueOf(e.getMessage()));
            return AllowedHosts.ANYONE;
        }
    }

    private static AllowedHosts notAllowed(Fields fields, ItemType type) {
        leftOut(fields, type, "allowed_hosts");
        return AllowedHosts.ANYONE;
    }

    private Duration kept(Fields fields, HostMacros macros, String name, String otherwise) {
        String text = macros.used(fields, name, fields.text(name, otherwise));
        try {
            return interner.one(Durations.parse(text));
        } catch (LanguageException e) {
            fields.fault(name, String.valueOf(e.getMessage()));
            return Duration.ZERO;
        }
    }
}
