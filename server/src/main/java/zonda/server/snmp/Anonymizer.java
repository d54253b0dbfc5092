package zonda.server.snmp;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.Oid;
import zonda.protocol.snmp.Varbind;

/// Replaces what tells whose device a recording is of: names, contacts, places, serial numbers,
/// IPv4
/// and hardware addresses, mail addresses. One and the same thing is replaced by one and the same
/// everywhere in the recording, in values and in the indexes of tables.
///
/// First all is collected that certain objects of standard and wide-spread modules hold; then it is
/// replaced wherever it occurs. A secret that stands in no such object, inside a longer text,
/// stays.
final class Anonymizer {
    /// Objects whose strings are names, contacts, places and serial numbers, and what each is
    /// called.
    private static final Map<String, String> SECRETS = new TreeMap<>(Map.ofEntries(
            Map.entry("1.3.6.1.2.1.1.4", "contact"),
            Map.entry("1.3.6.1.2.1.1.5", "name"),
            Map.entry("1.3.6.1.2.1.1.6", "location"),
            Map.entry("1.3.6.1.2.1.31.1.1.1.18", "alias"),
            Map.entry("1.3.6.1.2.1.47.1.1.1.1.11", "serial"),
            Map.entry("1.3.6.1.2.1.47.1.1.1.1.14", "alias"),
            Map.entry("1.3.6.1.2.1.47.1.1.1.1.15", "asset"),
            Map.entry("1.3.6.1.2.1.43.5.1.1.17", "serial"),
            Map.entry("1.3.6.1.2.1.33.1.1.5", "name"),
            Map.entry("1.0.8802.1.1.2.1.3.3", "name"),
            Map.entry("1.0.8802.1.1.2.1.4.1.1.9", "name"),
            Map.entry("1.3.6.1.4.1.9.3.6.3", "serial"),
            Map.entry("1.3.6.1.4.1.9.9.23.1.2.1.1.6", "name"),
            Map.entry("1.3.6.1.4.1.318.1.1.1.1.1.2", "name"),
            Map.entry("1.3.6.1.4.1.318.1.1.1.1.2.3", "serial")));

    /// Objects whose six octets are hardware addresses.
    private static final List<String> HARDWARE = List.of(
            "1.3.6.1.2.1.2.2.1.6",
            "1.3.6.1.2.1.3.1.1.2",
            "1.3.6.1.2.1.4.22.1.2",
            "1.3.6.1.2.1.17.1.1",
            "1.3.6.1.2.1.17.4.3.1.1",
            "1.0.8802.1.1.2.1.3.2",
            "1.0.8802.1.1.2.1.4.1.1.5");

    private static final Pattern MAIL = Pattern.compile("[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,}");
    private static final Pattern IPV4 = Pattern.compile("(?<![0-9.])(?:[0-9]{1,3}\\.){3}[0-9]{1,3}(?![0-9.])");

    /// Shorter ones occur in other words.
    private static final int SHORTEST_INSIDE = 4;

    /// Indexes begin behind at least so many sub-identifiers.
    private static final int FIRST_INDEX = 7;

    private static final int HARDWARE_OCTETS = 6;

    /// The longest first, so that none is found inside a longer one.
    private final Map<String, String> texts =
            new TreeMap<>((a, b) -> a.length() != b.length() ? b.length() - a.length() : a.compareTo(b));

    private final Map<String, Integer> counts = new TreeMap<>();
    private final Map<String, byte[]> addresses = new TreeMap<>();
    private final Map<String, byte[]> hardware = new TreeMap<>();

    /// The same rows without their secrets.
    static List<Varbind> of(List<Varbind> rows) {
        Anonymizer anonymizer = new Anonymizer();
        for (Varbind row : rows) {
            anonymizer.collect(row);
        }
        List<Varbind> clean = new ArrayList<>(rows.size());
        for (Varbind row : rows) {
            clean.add(new Varbind(anonymizer.name(row.name()), row.tag(), anonymizer.value(row)));
        }
        return clean;
    }

    private void collect(Varbind row) {
        byte[] value = row.value();
        if (row.tag() == Ber.IP_ADDRESS && value.length == 4) {
            address(value);
            return;
        }
        if (row.tag() != Ber.OCTET_STRING || value.length == 0) {
            return;
        }
        String name = row.name().toString();
        if (value.length == HARDWARE_OCTETS && HARDWARE.stream().anyMatch(object -> name.startsWith(object + "."))) {
            hardware(value);
            return;
        }
        SECRETS.forEach((object, kind) -> {
            if (name.startsWith(object + ".")) {
                texts.computeIfAbsent(latin(value), _ -> numbered(kind));
            }
        });
    }

