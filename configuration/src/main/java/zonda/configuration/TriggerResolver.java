package zonda.configuration;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import zonda.language.Expression;
import zonda.language.Expressions;
import zonda.language.LanguageException;
import zonda.model.GlobalExpression;
import zonda.model.Item;
import zonda.model.Nearest;
import zonda.model.Trigger;

/// Finds the items that triggers read, and makes the triggers. One thread.
final class TriggerResolver {
    /// Among more words nobody is helped by the nearest one, and looking for it takes long.
    private static final int MOST_SUGGESTED = 2_000;

    /// The hosts so far, by technical name.
    private final Map<String, HostDraft> hosts;

    private final GlobalExpressions expressions;

    TriggerResolver(Map<String, HostDraft> hosts, GlobalExpressions expressions) {
        this.hosts = hosts;
        this.expressions = expressions;
    }

    /// Whether a trigger reads only items of the host below which it stands.
    static boolean isLocal(TriggerDraft draft) {
        for (Expression.ItemQuery item : TriggerReader.items(draft)) {
            if (!item.host().equals(draft.writtenAt().host)) {
                return false;
            }
        }
        return true;
    }

    /// Makes a trigger and gives it to its first host. A trigger that reads a disabled item, or one
    /// of a disabled host, is left out in silence; one that reads what does not exist is a fault.
    void resolve(TriggerDraft draft) {
        List<Expression.ItemQuery> queries = TriggerReader.items(draft);
        List<HostDraft> readHosts = new ArrayList<>(queries.size());
        Map<Expression.ItemQuery, Item> items = new HashMap<>();
        boolean isDisabled = false;
        for (Expression.ItemQuery query : queries) {
            HostDraft host = hosts.get(query.host());
            if (host == null) {
                fault(draft, query, unknownHost(query));
                return;
            }
            readHosts.add(host);
            Optional<Item> item = host.item(query.key());
            if (item.isPresent()) {
                items.put(query, item.get());
                isDisabled |= !host.isEnabled;
            } else if (host.disabledKeys.contains(query.key())) {
                isDisabled = true;
            } else {
                fault(draft, query, unknownItem(host, query));
                return;
            }
        }
        if (!isDisabled && suits(draft, items)) {
            Set<GlobalExpression> named = new LinkedHashSet<>(0);
            boolean areThere = addNamed(draft, "expression", draft.expression(), named);
            if (draft.recovery().isPresent()) {
                areThere &=
                        addNamed(draft, "recovery_expression", draft.recovery().get(), named);
            }
            if (areThere) {
                readHosts.getFirst().triggers.add(made(draft, queries, readHosts, items, List.copyOf(named)));
            }
        }
    }

    private void fault(TriggerDraft draft, Expression.ItemQuery query, String message) {
        boolean inExpression = Expressions.items(draft.expression()).contains(query);
        fault(draft, inExpression ? "expression" : "recovery_expression", message);
    }

    private void fault(TriggerDraft draft, String field, String message) {
        draft.fields().fault(field, message);
        draft.writtenAt().isFaulty = true;
        HostDraft first =
                hosts.get(Expressions.items(draft.expression()).getFirst().host());
        if (first != null) {
            first.isFaulty = true;
        }
    }

    private String unknownHost(Expression.ItemQuery query) {
        String suggestion = hosts.size() > MOST_SUGGESTED ? "" : Nearest.suggestion(query.host(), hosts.keySet());
        return "no host '" + query.host() + "'" + suggestion;
    }

    private static String unknownItem(HostDraft host, Expression.ItemQuery query) {
        String words = "'" + Faults.shortened(query.key()) + "' at host '" + query.host() + "'";
        if (host.badKeys.contains(query.key())) {
            return "the item " + words + " has a fault itself";
        }
        String suggestion =
                host.items.size() > MOST_SUGGESTED ? "" : Nearest.suggestion(query.key(), host.items.keySet());
        return "no item " + words + suggestion;
    }

    private boolean suits(TriggerDraft draft, Map<Expression.ItemQuery, Item> items) {
        List<Expression.HistoryCall> calls = new ArrayList<>(Expressions.calls(draft.expression()));
        draft.recovery().ifPresent(recovery -> calls.addAll(Expressions.calls(recovery)));
        for (Expression.HistoryCall call : calls) {
            Item item = items.get(call.item());
            try {
                if (item != null) {
                    CallCheck.check(call, item.valueType());
                }
            } catch (LanguageException e) {
                fault(draft, call.item(), String.valueOf(e.getMessage()));
                return false;
            }
        }
        return true;
    }

    /// Adds the global expressions that an expression names.
    ///
    /// @return false, and a fault is told, where one of them cannot be had
    private boolean addNamed(TriggerDraft draft, String field, Expression expression, Set<GlobalExpression> named) {
        try {
            named.addAll(expressions.named(expression));
            return true;
        } catch (LanguageException e) {
            fault(draft, field, String.valueOf(e.getMessage()));
            return false;
        }
    }

    private static Trigger made(
            TriggerDraft draft,
            List<Expression.ItemQuery> queries,
            List<HostDraft> readHosts,
            Map<Expression.ItemQuery, Item> items,
            List<GlobalExpression> globals) {
        List<Trigger.ItemReference> references = new ArrayList<>(queries.size());
        for (int i = 0; i < queries.size(); i++) {
            HostDraft host = readHosts.get(i);
            Item item = items.get(queries.get(i));
            if (item != null) {
                references.add(
                        new Trigger.ItemReference(host.host, item.key(), item.id(), host.ids.id, item.valueType()));
            }
        }
        return new Trigger(
                draft.id(),
                readHosts.getFirst().ids.id,
                shown(draft, draft.name(), readHosts),
                draft.expressionText(),
                draft.recoveryText(),
                draft.severity(),
                draft.manualClose(),
                shown(draft, draft.operationalData(), readHosts),
                references,
                draft.tags(),
                globals);
    }

    /// Replaces user macros, and `{HOST.NAME}`, `{HOST.NAME2}` and the like by what the first,
    /// second ... host of the expression has. Macros that only an event can tell stay.
    private static String shown(TriggerDraft draft, String text, List<HostDraft> readHosts) {
        return draft.writtenAt().macros.shown(text, macro -> {
            int digit = macro.charAt(macro.length() - 2) - '0';
            boolean isNumbered = digit >= 1 && digit <= 9;
            int index = isNumbered ? digit - 1 : 0;
            String plain = isNumbered ? macro.substring(0, macro.length() - 2) + "}" : macro;
            return index < readHosts.size() ? readHosts.get(index).macros.value(plain) : Optional.empty();
        });
    }
}
