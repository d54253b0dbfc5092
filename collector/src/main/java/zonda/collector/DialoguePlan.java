package zonda.collector;

import zonda.protocol.snmp.Oid;

/// What an item asks that one request cannot tell: it has a round of its own. Immutable.
sealed interface DialoguePlan permits WalkPlan, IndexPlan {
    /// Whether an item's object is one of these.
    static boolean isOne(String object) {
        return object.indexOf('[') >= 0;
    }

    /// @throws IllegalArgumentException with what was seen and what was wanted
    static DialoguePlan parse(String object) {
        return IndexPlan.isOne(object) ? IndexPlan.parse(object) : WalkPlan.parse(object);
    }

    /// As the configuration has it.
    String text();

    /// The object that stands for all of them.
    Oid first();

    /// Begins to ask.
    Dialogue begin(Target target);
}
