package zonda.devices.agent;

import zonda.protocol.snmp.Ber;
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

    /// Whether it is an INTEGER.
    default boolean isInteger(long position) {
        return false;
    }

    /// Adds a varbind with that object's name and value.
    void put(ResponseEncoder encoder, long position);

    /// Adds a varbind with that object's name, and an exception in the value's place.
    void putEmpty(ResponseEncoder encoder, long position, int tag);

    /// An error status that reading or writing that object ends in, or the tag of an exception that
    /// stands in its value's place; 0 for neither.
    default int refusal(long position, boolean write) {
        return Ber.NO_ERROR;
    }

    /// Writes an object, or says what an attempt would end in.
    ///
    /// @param tag of the value, whose content octets follow
    /// @param commit false only tries
    /// @return an error status of RFC 3416, 0 when it is written
    default int write(long position, int tag, byte[] data, int offset, int length, boolean commit) {
        return Ber.NOT_WRITABLE;
    }
}
