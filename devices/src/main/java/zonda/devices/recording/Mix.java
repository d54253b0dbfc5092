package zonda.devices.recording;

/// Chance as a function: SplitMix64's finaliser (Steele, Lea, Flood, "Fast splittable pseudorandom
/// number generators").
final class Mix {
    private Mix() {}

    static long of(long key) {
        long x = key + 0x9E3779B97F4A7C15L;
        x = (x ^ x >>> 30) * 0xBF58476D1CE4E5B9L;
        x = (x ^ x >>> 27) * 0x94D049BB133111EBL;
        return x ^ x >>> 31;
    }
}
