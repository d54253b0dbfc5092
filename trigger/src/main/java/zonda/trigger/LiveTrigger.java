package zonda.trigger;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import zonda.model.Trigger;

/// A trigger at work: its compiled expressions and its state. Owned by the shard's thread.
final class LiveTrigger implements Comparable<LiveTrigger> {
    final long id;

    /// The configuration's image; replaced where only words change.
    Trigger trigger;

    Node problemNode = new Node.Broken("not compiled");

    @Nullable
    Node recoveryNode;

    ItemValues[] items = new ItemValues[0];
    final List<Span> spans = new ArrayList<>();
    final List<Watch> watches = new ArrayList<>();

    /// Whether time alone may change the result.
    boolean isTimed;

    /// T of its last evaluation by a timer, or since then.
    long lastNanos = Long.MIN_VALUE;

    boolean isProblem;
    boolean isUnknown;
    String reason = "";
    long sinceNanos;

    /// The step for which it already waits to be evaluated.
    long step = -1;

    LiveTrigger(Trigger trigger) {
        this.id = trigger.id();
        this.trigger = trigger;
    }

    /// Whether another image of the trigger means the same.
    boolean meansTheSame(Trigger other) {
        return trigger.expression().equals(other.expression())
                && trigger.recoveryExpression().equals(other.recoveryExpression())
                && trigger.references().equals(other.references())
                && trigger.globalExpressions().equals(other.globalExpressions());
    }

    TriggerState state() {
        return new TriggerState(id, isProblem, isUnknown, reason, sinceNanos);
    }

    @Override
    public int compareTo(LiveTrigger other) {
        return Long.compare(id, other.id);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(id);
    }
}
