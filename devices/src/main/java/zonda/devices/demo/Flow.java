package zonda.devices.demo;

/// A counter of what flows: it only grows, at a rate that moves as traffic does (a day pressed into
/// some minutes, shorter swings, noise). The count is the integral of the rate in closed form, so
/// that nothing is kept between two readings. Immutable.
final class Flow {
    private static final double DAY_SHARE = 0.5;
    private static final double HOUR_SHARE = 0.2;
    private static final double MINUTE_SHARE = 0.12;

    /// With the shares above it stays below 1, so that the rate never falls below zero.
    private static final double NOISE_SHARE = 0.15;

    private static final long NOISE_MILLIS = 2_000;

    private final long key;
    private final long mean;
    private final long start;
    private final long dayMillis;
    private final long hourMillis;
    private final long minuteMillis;

    /// @param mean units a second
    Flow(long key, long mean) {
        this.key = key;
        this.mean = Math.max(1, mean);
        this.start = Chance.between(key + 1, 0L, this.mean * 1_000_000);
        this.dayMillis = Chance.between(key + 2, 300_000L, 700_000L);
        this.hourMillis = Chance.between(key + 3, 50_000L, 110_000L);
        this.minuteMillis = Chance.between(key + 4, 14_000L, 26_000L);
    }

    /// The count at a time, which is 0 or later.
    ///
    /// @param millis of the time that it flows; a link that is down stops it
    long at(long millis) {
        double waves = wave(millis, dayMillis, DAY_SHARE)
                + wave(millis, hourMillis, HOUR_SHARE)
                + wave(millis, minuteMillis, MINUTE_SHARE);
        double rest = mean * ((millis % 1000 + waves + noise(millis)) / 1000.0);
        return start + mean * (millis / 1000) + (long) Math.floor(rest) + mean * 1000;
    }

    /// How far the count is ahead of its mean, in milliseconds' worth.
    private double wave(long millis, long period, double share) {
        double turn = 2 * Math.PI / period;
        return share / turn * Math.sin(turn * (millis % period) + (key >>> 40) % 6);
    }

    private double noise(long millis) {
        long slot = millis / NOISE_MILLIS;
        double most = NOISE_MILLIS * NOISE_SHARE;
        double from = Chance.fraction(key ^ slot * 31) * most;
        double to = Chance.fraction(key ^ (slot + 1) * 31) * most;
        return from + (to - from) * (millis % NOISE_MILLIS) / NOISE_MILLIS;
    }
}
