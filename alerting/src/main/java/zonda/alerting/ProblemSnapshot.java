package zonda.alerting;

import java.util.List;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;
import zonda.model.Problem;
import zonda.model.Severity;

/// The problems at one moment: immutable, for any reader.
///
/// @param version grows with each change
/// @param problems by event id, open ones and those that ended lately
/// @param openBySeverity how many are open, by severity code
public record ProblemSnapshot(long version, NavigableMap<Long, Problem> problems, List<Integer> openBySeverity) {
    /// Nothing yet.
    public static ProblemSnapshot empty() {
        return new ProblemSnapshot(0, java.util.Collections.emptyNavigableMap(), List.of(0, 0, 0, 0, 0, 0));
    }

    /// The problem of an event, or null.
    public @Nullable Problem problem(long eventId) {
        return problems.get(eventId);
    }

    /// Open problems of a severity.
    public int open(Severity severity) {
        return openBySeverity.get(severity.code());
    }

    /// All open problems.
    public int open() {
        return openBySeverity.stream().mapToInt(Integer::intValue).sum();
    }
}
