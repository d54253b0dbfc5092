package zonda.collector;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.MessageDecoder;
import zonda.protocol.snmp.Oid;
import zonda.protocol.snmp.RequestEncoder;
import zonda.protocol.snmp.Walk;
import zonda.protocol.snmp.WalkRoot;

/// Finds an object by a text in another column, and gets it.
///
/// What was found is remembered for the interface ([Target#indexes]) and never believed: the text
/// is asked for in the same request as the object. Where it is another one now, the column is
/// walked anew.
final class IndexDialogue implements Dialogue {
    private final IndexPlan plan;
    private final Target target;

    /// Reads the column; null while what is remembered is tried.
    private @Nullable Walk walk;

    private final Map<String, String> found = new HashMap<>();
    private String index = "";
    private boolean hasWalked;
    private boolean isOver;
    private String loop = "";
    private Outcome outcome = new Outcome.Refused("");

    IndexDialogue(IndexPlan plan, Target target) {
        this.plan = plan;
        this.target = target;
        String known = target.indexes.getOrDefault(plan.column(), Map.of()).getOrDefault(plan.wanted(), "");
        if (known.isEmpty()) {
            beginWalk();
        } else {
            index = known;
        }
    }

    private void beginWalk() {
        hasWalked = true;
        found.clear();
        walk = target.newWalk(List.of(WalkRoot.of(plan.column())));
    }

    @Override
    public RequestEncoder.Encoded next(int version, String community, long nowNanos) {
        Walk running = walk;
        if (running != null) {
            return running.next(version, community, nowNanos);
        }
        return RequestEncoder.get(
                version,
                community,
                List.of(
                        instance(plan.column()).encoded(),
                        instance(plan.object()).encoded()));
    }

    private Oid instance(Oid column) {
        return Oid.parse(column + "." + index);
    }

    @Override
    public void answered(MessageDecoder answer, long nowNanos) {
        Walk running = walk;
        if (running == null) {
            got(answer);
            return;
        }
        String prefix = plan.column() + ".";
        running.answered(answer, nowNanos, (subtree, varbind) -> {
            String name = varbind.nameText();
            if (varbind.valueFault().isEmpty() && name.startsWith(prefix)) {
                found.putIfAbsent(WalkOutput.plain(varbind), name.substring(prefix.length()));
            }
        });
        if (running.isOver()) {
            walked(running);
        }
    }

    private void walked(Walk done) {
        walk = null;
        switch (done.end()) {
            case COMPLETE, END_OF_MIB, LOOPING -> {
                target.learned(done.repetitions());
                loop = done.end() == Walk.End.LOOPING ? done.words() : "";
                target.indexes.put(plan.column(), Map.copyOf(found));
                index = found.getOrDefault(plan.wanted(), "");
                if (index.isEmpty()) {
                    over(new Outcome.Refused("No row has '" + plan.wanted() + "' in " + plan.column() + " ("
                            + found.size() + (found.size() == 1 ? " row was" : " rows were") + " looked at)"));
                }
            }
            case TOO_MANY_ROWS, TOO_MANY_BYTES, TOO_LONG, SILENT, ERROR, RUNNING ->
                over(new Outcome.Refused("The walk of " + plan.column() + " ended early: " + done.words()));
        }
    }

    /// Both objects come, the text first; or what is remembered holds no longer.
    private void got(MessageDecoder answer) {
        boolean isThere = answer.errorStatus() == Ber.NO_ERROR
                && answer.next()
                && answer.nameText().equals(instance(plan.column()).toString())
                && answer.valueFault().isEmpty()
                && WalkOutput.plain(answer).equals(plan.wanted())
                && answer.next()
                && answer.nameText().equals(instance(plan.object()).toString());
        if (isThere) {
            over(new Outcome.AtVarbind());
        } else if (!hasWalked) {
            beginWalk();
        } else if (answer.errorStatus() == Ber.NO_ERROR || answer.errorStatus() == Ber.NO_SUCH_NAME) {
            target.indexes.remove(plan.column());
            over(new Outcome.Refused("The device has no " + instance(plan.object()) + " beside '" + plan.wanted()
                    + "', or its rows changed while they were read"));
        } else {
            over(new Outcome.Refused("The device answered with the error " + Ber.errorName(answer.errorStatus())));
        }
    }

    private void over(Outcome what) {
        isOver = true;
        outcome = what;
    }

    @Override
    public boolean isOver() {
        return isOver;
    }

    @Override
    public Outcome outcome() {
        return outcome;
    }

    @Override
    public boolean silent(boolean mayRepeat) {
        Walk running = walk;
        return running == null ? mayRepeat : running.silent(mayRepeat);
    }

    @Override
    public String loop() {
        return loop;
    }

    @Override
    public int repetitions() {
        return 0;
    }
}
