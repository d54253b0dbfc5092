/// Recordings of real devices, served as devices: what their lines say, and what is asked of them.
///
/// Entry: [zonda.devices.recording.RecordingFolder] finds and reads them,
/// [zonda.devices.recording.Recording] holds the rows of one,
/// [zonda.devices.recording.RecordedTree] serves them through
/// [zonda.devices.agent.Agent]. A recording never changes; the tree is owned by one thread.
///
/// A line that cannot be read is skipped and counted by its reason; nothing that a line says is
/// ever executed.
@NullMarked
package zonda.devices.recording;

import org.jspecify.annotations.NullMarked;
