package zonda.web.page;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import zonda.model.Availability;
import zonda.model.Availability.State;
import zonda.model.Host;
import zonda.model.SnmpInterface;
import zonda.web.MonitoringView;

/// The availability of all hosts at one moment. A host is as available as its worst interface; one
/// without interfaces is unknown.
final class HostStates {
    private final Map<Long, Availability> byInterface = new HashMap<>();
    private final Map<Long, State> byHost = new HashMap<>();
    private final Map<State, Integer> counts = new EnumMap<>(State.class);

    private HostStates() {}

    static HostStates of(MonitoringView view) {
        HostStates states = new HostStates();
        for (Availability each : view.availability()) {
            states.byInterface.put(each.interfaceId(), each);
            // The ordinals grow from unknown over available to unavailable.
            states.byHost.merge(each.hostId(), each.state(), (a, b) -> a.compareTo(b) >= 0 ? a : b);
        }
        for (Host host : view.hosts()) {
            states.counts.merge(states.state(host), 1, Integer::sum);
        }
        return states;
    }

    private State state(Host host) {
        return byHost.getOrDefault(host.id(), State.UNKNOWN);
    }

    /// The state of a host as the page names it.
    String word(Host host) {
        return state(host).name().toLowerCase(Locale.ROOT);
    }

    Availability of(Host host, SnmpInterface each) {
        return byInterface.getOrDefault(each.id(), new Availability(each.id(), host.id(), State.UNKNOWN, 0, ""));
    }

    void write(JsonGenerator out) {
        int total = 0;
        out.writeStartObject();
        for (State state : State.values()) {
            int count = counts.getOrDefault(state, 0);
            total += count;
            out.writeNumberProperty(state.name().toLowerCase(Locale.ROOT), count);
        }
        out.writeNumberProperty("total", total);
        out.writeEndObject();
    }
}
