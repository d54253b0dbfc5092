package zonda.configuration;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import zonda.language.Expression;
import zonda.language.ExpressionMacros;
import zonda.language.ExpressionParser;
import zonda.language.Expressions;
import zonda.language.LanguageException;
import zonda.model.Severity;

/// Reads the triggers written below one host, as far as they go without other hosts. One thread.
final class TriggerReader {
    static final List<String> FIELDS = List.of(
            Repetition.FIELD,
            "name",
            "expression",
            "recovery_expression",
            "severity",
            "manual_close",
            "operational_data",
            "enabled",
            "tags");

    private final Faults faults;
    private final Interner interner;
    private final HostDraft host;
    private final Set<String> names = new HashSet<>(0);

    TriggerReader(Faults faults, Interner interner, HostDraft host) {
        this.faults = faults;
        this.interner = interner;
        this.host = host;
    }

    void read(Node.Mapping mapping, Scope scope) {
        long before = faults.count();
        String[] known = {""};
        Supplier<String> path = () -> "hosts[" + host.host + "].triggers[" + known[0] + "]";
        Fields fields = new Fields(mapping, scope, faults, path, FIELDS);
        String name = fields.required("name", "the trigger's name");
        known[0] = name;
        fields.checkNames();
        if (!name.isEmpty() && !names.add(name)) {
            fields.fault(
                    "name", "'" + Faults.shortened(name) + "' is a trigger of this host already, wanted another name");
        }
        boolean isEnabled = fields.flag("enabled", true);
        Severity severity = fields.word("severity", Severity.NOT_CLASSIFIED, Severity.class);
        boolean manualClose = fields.flag("manual_close", false);
        String expressionText = resolved(fields, "expression", fields.required("expression", "an expression"));
        String recoveryText = resolved(fields, "recovery_expression", fields.text("recovery_expression", ""));
        Optional<Expression> expression = parsed(fields, "expression", expressionText);
        Optional<Expression> recovery = parsed(fields, "recovery_expression", recoveryText);
        if (expression.isPresent() && Expressions.calls(expression.get()).isEmpty()) {
            fields.fault("expression", "reads no item, wanted at least one such as last(/" + host.host + "/key)");
        }
        var tags = HostReader.tags(fields, host.macros, faults, interner);
        String operationalData = fields.text("operational_data", "");
        if (faults.count() == before && expression.isPresent() && isEnabled) {
            host.pending.add(new TriggerDraft(
                    host,
                    fields,
                    host.ids.ofTrigger(interner.one(name)),
                    name,
                    expressionText,
                    expression.get(),
                    recoveryText,
                    recovery,
                    severity,
                    manualClose,
                    operationalData,
                    tags));
        }
    }

    private String resolved(Fields fields, String name, String text) {
        try {
            return ExpressionMacros.resolve(text.strip(), host.host, host.macros::value);
        } catch (LanguageException e) {
            fields.fault(name, String.valueOf(e.getMessage()));
            return "";
        }
    }

    private static Optional<Expression> parsed(Fields fields, String name, String text) {
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(ExpressionParser.parse(text));
        } catch (LanguageException e) {
            boolean isAsWritten = fields.text(name, "").equals(text);
            fields.fault(name, e.getMessage() + (isAsWritten ? "" : ", in " + Faults.shortened(text)));
            return Optional.empty();
        }
    }

    /// The items that both expressions read, in the order of their first mention.
    static List<Expression.ItemQuery> items(TriggerDraft draft) {
        Set<Expression.ItemQuery> items = new LinkedHashSet<>(Expressions.items(draft.expression()));
        draft.recovery().ifPresent(recovery -> items.addAll(Expressions.items(recovery)));
        return new ArrayList<>(items);
    }
}
