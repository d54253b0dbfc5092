package zonda.collector;

import java.util.ArrayList;
import java.util.List;
import zonda.protocol.snmp.Oid;
import zonda.protocol.snmp.WalkRoot;

/// What an item asks of whole subtrees, as the configuration writes it: `walk[1.3.6.1,...]` or
/// `discovery[{#MACRO},1.3.6.1,...]`. Immutable.
final class WalkPlan {
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

    /// Whether an item's object is one of these.
    static boolean isOne(String object) {
        return object.startsWith(WALK) || object.startsWith(DISCOVERY);
    }

    /// @throws IllegalArgumentException with what was seen and what was wanted
    static WalkPlan parse(String object) {
        boolean isDiscovery = object.startsWith(DISCOVERY);
        if (!isOne(object) || !object.endsWith("]")) {
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

    String text() {
        return text;
    }

    boolean isDiscovery() {
        return !macros.isEmpty();
    }

    /// The first subtree.
    Oid first() {
        return oids.getFirst();
    }

    List<Oid> oids() {
        return oids;
    }

    List<String> macros() {
        return macros;
    }

    List<WalkRoot> roots() {
        return oids.stream().map(WalkRoot::of).toList();
    }
}
