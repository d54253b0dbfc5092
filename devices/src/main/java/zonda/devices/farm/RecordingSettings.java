package zonda.devices.farm;

import java.util.List;
import zonda.protocol.snmp.UsmUser;

/// What devices made of recordings are like.
///
/// @param network whose addresses are the devices
/// @param port UDP port of every device; 0 takes a free one
/// @param latencyMillis until an answer leaves, 0 and up
/// @param lossPercent of the requests that are dropped at random, 0 to 100
/// @param deadPercent of the addresses that never answer, 0 to 100
/// @param largestAnswerBytes a longer one is tooBig or cut, 484 to 65,000
/// @param seed which requests are lost, which addresses are dead and how values vary depend on it
/// @param frozen the clock of all variations stands still, and delays are not kept
/// @param grows counters and the time since start grow
/// @param quirks in which devices differ from what is usual
/// @param users of version 3 whom each device knows
public record RecordingSettings(
        Network network,
        int port,
        double latencyMillis,
        double lossPercent,
        double deadPercent,
        int largestAnswerBytes,
        long seed,
        boolean frozen,
        boolean grows,
        List<DeviceQuirk> quirks,
        List<UsmUser> users) {
    /// What fits into one datagram with some room for headers.
    public static final int DEFAULT_LARGEST_ANSWER_BYTES = 65_000;

    public RecordingSettings {
        FarmSettings.within("--port", port, 0, 65_535);
        FarmSettings.within("--latency", latencyMillis, 0, 600_000);
        FarmSettings.within("--loss", lossPercent, 0, 100);
        FarmSettings.within("--dead", deadPercent, 0, 100);
        FarmSettings.within("--max-answer", largestAnswerBytes, 484, 65_000);
        quirks = List.copyOf(quirks);
        users = List.copyOf(users);
    }

    /// Devices that answer at once, with values that stand still.
    public static RecordingSettings still(Network network, long seed) {
        return new RecordingSettings(
                network, 0, 0, 0, 0, DEFAULT_LARGEST_ANSWER_BYTES, seed, true, false, List.of(), Users.usual());
    }
}
