package zonda.trigger;

import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import zonda.language.Expression;
import zonda.language.ExpressionParser;
import zonda.language.Expressions;
import zonda.language.LanguageException;
import zonda.model.GlobalExpression;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.ItemSlots;
import zonda.model.ItemType;
import zonda.model.ItemValueType;
import zonda.model.Severity;
import zonda.model.Trigger;
import zonda.model.TriggerTransition;
import zonda.model.UpdateInterval;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;
import zonda.runtime.MonotonicClock;
import zonda.runtime.WallClock;

/// One evaluator on a test's bench, with clocks that the test turns. Item `n` has the key `k<n>`
/// and belongs to host 1 (named
/// `h`) unless said otherwise. Seconds count from [#EPOCH].
final class Rig {
    static final long EPOCH = 1_700_000_000_000_000_000L;
    static final long SECOND = 1_000_000_000L;
    static final long HOST = 1;

    long mono = 77_000_000_000_123L;
    long wall = EPOCH;
    ZoneId zone = ZoneId.of("Europe/Riga");
    final ItemSlots slots = new ItemSlots();
    final List<TriggerTransition> transitions = new ArrayList<>();
    final Stored stored = new Stored();
    final MonotonicClock monotonic = () -> mono;
    final WallClock wallClock = new WallClock() {
        @Override
        public long epochNanos() {
            return wall;
        }

        @Override
        public ZoneId zone() {
            return zone;
        }
    };
    private final Map<Long, ItemValueType> types = new LinkedHashMap<>();
    private final Map<Long, Long> hostOf = new LinkedHashMap<>();
    private final List<Trigger> triggers = new ArrayList<>();
    TriggerEvaluator evaluator;

    Rig() {
        this(Set.of());
    }

    Rig(Set<Long> inProblem) {
        evaluator = new TriggerEvaluator(monotonic, wallClock, slots, stored, transitions::add, inProblem);
    }

    /// A server that stopped and starts again: same past, new evaluator.
    void restart() {
        Set<Long> inProblem = new HashSet<>();
        evaluator.states().stream().filter(TriggerState::problem).forEach(state -> inProblem.add(state.triggerId()));
        evaluator = new TriggerEvaluator(monotonic, wallClock, slots, stored, transitions::add, inProblem);
        apply();
    }

    Rig item(long id, ItemValueType type) {
        types.put(id, type);
        hostOf.put(id, HOST);
        return this;
    }

    Rig trigger(long id, String expression) {
        return trigger(id, expression, "");
    }

    Rig trigger(long id, String expression, String recovery) {
        triggers.removeIf(trigger -> trigger.id() == id);
        triggers.add(image(id, HOST, expression, recovery, types, hostOf));
        return this;
    }

    /// A trigger that names global expressions.
    Rig trigger(long id, String expression, List<GlobalExpression> named) {
        trigger(id, expression);
        Trigger plain = triggers.removeLast();
        triggers.add(new Trigger(
                id,
                plain.hostId(),
                plain.name(),
                plain.expression(),
                "",
                plain.severity(),
                true,
                "",
                plain.references(),
                plain.tags(),
                named));
        return this;
    }

    Rig withoutTrigger(long id) {
        triggers.removeIf(trigger -> trigger.id() == id);
        return this;
    }

    static Trigger image(
            long id,
            long hostId,
            String expression,
            String recovery,
            Map<Long, ItemValueType> types,
            Map<Long, Long> hostOf) {
        List<Trigger.ItemReference> references = new ArrayList<>();
        for (String text : recovery.isEmpty() ? List.of(expression) : List.of(expression, recovery)) {
            try {
                for (Expression.ItemQuery query : Expressions.items(ExpressionParser.parse(text))) {
                    long itemId = Long.parseLong(query.key().substring(1));
                    if (types.containsKey(itemId)) {
                        references.add(new Trigger.ItemReference(
                                query.host(),
                                query.key(),
                                itemId,
                                hostOf.getOrDefault(itemId, HOST),
                                types.get(itemId)));
                    }
                }
            } catch (LanguageException e) {
                // The evaluator tells this fault itself.
                references.clear();
            }
        }
        return new Trigger(
                id,
                hostId,
                "t" + id,
                expression,
                recovery,
                Severity.HIGH,
                true,
                "",
                references.stream().distinct().toList(),
                List.of());
    }

