package zonda.alerting;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A log that a test syncs by hand, and that forgets at a crash what was not synced.
final class PaperLog implements StateLog {
    private final Map<String, byte[]> written = new TreeMap<>();
    private final Map<String, byte[]> onDisk = new TreeMap<>();
    private long sequence;
    private long synced;

    @Override
    public long put(List<Entry> entries) {
        for (Entry entry : entries) {
            if (entry.value().length == 0) {
                written.remove(entry.key());
            } else {
                written.put(entry.key(), entry.value());
            }
        }
        return ++sequence;
    }

    @Override
    public long syncedSequence() {
        return synced;
    }

    void sync() {
        synced = sequence;
        onDisk.clear();
        onDisk.putAll(written);
    }

    /// What is there after a crash now.
    Map<String, byte[]> afterCrash() {
        return new TreeMap<>(onDisk);
    }

    /// Goes on with what another log left behind.
    PaperLog holding(Map<String, byte[]> states) {
        written.putAll(states);
        onDisk.putAll(states);
        return this;
    }
}
