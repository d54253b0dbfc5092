package zonda.devices.agent;

import org.jspecify.annotations.Nullable;
import zonda.protocol.snmp.UsmKeys;

/// The SNMP engine that a request of version 3 asks, as it is at that moment.
///
/// @param id its engine id
/// @param boots how often it has started
/// @param time seconds since its last start
/// @param keys of the user who asks; null where it does not know that user
public record Engine(
        byte[] id, int boots, int time, @Nullable UsmKeys keys) {
    static final Engine NONE = new Engine(new byte[0], 0, 0, null);
}
