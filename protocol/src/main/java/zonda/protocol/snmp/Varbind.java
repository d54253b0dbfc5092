package zonda.protocol.snmp;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A name and a value, for the doors; the path of values reads [MessageDecoder] instead.
///
/// @param name the object
/// @param tag of the value, one of [Ber]
/// @param value its content octets as they were on the wire, right or wrong ([#fault]); not to be
///     changed
public record Varbind(Oid name, int tag, byte[] value) {
    /// What is wrong with the value, in words; empty when it is as its tag says.
    public String fault() {
        return MessageDecoder.valueFault(tag, value, 0, value.length);
    }

    /// The signed number of an INTEGER without [#fault].
    public long signedNumber() {
        return MessageDecoder.signed(value, 0, value.length);
    }

    /// The unsigned number of a counter, gauge or ticks without [#fault].
    public long unsignedNumber() {
        return MessageDecoder.unsigned(value, 0, value.length);
    }

    /// Whether it says that there is no value: noSuchObject, noSuchInstance or endOfMibView.
    public boolean isException() {
        return tag == Ber.NO_SUCH_OBJECT || tag == Ber.NO_SUCH_INSTANCE || tag == Ber.END_OF_MIB_VIEW;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Varbind varbind
                && tag == varbind.tag
                && name.equals(varbind.name)
                && Arrays.equals(value, varbind.value);
    }

    @Override
    public int hashCode() {
        return (name.hashCode() * 31 + tag) * 31 + Arrays.hashCode(value);
    }

    @Override
    public String toString() {
        return name + " 0x" + Integer.toHexString(tag) + " " + new String(value, StandardCharsets.ISO_8859_1);
    }
}
