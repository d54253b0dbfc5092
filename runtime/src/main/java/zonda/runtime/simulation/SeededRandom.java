package zonda.runtime.simulation;

import java.util.List;

/// A generator of random numbers that gives the same from the same seed, everywhere: xoshiro256**
/// (Blackman and Vigna, "Scrambled linear pseudorandom number generators"), seeded by SplitMix64.
/// Owned by one thread.
public final class SeededRandom {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final long seed;
    private long s0;
    private long s1;
    private long s2;
    private long s3;

    public SeededRandom(long seed) {
        this.seed = seed;
        long weyl = seed;
        s0 = mixed(weyl += GOLDEN);
        s1 = mixed(weyl += GOLDEN);
        s2 = mixed(weyl += GOLDEN);
        s3 = mixed(weyl += GOLDEN);
    }

    /// What this generator was made from, for messages.
    public long seed() {
        return seed;
    }

    /// Another generator, which depends on this one's seed and the name only, not on what was
    /// drawn.
    public SeededRandom split(String name) {
        long hash = mixed(seed);
        for (int i = 0; i < name.length(); i++) {
            hash = mixed(hash ^ name.charAt(i));
        }
        return new SeededRandom(hash);
    }

    /// Another generator for a numbered part.
    public SeededRandom split(String name, long number) {
        return new SeededRandom(mixed(split(name).seed ^ mixed(number)));
    }

    /// Any of the 2^64 numbers.
    public long nextLong() {
        long result = Long.rotateLeft(s1 * 5, 7) * 9;
        long shifted = s1 << 17;
        s2 ^= s0;
        s3 ^= s1;
        s1 ^= s2;
        s0 ^= s3;
        s2 ^= shifted;
        s3 = Long.rotateLeft(s3, 45);
        return result;
    }

    /// From 0 to less than `bound`.
    public int below(int bound) {
        return (int) below((long) bound);
    }

    /// From 0 to less than `bound`.
    public long below(long bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound " + bound + ", wanted above 0");
        }
        // The high half of a 128-bit product; its bias is below bound / 2^64.
        return Math.unsignedMultiplyHigh(nextLong(), bound);
    }

    /// From `least` to `most`, both included.
    public long between(long least, long most) {
        return least == most ? least : least + below(most - least + 1);
    }

    /// From `least` to `most`, both included.
    public int between(int least, int most) {
        return (int) between((long) least, (long) most);
    }

    /// From 0 to less than 1.
    public double nextDouble() {
        return (nextLong() >>> 11) * 0x1p-53;
    }

    /// True so often as `probability` says, 0 to 1. Draws even when the answer is certain.
    public boolean chance(double probability) {
        return nextDouble() < probability;
    }

    /// Of an exponential distribution, 0 and up.
    public double exponential(double mean) {
        return -mean * StrictMath.log(1 - nextDouble());
    }

    /// One of some.
    public <T> T pick(List<T> choices) {
        return choices.get(below(choices.size()));
    }

    /// Fills an array.
    public void fill(byte[] target) {
        for (int i = 0; i < target.length; i++) {
            target[i] = (byte) nextLong();
        }
    }

    /// SplitMix64's finisher.
    private static long mixed(long value) {
        long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
