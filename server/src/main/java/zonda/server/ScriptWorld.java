package zonda.server;

import java.io.IOException;
import java.time.Duration;
import java.util.TimeZone;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import zonda.preprocessing.script.HttpAnswer;
import zonda.preprocessing.script.HttpQuestion;
import zonda.preprocessing.script.ScriptSurroundings;
import zonda.runtime.MonotonicClock;
import zonda.runtime.WallClock;

/// The world as scripts see it. Any thread.
final class ScriptWorld implements ScriptSurroundings {
    private static final Logger LOG = LoggerFactory.getLogger("script");
    private static final long NANOS_PER_MILLISECOND = 1_000_000;

    private final MonotonicClock monotonicClock;
    private final WallClock wallClock;
    private final ScriptHttp http = new ScriptHttp();
    private final AtomicLong seed;

    ScriptWorld(MonotonicClock monotonicClock, WallClock wallClock) {
        this.monotonicClock = monotonicClock;
        this.wallClock = wallClock;
        this.seed = new AtomicLong(wallClock.epochNanos());
    }

    @Override
    public long wallMillis() {
        return Math.floorDiv(wallClock.epochNanos(), NANOS_PER_MILLISECOND);
    }

    @Override
    public long monotonicNanos() {
        return monotonicClock.nanos();
    }

    /// Steele, Lea and Flood's SplitMix ("Fast splittable pseudorandom number generators", 2014):
    /// one
    /// sequence for all threads.
    @Override
    public double random() {
        long z = seed.addAndGet(0x9E3779B97F4A7C15L);
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return ((z ^ (z >>> 31)) >>> 11) * 0x1p-53;
    }

    @Override
    public TimeZone timeZone() {
        return TimeZone.getTimeZone(wallClock.zone());
    }

    @Override
    public void sleep(Duration time) throws InterruptedException {
        Thread.sleep(time);
    }

    @Override
    public void log(int level, String message) {
        switch (level) {
            case 0 -> {}
            case 1, 2 -> LOG.error("{}", message);
            case 3 -> LOG.warn("{}", message);
            case 4 -> LOG.debug("{}", message);
            default -> LOG.trace("{}", message);
        }
    }

    @Override
    public HttpAnswer send(HttpQuestion question) throws IOException, InterruptedException {
        return http.send(question);
    }
}
