package zonda.devices.agent;

import zonda.protocol.snmp.ResponseEncoder;

/// The objects of one device in the order of walks, as they are at one moment. An object is known
/// by its position, a number that means something to the tree alone.
public interface ObjectTree {
    /// No object.
    long NONE = -1;

    /// The object of that name, or [#NONE].
    long exact(byte[] data, int offset, int length);

    /// The first object behind that name, which need not be there itself, or [#NONE].
    long after(byte[] data, int offset, int length);

    /// The object behind that one, or [#NONE].
    long following(long position);

    /// Whether an instance of the same object is there though this name is not: what tells
    /// noSuchInstance from noSuchObject (RFC 3416, section 4.2.1).
    boolean hasObjectOf(byte[] data, int offset, int length);

    /// Whether it is a Counter64, which SNMPv1 does not know (RFC 3584, section 4.2.2.1).
    boolean isCounter64(long position);

    /// Adds a varbind with that object's name and value.
    void put(ResponseEncoder encoder, long position);

    /// Adds a varbind with that object's name, and an exception in the value's place.
    void putEmpty(ResponseEncoder encoder, long position, int tag);
}
