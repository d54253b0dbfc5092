package zonda.testing;

import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import zonda.devices.farm.DeviceQuirk;
import zonda.devices.farm.Farm;
import zonda.devices.farm.Network;
import zonda.devices.farm.RecordingFarm;
import zonda.devices.farm.RecordingSettings;
import zonda.devices.farm.Users;
import zonda.devices.recording.RecordingFolder;
import zonda.runtime.MonotonicClock;
import zonda.runtime.WallClock;

/// The recordings of a folder as devices on a free port: 127.0.0.1 is the first, 127.0.0.2 the
/// next.
final class ServedRecordings implements AutoCloseable {
    private static final int LARGEST_ANSWER_BYTES = 1_472;
    private static final long PATIENCE_SECONDS = 30;

    private final AtomicBoolean stop = new AtomicBoolean();
    private final CompletableFuture<Integer> port = new CompletableFuture<>();
    private final CompletableFuture<Farm.Totals> totals = new CompletableFuture<>();

    private ServedRecordings(Path folder, boolean frozen, boolean grows, String... quirks) {
        RecordingSettings settings = new RecordingSettings(
                Network.parse("127.0.0.0/8"),
                0,
                0,
                0,
                0,
                LARGEST_ANSWER_BYTES,
                1,
                frozen,
                grows,
                Arrays.stream(quirks).map(DeviceQuirk::parse).toList(),
                Users.usual());
        Thread.ofPlatform().name("devices").start(() -> serve(folder, settings));
    }

    /// Values stand still.
    static ServedRecordings still(Path folder, String... quirks) {
        return new ServedRecordings(folder, true, false, quirks);
    }

    /// Counters and clocks go on.
    static ServedRecordings growing(Path folder, String... quirks) {
        return new ServedRecordings(folder, false, true, quirks);
    }

    private void serve(Path folder, RecordingSettings settings) {
        try (RecordingFarm farm = RecordingFarm.open(
                settings,
                RecordingFolder.find(folder),
                MonotonicClock.system(),
                WallClock.system(ZoneOffset.UTC),
                words -> {})) {
            port.complete(farm.port());
            farm.run(stop::get, (seen, nanos) -> {});
            totals.complete(farm.totals());
        } catch (IOException | RuntimeException e) {
            port.completeExceptionally(e);
            totals.completeExceptionally(e);
        }
    }

    int port() {
        return port.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }

    @Override
    public void close() {
        stop.set(true);
        totals.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }
}
