package zonda.server.snmp;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.Oid;
import zonda.protocol.snmp.Varbind;

/// Replaces what tells whose device a recording is of: names, contacts, places, serial numbers,
/// IPv4, IPv6 and hardware addresses, mail addresses. One and the same thing is replaced by one and
/// the same everywhere in the recording, in values and in the indexes of tables.
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

    /// Tables with addresses in their indexes, of which no column may have the address: a kind, a
    /// length and the octets (InetAddressType and InetAddress, RFC 4001).
    private static final List<String> ADDRESSED = List.of(
            "1.3.6.1.2.1.4.24.7.1",
            "1.3.6.1.2.1.4.34.1",
            "1.3.6.1.2.1.4.35.1",
            "1.3.6.1.2.1.4.37.1",
            "1.3.6.1.2.1.6.19.1",
            "1.3.6.1.2.1.6.20.1",
            "1.3.6.1.2.1.7.7.1",
            "1.0.8802.1.1.2.1.3.8.1",
            "1.0.8802.1.1.2.1.4.2.1");

    /// Tables whose indexes end with a hardware address.
    private static final List<String> HARDWARE_INDEXED =
            List.of("1.3.6.1.2.1.17.4.3.1", "1.3.6.1.2.1.17.7.1.2.2.1", "1.3.6.1.2.1.17.7.1.3.1.1");

    private static final Pattern HARDWARE_TEXT = Pattern.compile(
            "(?<![0-9A-Fa-f:-])[0-9A-Fa-f]{2}(?:([:-])[0-9A-Fa-f]{2})(?:\\1[0-9A-Fa-f]{2}){4}" + "(?![0-9A-Fa-f:-])");
    private static final Pattern IPV6 =
            Pattern.compile("(?<![0-9A-Fa-f:.])[0-9A-Fa-f:]*:[0-9A-Fa-f:]*:[0-9A-Fa-f:]*(?![0-9A-Fa-f:.])");
    private static final Pattern MAIL = Pattern.compile("[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,}");
    private static final Pattern IPV4 = Pattern.compile("(?<![0-9.])(?:[0-9]{1,3}\\.){3}[0-9]{1,3}(?![0-9.])");

    /// Shorter ones occur in other words.
    private static final int SHORTEST_INSIDE = 4;

    /// Indexes begin behind at least so many sub-identifiers.
    private static final int FIRST_INDEX = 7;

    private static final int HARDWARE_OCTETS = 6;
    private static final int IPV6_OCTETS = 16;
    private static final int IPV4_KIND = 1;
    private static final int IPV6_KIND = 2;

    /// The longest first, so that none is found inside a longer one.
    private final Map<String, String> texts =
            new TreeMap<>((a, b) -> a.length() != b.length() ? b.length() - a.length() : a.compareTo(b));

    private final Map<String, Integer> counts = new TreeMap<>();
    private final Map<String, byte[]> addresses = new TreeMap<>();
    private final Map<String, byte[]> longAddresses = new TreeMap<>();
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
        // Of an index that is replaced, the row has another place.
        boolean inOrder = true;
        for (int i = 1; i < rows.size(); i++) {
            inOrder &= rows.get(i - 1).name().compareTo(rows.get(i).name()) <= 0;
        }
        if (inOrder) {
            clean.sort(Comparator.comparing(Varbind::name));
        }
        return clean;
    }

    private void collect(Varbind row) {
        collectIndex(row.name());
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

    private void collectIndex(Oid name) {
        String numbers = name.toString();
        if (HARDWARE_INDEXED.stream().anyMatch(table -> numbers.startsWith(table + "."))) {
            octets(name, name.size() - HARDWARE_OCTETS, HARDWARE_OCTETS).ifPresent(this::hardware);
        }
        if (ADDRESSED.stream().noneMatch(table -> numbers.startsWith(table + "."))) {
            return;
        }
        int at = FIRST_INDEX;
        while (at + 2 < name.size()) {
            long kind = name.subid(at);
            long length = name.subid(at + 1);
            Optional<byte[]> found = Optional.empty();
            if (kind == IPV4_KIND && length == 4) {
                found = octets(name, at + 2, 4);
                found.ifPresent(this::address);
            } else if (kind == IPV6_KIND && length == IPV6_OCTETS) {
                found = octets(name, at + 2, IPV6_OCTETS);
                found.ifPresent(this::longAddress);
            }
            at += found.map(octets -> octets.length + 2).orElse(1);
        }
    }

    private static Optional<byte[]> octets(Oid name, int from, int count) {
        if (from < FIRST_INDEX || from + count > name.size()) {
            return Optional.empty();
        }
        byte[] octets = new byte[count];
        for (int i = 0; i < count; i++) {
            long number = name.subid(from + i);
            if (number > 255) {
                return Optional.empty();
            }
            octets[i] = (byte) number;
        }
        return Optional.of(octets);
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

    /// What stands for an address of IPv6: one of 2001:db8::/32 (RFC 3849), or of fe80::/64 where
    /// it is of its link alone. Loopback, unset ones and groups stay.
    private byte[] longAddress(byte[] octets) {
        boolean isLinks = octets[0] == (byte) 0xFE && (octets[1] & 0xC0) == 0x80;
        if (octets[0] == 0 || octets[0] == (byte) 0xFF) {
            return octets;
        }
        return longAddresses.computeIfAbsent(latin(octets), _ -> {
            int number = counts.merge("long address", 1, Integer::sum);
            byte[] other = new byte[IPV6_OCTETS];
            byte[] start = isLinks ? new byte[] {(byte) 0xFE, (byte) 0x80} : new byte[] {0x20, 1, 0x0D, (byte) 0xB8};
            System.arraycopy(start, 0, other, 0, start.length);
            other[13] = (byte) (number >> 16);
            other[14] = (byte) (number >> 8);
            other[15] = (byte) number;
            return other;
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
        if (value.length == IPV6_OCTETS && longAddresses.containsKey(latin(value))) {
            return longAddresses.getOrDefault(latin(value), value);
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
        clean = HARDWARE_TEXT.matcher(clean).replaceAll(found -> hardwareText(found.group(), found.group(1)));
        clean = IPV6.matcher(clean).replaceAll(found -> Matcher.quoteReplacement(longText(found.group())));
        return IPV4.matcher(clean).replaceAll(found -> Matcher.quoteReplacement(dotted(found.group())));
    }

    private String hardwareText(String text, String separator) {
        HexFormat form = HexFormat.ofDelimiter(separator);
        String other = form.formatHex(hardware(form.parseHex(text)));
        return text.equals(text.toUpperCase(Locale.ROOT)) ? other.toUpperCase(Locale.ROOT) : other;
    }

    private String longText(String text) {
        try {
            byte[] octets = InetAddress.ofLiteral(text).getAddress();
            byte[] other = octets.length == IPV6_OCTETS ? longAddress(octets) : octets;
            return Arrays.equals(other, octets)
                    ? text
                    : InetAddress.getByAddress(other).getHostAddress();
        } catch (IllegalArgumentException | UnknownHostException e) {
            return text;
        }
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
            replaced = replaced > 0 ? replaced : replace(subids, at, IPV6_OCTETS, longAddresses);
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