    private String numbered(String kind) {
        return kind + "-" + counts.merge(kind, 1, Integer::sum);
    }

    private static String latin(byte[] octets) {
        return new String(octets, StandardCharsets.ISO_8859_1);
    }

    /// What stands for an address: one of 10.0.0.0/8. Masks, loopback and unset ones stay.
    private byte[] address(byte[] octets) {
        int first = octets[0] & 0xFF;
        if (first == 0 || first == 127 || first >= 224) {
            return octets;
        }
        return addresses.computeIfAbsent(latin(octets), _ -> {
            int number = counts.merge("address", 1, Integer::sum);
            return new byte[] {10, (byte) (number / 64_516), (byte) (number / 254 % 254), (byte) (1 + number % 254)};
        });
    }

    /// What stands for a hardware address: its vendor's part stays.
    private byte[] hardware(byte[] octets) {
        if (Arrays.equals(octets, new byte[HARDWARE_OCTETS])) {
            return octets;
        }
        return hardware.computeIfAbsent(latin(octets), _ -> {
            int number = counts.merge("hardware", 1, Integer::sum);
            byte[] other = octets.clone();
            other[3] = (byte) (number >> 16);
            other[4] = (byte) (number >> 8);
            other[5] = (byte) number;
            return other;
        });
    }

    private byte[] value(Varbind row) {
        byte[] value = row.value();
        if (row.tag() == Ber.IP_ADDRESS && value.length == 4) {
            return address(value);
        }
        if (row.tag() == Ber.OBJECT_IDENTIFIER && row.fault().isEmpty()) {
            Oid oid = Oid.decode(value, 0, value.length);
            return oid == null || value.length == 0 ? value : name(oid).encoded();
        }
        if (row.tag() != Ber.OCTET_STRING || value.length == 0) {
            return value;
        }
        if (value.length == HARDWARE_OCTETS && hardware.containsKey(latin(value))) {
            return hardware.getOrDefault(latin(value), value);
        }
        return text(latin(value)).getBytes(StandardCharsets.ISO_8859_1);
    }

    private String text(String whole) {
        String known = texts.get(whole);
        if (known != null) {
            return known;
        }
        String clean = whole;
        for (Map.Entry<String, String> secret : texts.entrySet()) {
            if (secret.getKey().length() >= SHORTEST_INSIDE) {
                clean = clean.replace(secret.getKey(), secret.getValue());
            }
        }
        clean = MAIL.matcher(clean)
                .replaceAll(found -> texts.computeIfAbsent(found.group(), _ -> numbered("person") + "@example.org"));
        return IPV4.matcher(clean).replaceAll(found -> Matcher.quoteReplacement(dotted(found.group())));
    }

    private String dotted(String text) {
        byte[] octets = new byte[4];
        String[] parts = text.split("\\.", -1);
        for (int i = 0; i < 4; i++) {
            int number = Integer.parseInt(parts[i]);
            if (number > 255) {
                return text;
            }
            octets[i] = (byte) number;
        }
        // A version such as 1.2.3.4 looks the same; only what is an address elsewhere is replaced.
        byte[] other = addresses.getOrDefault(latin(octets), octets);
        return (other[0] & 0xFF) + "." + (other[1] & 0xFF) + "." + (other[2] & 0xFF) + "." + (other[3] & 0xFF);
    }

    /// A name whose index may hold addresses.
    private Oid name(Oid name) {
        int[] subids = new int[name.size()];
        for (int i = 0; i < subids.length; i++) {
            subids[i] = (int) name.subid(i);
        }
        boolean changed = false;
        int at = FIRST_INDEX;
        while (at < subids.length) {
            int replaced = replace(subids, at, HARDWARE_OCTETS, hardware);
            replaced = replaced > 0 ? replaced : replace(subids, at, 4, addresses);
            changed |= replaced > 0;
            at += Math.max(1, replaced);
        }
        return changed ? Oid.of(subids) : name;
    }

    private static int replace(int[] subids, int at, int size, Map<String, byte[]> known) {
        if (at + size > subids.length) {
            return 0;
        }
        byte[] octets = new byte[size];
        for (int i = 0; i < size; i++) {
            if (subids[at + i] < 0 || subids[at + i] > 255) {
                return 0;
            }
            octets[i] = (byte) subids[at + i];
        }
        byte[] other = known.get(latin(octets));
        if (other == null) {
            return 0;
        }
        for (int i = 0; i < size; i++) {
            subids[at + i] = other[i] & 0xFF;
        }
        return size;
    }
}
