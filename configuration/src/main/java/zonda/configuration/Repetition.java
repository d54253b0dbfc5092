package zonda.configuration;

import java.util.List;

/// The field `repeat: {as: n, from: 1, to: 100, step: 1}`, with which one element of a list stands
/// for many; `${n}` in its texts is the number of each. Lives for one reading, which it keeps from
/// growing without end: a slip in a number shall not take the memory of a server. One thread.
final class Repetition {
    static final String FIELD = "repeat";

    private static final List<String> FIELDS = List.of("as", "from", "to", "step");
    private static final long MOST = 1_000_000;
    private static final long MOST_IN_ALL = 10_000_000;
    private static final long LARGEST = 1_000_000_000_000L;

    /// Gets each repetition.
    @FunctionalInterface
    interface Each {
        void accept(Node.Mapping mapping, Scope scope);
    }

    private final Faults faults;
    private long left = MOST_IN_ALL;

    Repetition(Faults faults) {
        this.faults = faults;
    }

    /// Gives an element of a list as often as it is to be, or once.
    void of(Node node, Scope scope, String path, Each each) {
        if (!(node instanceof Node.Mapping mapping)) {
            faults.add(node, path, "", Fields.seen(node) + ", wanted fields");
            return;
        }
        int at = 0;
        while (at < mapping.names().size() && !mapping.names().get(at).value().equals(FIELD)) {
            at++;
        }
        if (at == mapping.names().size()) {
            each.accept(mapping, scope);
            return;
        }
        Node written = mapping.values().get(at);
        if (written instanceof Node.Mapping repeat) {
            repeated(mapping, scope, new Fields(repeat, scope, faults, () -> inner(path), FIELDS), each);
        } else {
            faults.add(
                    written, path, FIELD, Fields.seen(written) + ", wanted fields such as {as: n, from: 1, to: 100}");
        }
    }

    private static String inner(String path) {
        return path.isEmpty() ? FIELD : path + "." + FIELD;
    }

    private void repeated(Node.Mapping mapping, Scope scope, Fields repeat, Each each) {
        long before = faults.count();
        repeat.checkNames();
        String name = repeat.text("as", "n");
        if (!name.matches("[A-Za-z_][A-Za-z_0-9]*")) {
            repeat.fault("as", "'" + Faults.shortened(name) + "', wanted a name of letters, digits and _");
        }
        long from = repeat.whole("from", 1, 0, LARGEST);
        repeat.required("to", "the last number");
        long to = repeat.whole("to", from, 0, LARGEST);
        long step = repeat.whole("step", 1, 1, LARGEST);
        if (to < from) {
            repeat.fault("to", to + ", wanted at least " + from + ", which from is");
        } else if ((to - from) / step >= MOST) {
            repeat.fault("to", to + ": " + ((to - from) / step + 1) + " repetitions, wanted at most " + MOST);
        }
        if (faults.count() > before) {
            return;
        }
        for (long value = from; value <= to; value += step) {
            if (--left < 0) {
                repeat.fault("to", to + ", wanted at most " + MOST_IN_ALL + " repetitions in all files together");
                return;
            }
            each.accept(mapping, scope.with(name, value));
        }
    }
}
