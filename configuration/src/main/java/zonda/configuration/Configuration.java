package zonda.configuration;

import java.util.List;
import zonda.model.Host;

/// The monitored world as it was read, and what was wrong with what people wrote.
///
/// @param epoch that the images carry
/// @param hosts that are right, without those of their items and triggers that are not, in the
///     order in which they were written
/// @param faults in the order in which they were found
public record Configuration(long epoch, List<Host> hosts, List<ConfigurationFault> faults) {
    public Configuration {
        hosts = List.copyOf(hosts);
        faults = List.copyOf(faults);
    }
}
