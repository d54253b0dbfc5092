package zonda.collector;

import java.time.Duration;

/// What the trapper takes from whoever connects.
///
/// @param mostConnections that are open at once; when there are as many, one that has sent no whole
///     request for a second makes room, and where there is none, others wait in the kernel's queue
/// @param mostMessageBytes a request larger than this is refused
/// @param mostBufferBytes of large requests that are being received or worked on; others wait
/// @param timeout within which a request must have arrived whole, and its answer be taken
public record TrapperSettings(int mostConnections, int mostMessageBytes, long mostBufferBytes, Duration timeout) {
    public TrapperSettings {
        if (mostConnections < 1 || mostConnections > 1_000_000) {
            throw new IllegalArgumentException("trapper_connections " + mostConnections + ", wanted 1 to 1000000");
        }
        if (mostMessageBytes < 1_024 || mostMessageBytes > 1 << 30) {
            throw new IllegalArgumentException(
                    "trapper_message_bytes " + mostMessageBytes + ", wanted 1024 to " + (1 << 30));
        }
        if (mostBufferBytes < 2L * mostMessageBytes) {
            throw new IllegalArgumentException("trapper buffer of " + mostBufferBytes
                    + " bytes, wanted at least twice a message of " + mostMessageBytes);
        }
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("trapper_timeout " + timeout + ", wanted above zero");
        }
    }

    /// 1,024 connections, messages of up to 16 MiB, 64 MiB of them, a minute.
    public static TrapperSettings defaults() {
        return new TrapperSettings(1_024, 16 << 20, 64L << 20, Duration.ofMinutes(1));
    }
}
