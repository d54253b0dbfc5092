package zonda.preprocessing.script;

import java.time.Duration;

/// What one run of a script may take.
///
/// @param steps executed, in the engine's unit (about a byte of compiled code each); 1 or more
/// @param time on the clock
/// @param bytes allocated in all, whether still in use or not
/// @param freeBytes of these, what it may allocate without having to wait until no other run is
///     beyond its own free bytes
/// @param postpones whether a run that meets a limit, or wants to sleep or to use the network, ends
///     as [ScriptResult.Postponed] instead of failing
public record Allowance(long steps, Duration time, long bytes, long freeBytes, boolean postpones) {
    private static final long MEBIBYTE = 1 << 20;

    public Allowance {
        if (steps < 1 || bytes < 1 || freeBytes < 1 || time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException("an allowance of " + steps + " steps, " + time + ", " + bytes + " ("
                    + freeBytes + " free) bytes, wanted more than 0 of each");
        }
    }

    /// For a worker: Zabbix's 10 seconds; memory up to a quarter of the heap, never more than
    /// Zabbix's 512 MiB. Garbage counts too, so this is less than it sounds.
    ///
    /// @param heapBytes the greatest size of the heap
    public static Allowance full(long heapBytes) {
        long most = Math.clamp(heapBytes / 4, 16 * MEBIBYTE, 512 * MEBIBYTE);
        return new Allowance(
                Long.MAX_VALUE, Duration.ofSeconds(10), most, Math.clamp(heapBytes / 64, MEBIBYTE, most), false);
    }

    /// For a shard's thread: well under a millisecond of warm code; the steps alone decide, so that
    /// the same values end the same way in every run.
    public static Allowance brief() {
        return new Allowance(60_000, Duration.ofSeconds(10), 16 * MEBIBYTE, 16 * MEBIBYTE, true);
    }

    Allowance withoutPostponing() {
        return new Allowance(steps, time, bytes, freeBytes, false);
    }
}
