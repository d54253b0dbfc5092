package zonda.configuration;

import java.util.List;
import java.util.Optional;
import zonda.language.Expression;
import zonda.model.Severity;
import zonda.model.Tag;

/// A trigger as it was written, parsed, while the items that it reads are not looked up yet.
///
/// @param writtenAt the host below which it stands
/// @param expressionText with macros replaced
/// @param recoveryText with macros replaced; empty where there is none
record TriggerDraft(
        HostDraft writtenAt,
        Fields fields,
        long id,
        String name,
        String expressionText,
        Expression expression,
        String recoveryText,
        Optional<Expression> recovery,
        Severity severity,
        boolean manualClose,
        String operationalData,
        List<Tag> tags) {}
