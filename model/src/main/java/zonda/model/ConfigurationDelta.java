package zonda.model;

import java.util.List;

/// A change of the monitored world: hosts whose images are new or replaced, and hosts that are
/// gone.
///
/// @param epoch of the configuration after the change; grows by one with each
/// @param replaced images of hosts that are new or changed
/// @param removed ids of hosts that are gone
public record ConfigurationDelta(long epoch, List<Host> replaced, List<Long> removed) {
    public ConfigurationDelta {
        replaced = List.copyOf(replaced);
        removed = List.copyOf(removed);
    }

    public boolean isEmpty() {
        return replaced.isEmpty() && removed.isEmpty();
    }
}
