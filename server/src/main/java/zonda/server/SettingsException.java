package zonda.server;

import java.util.List;

/// Settings that cannot be used: all faults at once, each with its place.
public final class SettingsException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<String> faults;

    public SettingsException(List<String> faults) {
        super(String.join("\n", faults));
        this.faults = List.copyOf(faults);
    }

    public List<String> faults() {
        return faults;
    }
}
