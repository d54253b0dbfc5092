package zonda.collector;

import zonda.protocol.snmp.MessageDecoder;
import zonda.protocol.snmp.RequestEncoder;
import zonda.protocol.snmp.Walk;

/// Walks subtrees and makes one text of their rows.
final class WalkDialogue implements Dialogue {
    private final Walk walk;
    private final WalkOutput output;

    WalkDialogue(WalkPlan plan, Walk walk) {
        this.walk = walk;
        this.output = new WalkOutput(plan);
    }

    @Override
    public RequestEncoder.Encoded next(int version, String community, long nowNanos) {
        return walk.next(version, community, nowNanos);
    }

    @Override
    public void answered(MessageDecoder answer, long nowNanos) {
        walk.answered(answer, nowNanos, output);
    }

    @Override
    public boolean isOver() {
        return walk.isOver();
    }

    @Override
    public Outcome outcome() {
        return switch (walk.end()) {
            case COMPLETE, END_OF_MIB, LOOPING -> {
                String value = output.value();
                yield value.isEmpty()
                        ? new Outcome.Refused("No Such Object available on this agent at this OID, nor below it")
                        : new Outcome.Text(value);
            }
            case TOO_MANY_ROWS, TOO_MANY_BYTES, TOO_LONG, SILENT, ERROR, RUNNING ->
                new Outcome.Refused("The walk ended early: " + walk.words());
        };
    }

    @Override
    public boolean silent(boolean mayRepeat) {
        return walk.silent(mayRepeat);
    }

    @Override
    public String loop() {
        return walk.end() == Walk.End.LOOPING ? walk.words() : "";
    }

    @Override
    public int repetitions() {
        return switch (walk.end()) {
            case COMPLETE, END_OF_MIB, LOOPING -> walk.repetitions();
            case TOO_MANY_ROWS, TOO_MANY_BYTES, TOO_LONG, SILENT, ERROR, RUNNING -> 0;
        };
    }
}