    static Host host(long hostId, Map<Long, ItemValueType> types, Map<Long, Long> hostOf, List<Trigger> triggers) {
        List<Item> items = new ArrayList<>();
        types.forEach((id, type) -> {
            if (hostOf.getOrDefault(id, HOST) == hostId) {
                items.add(new Item(
                        id,
                        hostId,
                        "k" + id,
                        "Item " + id,
                        ItemType.SNMP_AGENT,
                        1,
                        "1.3",
                        type,
                        "",
                        UpdateInterval.every(Duration.ofMinutes(1)),
                        List.of(),
                        Duration.ofDays(1),
                        Duration.ZERO,
                        List.of()));
            }
        });
        return new Host(hostId, "h" + hostId, "Host", List.of(), List.of(), items, triggers, List.of(), 1);
    }

    List<String> apply() {
        return evaluator.apply(host(HOST, types, hostOf, triggers));
    }

    /// Sets the clocks to a second and lets the evaluator have its turn.
    void at(double second) {
        long to = EPOCH + Math.round(second * SECOND);
        mono += to - wall;
        wall = to;
        evaluator.turn(mono);
    }

    /// A number arrives at a second.
    Rig give(double second, long itemId, double value) {
        ValueBatch batch = new ValueBatch();
        add(batch, second, itemId, value);
        return deliver(second, batch);
    }

    Rig give(double second, long itemId, String text) {
        ValueBatch batch = new ValueBatch();
        batch.addText(itemId, slots.slotOf(itemId), EPOCH + Math.round(second * SECOND), ValueKind.TEXT, text);
        return deliver(second, batch);
    }

    Rig fail(double second, long itemId, String reason) {
        ValueBatch batch = new ValueBatch();
        batch.addText(
                itemId, slots.slotOf(itemId), EPOCH + Math.round(second * SECOND), ValueKind.NOT_SUPPORTED, reason);
        return deliver(second, batch);
    }

    void add(ValueBatch batch, double second, long itemId, double value) {
        long nanos = EPOCH + Math.round(second * SECOND);
        if (types.get(itemId) == ItemValueType.UNSIGNED) {
            batch.addNumber(itemId, slots.slotOf(itemId), nanos, ValueKind.UNSIGNED, (long) value);
        } else {
            batch.addNumber(itemId, slots.slotOf(itemId), nanos, ValueKind.DOUBLE, Double.doubleToRawLongBits(value));
        }
    }

    Rig deliver(double second, ValueBatch batch) {
        if (EPOCH + Math.round(second * SECOND) > wall) {
            at(second);
        }
        stored.keep(batch);
        evaluator.accept(batch);
        return this;
    }

    TriggerState state(long triggerId) {
        return evaluator.state(triggerId).orElseThrow();
    }

    /// `+id` for each problem that began, `-id` for each that ended, since the last call; `~`
    /// before those of timers.
    String told() {
        StringBuilder out = new StringBuilder();
        for (TriggerTransition transition : transitions) {
            if (!out.isEmpty()) {
                out.append(' ');
            }
            out.append(
                            switch (transition.cause()) {
                                case VALUE -> "";
                                case TIMER -> "~";
                                case MANUAL_CLOSE -> "!";
                                case CONFIGURATION -> "?";
                            })
                    .append(transition.problem() ? '+' : '-')
                    .append(transition.triggerId());
        }
        transitions.clear();
        return out.toString();
    }

    /// The past: every value delivered, by item.
    static final class Stored implements PastValues {
        private final Map<Long, ValueBatch> byItem = new LinkedHashMap<>();
        private final Map<Long, String> reasons = new LinkedHashMap<>();

        void keep(ValueBatch batch) {
            for (int row = 0; row < batch.size(); row++) {
                long item = batch.itemIds[row];
                if (batch.kind(row) == ValueKind.NOT_SUPPORTED) {
                    reasons.put(item, batch.text(row));
                } else {
                    reasons.remove(item);
                    byItem.computeIfAbsent(item, id -> new ValueBatch()).addRow(batch, row, -1);
                }
            }
        }

        @Override
        public void read(long itemId, int least, long afterNanos, ValueBatch into) {
            ValueBatch all = byItem.get(itemId);
            if (all == null) {
                return;
            }
            List<Integer> rows = new ArrayList<>();
            for (int row = 0; row < all.size(); row++) {
                rows.add(row);
            }
            rows.sort((a, b) -> Long.compare(all.epochNanos[a], all.epochNanos[b]));
            int newer = (int) rows.stream()
                    .filter(row -> all.epochNanos[row] > afterNanos)
                    .count();
            int wanted = Math.min(rows.size(), Math.max(newer, least));
            for (int row : rows.subList(rows.size() - wanted, rows.size())) {
                into.addRow(all, row, -1);
            }
        }

        @Override
        public String notSupportedReason(long itemId) {
            return reasons.getOrDefault(itemId, "");
        }
    }
}
