package zonda.configuration;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import zonda.model.ConfigurationDelta;
import zonda.model.Host;
import zonda.runtime.Disk;

/// The monitored world from YAML files (their form: `configuration/FORMAT.md`). One thread at a
/// time.
///
/// Ids stay the same over readings and restarts: those that people write, and those allotted here,
/// which are remembered in the data folder, in the file `configuration/ids`, by host, by host and
/// key, by host and trigger name, by host and the place of an interface. A host without an id of
/// its own that gets another name is another host.
///
/// A million items take one reading; files are read host by host, so that memory is taken by what
/// is kept.
public final class YamlConfiguration implements ConfigurationSource {
    private static final long FIRST_EPOCH = 1;

    private final List<ConfigurationFile> files;
    private final Disk data;
    private Map<Long, Host> images = Map.of();
    private long epoch = FIRST_EPOCH;

    /// @param files in which hosts are written, in this order
    /// @param data the data folder, for the ids
    public YamlConfiguration(List<ConfigurationFile> files, Disk data) {
        this.files = List.copyOf(files);
        this.data = data;
    }

    @Override
    public Configuration read() throws IOException {
        Ids ids = Ids.read(data);
        Reading reading = new Reading(files, ids, Map.of(), FIRST_EPOCH);
        reading.read();
        ids.write(data);
        images = reading.images();
        epoch = FIRST_EPOCH;
        return new Configuration(epoch, List.copyOf(images.values()), reading.faults());
    }

    @Override
    public ConfigurationChange reread() throws IOException {
        Ids ids = Ids.read(data);
        Reading reading = new Reading(files, ids, images, epoch + 1);
        reading.read();
        if (!reading.isWhole()) {
            return unchanged(reading);
        }
        Map<Long, Host> found = reading.images();
        List<Host> replaced = new ArrayList<>();
        for (Host host : found.values()) {
            if (!host.equals(images.get(host.id()))) {
                replaced.add(host);
            }
        }
        Map<Long, Host> next = new LinkedHashMap<>(found);
        List<Long> removed = new ArrayList<>();
        for (Host host : images.values()) {
            if (found.containsKey(host.id())) {
                continue;
            }
            if (reading.allHostsKnown()) {
                removed.add(host.id());
            } else {
                next.put(host.id(), host);
            }
        }
        if (replaced.isEmpty() && removed.isEmpty()) {
            return unchanged(reading);
        }
        ids.write(data);
        images = next;
        epoch++;
        return new ConfigurationChange(new ConfigurationDelta(epoch, replaced, removed), reading.faults());
    }

    private ConfigurationChange unchanged(Reading reading) {
        return new ConfigurationChange(new ConfigurationDelta(epoch, List.of(), List.of()), reading.faults());
    }
}
