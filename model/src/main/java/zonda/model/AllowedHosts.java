package zonda.model;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Who may push values for an item: Zabbix's list of addresses, networks and names with commas
/// between them, such as `127.0.0.1,10.0.0.0/8,2001:db8::/32,gate.example.org`.
///
/// IPv4 addresses are compared as IPv6 ones that stand for them, so that `127.0.0.1`,
/// `::127.0.0.1` and `::ffff:127.0.0.1` are the same, and `::/0` lets everyone in.
///
/// @param text as it was written; empty: anyone may
/// @param networks addresses and networks of the list
/// @param names of the list, whose addresses only a resolver knows
public record AllowedHosts(String text, List<Network> networks, List<String> names) {
    /// Anyone may.
    public static final AllowedHosts ANYONE = new AllowedHosts("", List.of(), List.of());

    private static final int BITS = 128;
    private static final int IPV4_BITS = 32;
    private static final int LONGEST_NAME = 255;

    public AllowedHosts {
        networks = List.copyOf(networks);
        names = List.copyOf(names);
    }

    /// Addresses that begin alike.
    ///
    /// @param high the first 64 bits of the address as IPv6
    /// @param low the last 64 bits
    /// @param prefix bits that count, 0 to 128
    public record Network(long high, long low, int prefix) {
        boolean holds(long otherHigh, long otherLow) {
            long highMask = prefix >= 64 ? -1L : prefix == 0 ? 0 : -1L << (64 - prefix);
            long lowMask = prefix <= 64 ? 0 : -1L << (BITS - prefix);
            return ((high ^ otherHigh) & highMask) == 0 && ((low ^ otherLow) & lowMask) == 0;
        }
    }

    /// Reads a list. Blanks around its elements do not count.
    ///
    /// @throws IllegalArgumentException with the element seen and what was wanted
    public static AllowedHosts parse(String text) {
        if (text.isBlank()) {
            return ANYONE;
        }
        List<Network> networks = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            String element = part.strip();
            int slash = element.indexOf('/');
            String address = slash < 0 ? element : element.substring(0, slash);
            if (isAddress(address)) {
                networks.add(network(element, address, slash < 0 ? "" : element.substring(slash + 1)));
            } else if (slash < 0 && isName(element)) {
                names.add(element);
            } else {
                throw new IllegalArgumentException("'" + element + "' in '" + text + "', wanted an IP address, a"
                        + " network such as 10.0.0.0/8, or a name");
            }
        }
        return new AllowedHosts(text, networks, names);
    }

    private static boolean isAddress(String text) {
        boolean digits = !text.isEmpty() && text.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9'));
        if (!digits && text.indexOf(':') < 0) {
            return false;
        }
        try {
            InetAddress.ofLiteral(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static boolean isName(String text) {
        return !text.isEmpty()
                && text.length() <= LONGEST_NAME
                && text.chars()
                        .allMatch(c -> (c >= 'a' && c <= 'z')
                                || (c >= 'A' && c <= 'Z')
                                || (c >= '0' && c <= '9')
                                || c == '.'
                                || c == '-'
                                || c == '_')
                // "1.2.3.400" is an address gone wrong, not a name
                && !text.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9'));
    }

    private static Network network(String element, String address, String bits) {
        InetAddress literal = InetAddress.ofLiteral(address);
        int most = literal instanceof Inet4Address ? IPV4_BITS : BITS;
        int prefix = most;
        if (!bits.isEmpty() || element.endsWith("/")) {
            boolean isNumber =
                    !bits.isEmpty() && bits.length() <= 3 && bits.chars().allMatch(c -> c >= '0' && c <= '9');
            prefix = isNumber ? Integer.parseInt(bits) : -1;
            if (prefix < 0 || prefix > most) {
                throw new IllegalArgumentException("'" + element + "' has '" + bits + "' bits, wanted 0 to " + most);
            }
        }
        byte[] octets = octets(literal);
        return new Network(half(octets, 0), half(octets, 8), prefix + BITS - most);
    }

    /// The 16 octets of an address as IPv6; IPv4 ones as `::ffff:a.b.c.d`.
    private static byte[] octets(InetAddress address) {
        byte[] raw = address.getAddress();
        boolean standsForIpv4 = address instanceof Inet6Address six
                && six.isIPv4CompatibleAddress()
                && !six.isLoopbackAddress()
                && !six.isAnyLocalAddress();
        if (raw.length == 16 && !standsForIpv4) {
            return raw;
        }
        byte[] mapped = new byte[16];
        Arrays.fill(mapped, 10, 12, (byte) 0xFF);
        System.arraycopy(raw, raw.length - 4, mapped, 12, 4);
        return mapped;
    }

    private static long half(byte[] octets, int from) {
        long half = 0;
        for (int i = from; i < from + 8; i++) {
            half = half << 8 | (octets[i] & 0xFF);
        }
        return half;
    }

    /// Whether anyone may.
    public boolean isAnyone() {
        return networks.isEmpty() && names.isEmpty();
    }

    /// Whether an address is allowed by the list's addresses and networks; names are another
    /// question.
    public boolean holds(InetAddress address) {
        if (isAnyone()) {
            return true;
        }
        byte[] octets = octets(address);
        long high = half(octets, 0);
        long low = half(octets, 8);
        for (int i = 0; i < networks.size(); i++) {
            if (networks.get(i).holds(high, low)) {
                return true;
            }
        }
        return false;
    }
}
