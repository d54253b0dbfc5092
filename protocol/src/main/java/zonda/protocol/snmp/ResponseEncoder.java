package zonda.protocol.snmp;

import java.util.Arrays;

/// Makes responses in one growing buffer, filled from its end towards its start so that each length
/// is known when it
/// is written. Varbinds are therefore added last first. Owned by one thread, reused.
public final class ResponseEncoder {
    private byte[] buffer = new byte[2048];
    private int end = buffer.length;
    private int start = end;

    /// Starts another response.
    public void clear() {
        end = buffer.length;
        start = end;
    }

    /// Bytes so far.
    public int size() {
        return end - start;
    }

    /// Takes the last varbinds of the response away again, which were the first to be added: for an
    /// answer that has
    /// grown too large for its datagram (GETBULK, RFC 3416, section 4.2.3).
    ///
    /// @param bytes what [#size] was when the first varbind to stay was about to be added
    public void dropLast(int bytes) {
        end -= bytes;
    }

    public byte[] buffer() {
        return buffer;
    }

    public int offset() {
        return start;
    }

    /// Prepends a varbind with a signed integer.
    public void integer(byte[] name, long value) {
        integer(name, 0, name.length, value);
    }

    /// Prepends a varbind with a signed integer; the name is a part of an array.
    public void integer(byte[] name, int offset, int length, long value) {
        int size = Ber.integerSize(value);
        bind(name, offset, length, Ber.INTEGER, number(value, size));
    }

    /// Prepends a varbind with an unsigned number: Counter32, Gauge32, TimeTicks or Counter64.
    public void unsigned(byte[] name, int tag, long value) {
        unsigned(name, 0, name.length, tag, value);
    }

    /// Prepends a varbind with an unsigned number; the name is a part of an array.
    public void unsigned(byte[] name, int offset, int length, int tag, long value) {
        long kept = tag == Ber.COUNTER64 ? value : value & 0xFFFFFFFFL;
        bind(name, offset, length, tag, number(kept, Ber.unsignedSize(kept)));
    }

    /// Prepends a varbind with given content octets.
    public void octets(byte[] name, int tag, byte[] content) {
        octets(name, 0, name.length, tag, content);
    }

    /// Prepends a varbind with given content octets; the name is a part of an array.
    public void octets(byte[] name, int offset, int length, int tag, byte[] content) {
        prepend(content, 0, content.length);
        bind(name, offset, length, tag, content.length);
    }

    /// Prepends a varbind with an exception or NULL, which have no content.
    public void empty(byte[] name, int tag) {
        empty(name, 0, name.length, tag);
    }

    /// Prepends a varbind with an exception or NULL; the name is a part of an array.
    public void empty(byte[] name, int offset, int length, int tag) {
        bind(name, offset, length, tag, 0);
    }

    /// Prepends varbinds that are encoded already.
    public void varbinds(byte[] encoded, int offset, int length) {
        prepend(encoded, offset, length);
    }

    /// Wraps the varbinds into a message.
    ///
    /// @param type the PDU's, [Ber#RESPONSE] as a rule
    public void finish(int version, byte[] community, int type, int requestId, int errorStatus, int errorIndex) {
        finish(version, community, 0, community.length, type, requestId, errorStatus, errorIndex);
    }

    /// Wraps the varbinds into a message; the community is a part of an array.
    public void finish(
            int version,
            byte[] community,
            int communityOffset,
            int communityLength,
            int type,
            int requestId,
            int errorStatus,
            int errorIndex) {
        finishPdu(type, requestId, errorStatus, errorIndex);
        prepend(community, communityOffset, communityLength);
        wrap(Ber.OCTET_STRING, communityLength);
        wrappedInteger(version);
        wrap(Ber.SEQUENCE, size());
    }

    /// Wraps the varbinds into a PDU alone, for [V3Encoder] to carry.
    public void finishPdu(int type, int requestId, int errorStatus, int errorIndex) {
        wrap(Ber.SEQUENCE, size());
        wrappedInteger(errorIndex);
        wrappedInteger(errorStatus);
        wrappedInteger(requestId);
        wrap(type, size());
    }

    private void bind(byte[] name, int offset, int length, int tag, int content) {
        wrap(tag, content);
        prepend(name, offset, length);
        wrap(Ber.OBJECT_IDENTIFIER, length);
        wrap(Ber.SEQUENCE, 1 + Ber.lengthSize(length) + length + 1 + Ber.lengthSize(content) + content);
    }

    private int number(long value, int size) {
        room(size);
        start -= size;
        Ber.putNumber(buffer, start, value, size);
        return size;
    }

    private void prepend(byte[] content, int offset, int length) {
        room(length);
        start -= length;
        System.arraycopy(content, offset, buffer, start, length);
    }

    private void wrappedInteger(int value) {
        wrap(Ber.INTEGER, number(value, Ber.integerSize(value)));
    }

    private void wrap(int tag, int length) {
        room(5);
        start -= 1 + Ber.lengthSize(length);
        buffer[start] = (byte) tag;
        Ber.putLength(buffer, start + 1, length);
    }

    private void room(int bytes) {
        if (start >= bytes) {
            return;
        }
        int used = buffer.length - start;
        int unused = buffer.length - end;
        byte[] larger = new byte[Math.max(buffer.length * 2, used + bytes + 64)];
        System.arraycopy(buffer, start, larger, larger.length - used, used);
        buffer = larger;
        start = larger.length - used;
        end = larger.length - unused;
    }

    /// A copy of the message.
    public byte[] copy() {
        return Arrays.copyOfRange(buffer, start, end);
    }
}
