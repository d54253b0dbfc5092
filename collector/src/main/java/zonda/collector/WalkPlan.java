package zonda.collector;

import java.util.ArrayList;
import java.util.List;
import zonda.protocol.snmp.Oid;
import zonda.protocol.snmp.WalkRoot;

/// What an item asks of whole subtrees, as the configuration writes it: `walk[1.3.6.1,...]` or
/// `discovery[{#MACRO},1.3.6.1,...]`. Immutable.
final class WalkPlan implements DialoguePlan {
    private static final String WALK = "walk[";
    private static final String DISCOVERY = "discovery[";

    private final String text;
    private final List<Oid> oids;

    /// The macro of each subtree; empty for a walk.
    private final List<String> macros;

    private WalkPlan(String text, List<Oid> oids, List<String> macros) {
        this.text = text;
        this.oids = List.copyOf(oids);
        this.macros = List.copyOf(macros);
    }

    /// @throws IllegalArgumentException with what was seen and what was wanted
    static WalkPlan parse(String object) {
        boolean isDiscovery = object.startsWith(DISCOVERY);
        if (!(isDiscovery || object.startsWith(WALK)) || !object.endsWith("]")) {
            throw new IllegalArgumentException("'" + object + "', wanted walk[oid,...] or discovery[{#MACRO},oid,...]");
        }
        String inner = object.substring(isDiscovery ? DISCOVERY.length() : WALK.length(), object.length() - 1);
        List<Oid> oids = new ArrayList<>();
        List<String> macros = new ArrayList<>();
        for (String part : inner.split(",", -1)) {
            if (isDiscovery && macros.size() == oids.size()) {
                macros.add(part);
            } else {
                oids.add(Oid.parse(part));
            }
        }
        if (oids.isEmpty() || (isDiscovery && macros.size() != oids.size())) {
            throw new IllegalArgumentException(
                    "'" + object + "', wanted an OID" + (isDiscovery ? " for each macro" : ""));
        }
        return new WalkPlan(object, oids, macros);
    }

    @Override
    public String text() {
        return text;
    }

    boolean isDiscovery() {
        return !macros.isEmpty();
    }

    /// The first subtree.
    @Override
    public Oid first() {
        return oids.getFirst();
    }

    List<Oid> oids() {
        return oids;
    }

    List<String> macros() {
        return macros;
    }

    @Override
    public Dialogue begin(Target target) {
        return new WalkDialogue(
                this, target.newWalk(oids.stream().map(WalkRoot::of).toList()));
    }
}
