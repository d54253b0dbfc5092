package zonda.devices;

import java.io.PrintWriter;
import zonda.devices.farm.Farm;

/// Prints what a farm does each second.
final class RatePrinter {
    private final PrintWriter out;
    private Farm.Totals before = new Farm.Totals(0, 0, 0, 0, 0);

    RatePrinter(PrintWriter out) {
        this.out = out;
    }

    void print(Farm.Totals totals, long nanos) {
        double seconds = nanos / 1e9;
        out.printf(
                "requests/s %.0f answers/s %.0f varbinds/s %.0f dropped/s %.0f refused %d%n",
                (totals.requests() - before.requests()) / seconds,
                (totals.answers() - before.answers()) / seconds,
                (totals.varbinds() - before.varbinds()) / seconds,
                (totals.dropped() - before.dropped()) / seconds,
                totals.refused());
        out.flush();
        before = totals;
    }
}
