package zonda.server;

import java.io.PrintWriter;
import java.util.Locale;
import zonda.history.History;
import zonda.runtime.MonotonicClock;

/// Shows on a terminal how far a long reading has come, ten times a second, and clears its line at
/// the end. Elsewhere it shows nothing. One thread.
final class ProgressBar implements History.Progress, AutoCloseable {
    private static final int CELLS = 30;
    private static final long REDRAW_NANOS = 100_000_000L;
    private static final String CLEAR = "\r\u001B[K";

    private final PrintWriter out;
    private final boolean isShown;
    private final String what;
    private final MonotonicClock clock;
    private final long startNanos;
    private long drawnNanos;

    /// @param isShown whether `out` is a terminal
    /// @param what is done, in a word
    ProgressBar(PrintWriter out, boolean isShown, String what, MonotonicClock clock) {
        this.out = out;
        this.isShown = isShown;
        this.what = what;
        this.clock = clock;
        this.startNanos = clock.nanos();
        this.drawnNanos = startNanos;
    }

    /// On standard error, when both are a terminal.
    @SuppressWarnings("SystemConsoleNull") // the annotated JDK still says that it may be null
    static ProgressBar onTerminal(PrintWriter err, String what) {
        java.io.Console console = System.console();
        return new ProgressBar(err, console != null && console.isTerminal(), what, MonotonicClock.system());
    }

    @Override
    public void read(long bytes, long all) {
        long now = clock.nanos();
        if (!isShown || all <= 0 || now - drawnNanos < REDRAW_NANOS) {
            return;
        }
        drawnNanos = now;
        int full = (int) Math.min(CELLS, CELLS * (bytes / (double) all));
        double seconds = (now - startNanos) / 1e9;
        long left = bytes <= 0 ? 0 : Math.round(seconds * (all - bytes) / bytes);
        out.print(String.format(
                Locale.ROOT,
                "%s%s [%s%s] %3d %% of %s, %d s left",
                CLEAR,
                what,
                "#".repeat(full),
                " ".repeat(CELLS - full),
                Math.min(100, 100 * bytes / all),
                size(all),
                left));
        out.flush();
    }

    /// A number of bytes for people.
    static String size(long bytes) {
        if (bytes < 1_024) {
            return bytes + " B";
        }
        double size = bytes;
        int unit = -1;
        do {
            size /= 1_024;
            unit++;
        } while (size >= 1_024 && unit < 3);
        return String.format(Locale.ROOT, "%.1f %s", size, new String[] {"KiB", "MiB", "GiB", "TiB"}[unit]);
    }

    @Override
    public void close() {
        if (isShown) {
            out.print(CLEAR);
            out.flush();
        }
    }
}
