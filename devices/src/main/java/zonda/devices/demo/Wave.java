package zonda.devices.demo;

/// A gauge that moves as load does: a day pressed into some minutes, shorter swings, noise.
/// Immutable.
final class Wave {
    private static final long NOISE_MILLIS = 3_000;

    private final long key;
    private final double mean;
    private final double swing;
    private final double dayMillis;
    private final double hourMillis;
    private final double dayPhase;
    private final double hourPhase;

    /// @param mean what it moves about
    /// @param swing how far it goes from there, at most
    Wave(long key, double mean, double swing) {
        this.key = key;
        this.mean = mean;
        this.swing = swing;
        this.dayMillis = Chance.between(key + 1, 240_000.0, 600_000.0);
        this.hourMillis = Chance.between(key + 2, 30_000.0, 80_000.0);
        this.dayPhase = Chance.between(key + 3, 0, 2 * Math.PI);
        this.hourPhase = Chance.between(key + 4, 0, 2 * Math.PI);
    }

    double at(long millis) {
        double day = Math.sin(2 * Math.PI * millis / dayMillis + dayPhase);
        double hour = Math.sin(2 * Math.PI * millis / hourMillis + hourPhase);
        return mean + swing * (0.55 * day + 0.25 * hour + 0.2 * noise(millis));
    }

    /// From -1 to 1, without jumps.
    private double noise(long millis) {
        long slot = Math.floorDiv(millis, NOISE_MILLIS);
        double from = Chance.fraction(key ^ slot * 31) * 2 - 1;
        double to = Chance.fraction(key ^ (slot + 1) * 31) * 2 - 1;
        return from + (to - from) * Math.floorMod(millis, NOISE_MILLIS) / NOISE_MILLIS;
    }
}
