package zonda.devices.demo;

/// Random numbers that depend on nothing but a key: the same key gives the same number, in any
/// order. SplitMix64's finaliser (Steele, Lea, Flood, "Fast splittable pseudorandom number
/// generators").
final class Chance {
    private Chance() {}

    static long mixed(long key) {
        long x = key + 0x9E3779B97F4A7C15L;
        x = (x ^ x >>> 30) * 0xBF58476D1CE4E5B9L;
        x = (x ^ x >>> 27) * 0x94D049BB133111EBL;
        return x ^ x >>> 31;
    }

    /// A key of a part of something.
    static long key(long whole, String part) {
        long key = mixed(whole);
        for (int i = 0; i < part.length(); i++) {
            key = mixed(key ^ part.charAt(i));
        }
        return key;
    }

    /// From 0 to below 1.
    static double fraction(long key) {
        return (mixed(key) >>> 11) * 0x1.0p-53;
    }

    /// From `least` to below `most`.
    static double between(long key, double least, double most) {
        return least + fraction(key) * (most - least);
    }

    /// From `least` to `most`.
    static long between(long key, long least, long most) {
        return least + (long) (fraction(key) * (most - least + 1));
    }
}
