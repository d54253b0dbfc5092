package zonda.configuration;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import zonda.language.LanguageException;
import zonda.model.Nearest;

/// The names of standard SNMP objects, from a table that is read when the first name is met. It
/// holds what `zonda dev mib-names` took out of MIB modules. One thread.
final class SnmpNames {
    private static final String TABLE = "/zonda/configuration/snmp-names.txt";
    private static final Pattern NAMED =
            Pattern.compile("\\.?(?:([A-Z][A-Za-z0-9-]*)::)?([a-z][A-Za-z0-9-]*)((?:\\.[0-9]+)*)");

    private final Map<String, String> numbers = new HashMap<>();
    private final Set<String> dates = new HashSet<>();

    /// An OID in numbers: one that is written so stays, a name at its start is replaced.
    ///
    /// @throws LanguageException names what is unknown, and the nearest that is known
    String numeric(String text) throws LanguageException {
        Matcher named = NAMED.matcher(text);
        if (!named.matches()) {
            return text;
        }
        String module = named.group(1);
        String name = named.group(2);
        String found = name.equals("iso") && module == null ? "1" : known(module == null ? name : module + "::" + name);
        if (found.isEmpty()) {
            String wanted = module == null ? name : module + "::" + name;
            throw new LanguageException(
                    0,
                    "object '" + Faults.shortened(text) + "' has the unknown name '" + Faults.shortened(wanted) + "'"
                            + Nearest.suggestion(
                                    wanted, numbers.keySet().stream().sorted().toList())
                            + ", wanted numbers, or a name of a standard MIB module such as IF-MIB::ifDescr");
        }
        return found + named.group(3);
    }

    private String known(String name) {
        if (numbers.isEmpty()) {
            read();
        }
        return Optional.ofNullable(numbers.get(name)).orElse("");
    }

    /// Whether the object in numbers is an instance of one whose syntax in the table is
    /// DateAndTime.
    boolean isDate(String oid) {
        if (numbers.isEmpty()) {
            read();
        }
        for (int dot = oid.lastIndexOf('.'); dot > 0; dot = oid.lastIndexOf('.', dot - 1)) {
            if (dates.contains(oid.substring(0, dot))) {
                return true;
            }
        }
        return false;
    }

    private void read() {
        try (InputStream in = SnmpNames.class.getResourceAsStream(TABLE)) {
            if (in == null) {
                throw new IllegalStateException("the table " + TABLE + " is missing");
            }
            BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] parts = line.split(" ", -1);
                if (parts.length == 4) {
                    if (parts[3].equals("DateAndTime")) {
                        dates.add(parts[2]);
                    }
                    numbers.putIfAbsent(parts[0] + "::" + parts[1], parts[2]);
                    numbers.putIfAbsent(parts[1], parts[2]);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the table " + TABLE + " cannot be read", e);
        }
    }
}
