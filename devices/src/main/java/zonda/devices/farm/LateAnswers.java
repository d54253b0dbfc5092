package zonda.devices.farm;

import java.util.PriorityQueue;

/// Answers that wait longer than the others, each as long as it has to. Owned by one thread.
final class LateAnswers {
    private static final int MOST = 100_000;

    private final PriorityQueue<Answer> waiting =
            new PriorityQueue<>((a, b) -> Long.signum(a.dueNanos() - b.dueNanos()));

    /// @param from the local address that it leaves from
    /// @param to the peer
    record Answer(long dueNanos, byte[] octets, int from, long to) {}

    /// Adds one; drops it when far too many wait.
    ///
    /// @return whether it was added
    boolean add(Answer answer) {
        return waiting.size() < MOST && waiting.add(answer);
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    long nextNanos() {
        return waiting.element().dueNanos();
    }

    Answer removeNext() {
        return waiting.remove();
    }
}
