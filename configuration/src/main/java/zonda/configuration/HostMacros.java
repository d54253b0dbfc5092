package zonda.configuration;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import zonda.language.ItemKey;
import zonda.language.LanguageException;
import zonda.language.Macros;
import zonda.model.SnmpInterface;

/// What macros mean at one host: its user macros, the global ones, and `{HOST.HOST}`,
/// `{HOST.NAME}`, `{HOST.IP}`, `{HOST.CONN}`, `{HOST.DNS}` and `{HOST.PORT}` (of its first
/// interface). One thread.
final class HostMacros {
    private final Macros macros;
    private final Map<String, String> builtIn = new HashMap<>();

    HostMacros(Macros macros) {
        this.macros = macros;
    }

    void setNames(String host, String name) {
        builtIn.put("{HOST.HOST}", host);
        builtIn.put("{HOST.NAME}", name);
    }

    void setInterfaces(List<SnmpInterface> interfaces) {
        if (interfaces.isEmpty()) {
            return;
        }
        SnmpInterface first = interfaces.getFirst();
        boolean isName = first.address().chars().anyMatch(c -> c >= 'g' && c <= 'z' || c >= 'G' && c <= 'Z');
        builtIn.put("{HOST.CONN}", first.address());
        builtIn.put(isName ? "{HOST.DNS}" : "{HOST.IP}", first.address());
        builtIn.put("{HOST.PORT}", Integer.toString(first.port()));
    }

    /// The value of a macro as it is written.
    Optional<String> value(String macro) {
        return macro.startsWith("{$") ? macros.value(macro) : Optional.ofNullable(builtIn.get(macro));
    }

    /// A text for people: macros without a value stay as they are.
    String shown(String text) {
        return text.indexOf('{') < 0 ? text : macros.resolve(text, macro -> Optional.ofNullable(builtIn.get(macro)));
    }

    /// A text for people, with other values for macros that are no user macros.
    String shown(String text, Function<String, Optional<String>> others) {
        return text.indexOf('{') < 0 ? text : macros.resolve(text, others);
    }

    /// A text that something is done with: a user macro without a value is a fault.
    String used(Fields fields, String name, String text) {
        if (text.indexOf('{') < 0) {
            return text;
        }
        List<String> unknown = macros.unknown(text);
        if (!unknown.isEmpty()) {
            fields.fault(
                    name,
                    "macro " + unknown.getFirst() + " has no value, wanted one at the host or among the global macros");
        }
        return shown(text);
    }

    /// An item's key with macros in its parameters replaced.
    String key(Fields fields, String text) {
        if (text.indexOf('{') < 0) {
            return text;
        }
        try {
            String key = ItemKey.resolve(text, this::value);
            used(fields, "key", key);
            return key;
        } catch (LanguageException e) {
            fields.fault("key", String.valueOf(e.getMessage()));
            return text;
        }
    }
}
