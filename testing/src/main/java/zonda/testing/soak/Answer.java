package zonda.testing.soak;

import java.util.BitSet;

/// One answer that a device sent, as the device knows it.
final class Answer {
    final SimulatedDevice device;
    final int requestId;
    final int errorStatus;

    /// By place of the object in the device; null where it was not asked.
    final Reading[] readings;

    /// The objects whose reading a value was made of already.
    final BitSet taken = new BitSet();

    /// When its request was sent for the last time, before the answer arrived.
    long askedNanos;

    long arrivedNanos;

    Answer(SimulatedDevice device, int requestId, int errorStatus, Reading[] readings) {
        this.device = device;
        this.requestId = requestId;
        this.errorStatus = errorStatus;
        this.readings = readings;
    }

    boolean carriesUptime() {
        return readings[0] != null;
    }
}
