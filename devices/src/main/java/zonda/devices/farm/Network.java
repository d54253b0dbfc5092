package zonda.devices.farm;

/// A network of loopback addresses.
///
/// @param base its first address, the first of its numbers in the highest bits
/// @param bits that all addresses of it have in common, 8 to 32
public record Network(int base, int bits) {
    private static final int LOOPBACK = 127;

    public Network {
        if (base >>> 24 != LOOPBACK || bits < 8 || bits > 32 || (base & ~mask(bits)) != 0) {
            throw new IllegalArgumentException("network is " + dotted(base) + "/" + bits
                    + ", wanted one of loopback addresses such as 127.0.0.0/8");
        }
    }

    /// Reads `127.20.0.0/16`, or an address alone.
    ///
    /// @throws IllegalArgumentException with what was wanted
    public static Network parse(String text) {
        int slash = text.indexOf('/');
        String[] parts = (slash < 0 ? text : text.substring(0, slash)).split("\\.", -1);
        String bits = slash < 0 ? "32" : text.substring(slash + 1);
        int base = 0;
        boolean good = parts.length == 4 && bits.matches("[0-9]{1,2}");
        for (int i = 0; i < 4 && good; i++) {
            good = parts[i].matches("[0-9]{1,3}") && Integer.parseInt(parts[i]) <= 255;
            base = good ? base << 8 | Integer.parseInt(parts[i]) : 0;
        }
        if (!good) {
            throw new IllegalArgumentException(
                    "network is '" + text + "', wanted one of loopback addresses such as 127.0.0.0/8");
        }
        return new Network(base, Integer.parseInt(bits));
    }

    private static int mask(int bits) {
        return bits <= 0 ? 0 : -1 << 32 - bits;
    }

    boolean contains(int address) {
        return (address & mask(bits)) == base;
    }

    /// The address of the device of that number, 0 for the first.
    public int address(int number) {
        return bits == 32 ? base : base + 1 + number;
    }

    /// The number of the device of an address, 0 for the first.
    int number(int address) {
        return bits == 32 ? 0 : address - base - 1;
    }

    /// An address in dotted numbers.
    public static String dotted(int address) {
        return (address >>> 24) + "." + (address >> 16 & 255) + "." + (address >> 8 & 255) + "." + (address & 255);
    }

    @Override
    public String toString() {
        return dotted(base) + "/" + bits;
    }
}
