/// Zabbix's own protocol, as its sender speaks it: a header (`ZBXD`, flags, lengths), then JSON
/// ("Header" and "Sender protocol" in the appendix of Zabbix's manual).
///
/// Entry: [FrameReader] takes bytes as they arrive until a frame is whole, [Frames] makes them;
/// [Envelope] tells what a request asks for, [SenderRows] walks over the values of `sender data`
/// without allocating, [SenderReply] makes and reads the answer.
///
/// Invariants: no input makes a decoder throw anything but [FrameException] and [JsonException]; no
/// length that a peer claims is allocated before its bytes are there, and none above the limit is
/// taken at all. One thread at a time.
@NullMarked
package zonda.protocol.zabbix;

import org.jspecify.annotations.NullMarked;
