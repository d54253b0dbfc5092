package zonda.configuration;

import java.util.HashMap;
import java.util.Map;

/// Technical names and written ids of the hosts so far, each with its place. One thread.
final class HostNames {
    private final Map<String, Node> names = new HashMap<>();
    private final Map<Long, String> ids = new HashMap<>();

    /// Takes a name; where it is taken, that is a fault.
    boolean add(Fields fields, String host) {
        Node first = names.putIfAbsent(host, fields.node());
        if (first == null) {
            return true;
        }
        fields.fault(
                "host",
                "'" + host + "' is defined already in " + first.file() + ", line " + first.line()
                        + ", wanted another name");
        return false;
    }

    /// Takes an id; where it is taken, that is a fault.
    boolean add(Fields fields, long id, String host) {
        String first = ids.putIfAbsent(id, host);
        if (first == null) {
            return true;
        }
        fields.fault("id", "'" + id + "' is the id of host '" + first + "' already, wanted another id, or none");
        return false;
    }
}
