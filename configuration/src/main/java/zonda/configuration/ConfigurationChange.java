package zonda.configuration;

import java.util.List;
import zonda.model.ConfigurationDelta;

/// What a further reading found.
///
/// @param delta what is different; empty (with the old epoch) where nothing is
/// @param faults of this reading
public record ConfigurationChange(ConfigurationDelta delta, List<ConfigurationFault> faults) {
    public ConfigurationChange {
        faults = List.copyOf(faults);
    }
}
