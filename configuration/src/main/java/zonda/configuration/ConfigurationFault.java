package zonda.configuration;

/// Something wrong with what a person wrote.
///
/// @param file its name
/// @param line counted from 1; 0 where the whole file is meant
/// @param column counted from 1; 0 where the whole file is meant
/// @param field what it is about, from the outside in: `hosts[sw-1].items[net.if.in].units`; empty
///     where the file is no YAML
/// @param message the value seen and the value wanted
/// @param times how often, where one place is repeated for many hosts or items
public record ConfigurationFault(String file, int line, int column, String field, String message, int times) {
    /// As it is shown: `zonda.yaml:12:9: hosts[sw-1].units: ...`.
    @Override
    public String toString() {
        StringBuilder out = new StringBuilder(file);
        if (line > 0) {
            out.append(':').append(line).append(':').append(column);
        }
        out.append(": ");
        if (!field.isEmpty()) {
            out.append(field).append(": ");
        }
        out.append(message);
        if (times > 1) {
            out.append(" (and ").append(times - 1).append(" times more, in repetitions)");
        }
        return out.toString();
    }
}
