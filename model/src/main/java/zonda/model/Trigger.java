package zonda.model;

import java.util.List;

/// A condition over items' values. Macros in the expressions are resolved; the trees are built by
/// room `language`.
///
/// @param id unique over all triggers, never reused
/// @param hostId the first host that the expression names: the trigger lives on that host's shard
/// @param name for people, and the name of its problems
/// @param expression the problem expression, in Zabbix's form
/// @param recoveryExpression what must become true for the problem to end; empty: the problem
///     expression's ending
/// @param severity of its problems
/// @param manualClose whether people may close its problems
/// @param operationalData shown beside the problem; empty where there is none
/// @param references the items that the expressions read, in the order of their first mention
/// @param tags of its problems
/// @param globalExpressions those that its expressions name as `@name`
public record Trigger(
        long id,
        long hostId,
        String name,
        String expression,
        String recoveryExpression,
        Severity severity,
        boolean manualClose,
        String operationalData,
        List<ItemReference> references,
        List<Tag> tags,
        List<GlobalExpression> globalExpressions) {
    public Trigger {
        references = List.copyOf(references);
        tags = List.copyOf(tags);
        globalExpressions = List.copyOf(globalExpressions);
    }

    /// A trigger that names no global expression.
    public Trigger(
            long id,
            long hostId,
            String name,
            String expression,
            String recoveryExpression,
            Severity severity,
            boolean manualClose,
            String operationalData,
            List<ItemReference> references,
            List<Tag> tags) {
        this(
                id,
                hostId,
                name,
                expression,
                recoveryExpression,
                severity,
                manualClose,
                operationalData,
                references,
                tags,
                List.of());
    }

    /// An item that an expression names as `/host/key`.
    public record ItemReference(String host, String key, long itemId, long hostId, ItemValueType valueType) {}
}
