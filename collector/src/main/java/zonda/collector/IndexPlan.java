package zonda.collector;

import zonda.protocol.snmp.Oid;

/// An object whose index is found by a text in another column, in Zabbix's form
/// `1.3.6.1.2.1.2.2.1.10["index","1.3.6.1.2.1.2.2.1.2","eth0"]` ("dynamic index"). Immutable.
///
/// @param text as the configuration has it
/// @param object the column that is wanted
/// @param column the column that is searched
/// @param wanted the text that is searched for, exactly
record IndexPlan(String text, Oid object, Oid column, String wanted) implements DialoguePlan {
    private static final String OPENING = "[\"index\",\"";
    private static final String BETWEEN = "\",\"";
    private static final String CLOSING = "\"]";

    static boolean isOne(String object) {
        return object.contains(OPENING);
    }

    static IndexPlan parse(String text) {
        int opening = text.indexOf(OPENING);
        int between = text.indexOf(BETWEEN, opening + OPENING.length());
        if (opening < 1 || between < 0 || !text.endsWith(CLOSING) || text.length() < between + BETWEEN.length() + 2) {
            throw new IllegalArgumentException("'" + text + "', wanted oid[\"index\",\"oid\",\"text\"]");
        }
        String quoted = text.substring(between + BETWEEN.length(), text.length() - CLOSING.length());
        return new IndexPlan(
                text,
                Oid.parse(text.substring(0, opening)),
                Oid.parse(text.substring(opening + OPENING.length(), between)),
                quoted.replace("\\\"", "\""));
    }

    @Override
    public Oid first() {
        return object;
    }

    @Override
    public Dialogue begin(Target target) {
        return new IndexDialogue(this, target);
    }
}
