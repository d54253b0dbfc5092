package zonda.protocol.snmp;

import java.util.Arrays;

/// Makes responses in one growing buffer, filled from its end towards its start so that each length
/// is known when it
/// is written. Varbinds are therefore added last first. Owned by one thread, reused.
public final class ResponseEncoder {
    private byte[] buffer = new byte[2048];
    private int start = buffer.length;

    /// Starts another response.
    public void clear() {
        start = buffer.length;
    }

    /// Bytes so far.
    public int size() {
        return buffer.length - start;
    }

    public byte[] buffer() {
        return buffer;
    }

    public int offset() {
        return start;
    }

    /// Prepends a varbind with a signed integer.
    public void integer(byte[] name, long value) {
        int size = Ber.integerSize(value);
        int content = number(value, size);
        bind(name, Ber.INTEGER, content);
    }

    /// Prepends a varbind with an unsigned number: Counter32, Gauge32, TimeTicks or Counter64.
    public void unsigned(byte[] name, int tag, long value) {
        long kept = tag == Ber.COUNTER64 ? value : value & 0xFFFFFFFFL;
        bind(name, tag, number(kept, Ber.unsignedSize(kept)));
    }

    /// Prepends a varbind with given content octets.
    public void octets(byte[] name, int tag, byte[] content) {
        room(content.length);
        start -= content.length;
        System.arraycopy(content, 0, buffer, start, content.length);
        bind(name, tag, content.length);
    }

    /// Prepends a varbind with an exception or NULL, which have no content.
    public void empty(byte[] name, int tag) {
        bind(name, tag, 0);
    }

    /// Wraps the varbinds into a message.
    ///
    /// @param type the PDU's, [Ber#RESPONSE] as a rule
    public void finish(int version, byte[] community, int type, int requestId, int errorStatus, int errorIndex) {
        wrap(Ber.SEQUENCE, size());
        wrappedInteger(errorIndex);
        wrappedInteger(errorStatus);
        wrappedInteger(requestId);
        wrap(type, size());
        room(community.length);
        start -= community.length;
        System.arraycopy(community, 0, buffer, start, community.length);
        wrap(Ber.OCTET_STRING, community.length);
        wrappedInteger(version);
        wrap(Ber.SEQUENCE, size());
    }

    private void bind(byte[] name, int tag, int content) {
        wrap(tag, content);
        room(name.length);
        start -= name.length;
        System.arraycopy(name, 0, buffer, start, name.length);
        wrap(Ber.OBJECT_IDENTIFIER, name.length);
        wrap(Ber.SEQUENCE, bindingSize(name, content));
    }

    private static int bindingSize(byte[] name, int content) {
        return 1 + Ber.lengthSize(name.length) + name.length + 1 + Ber.lengthSize(content) + content;
    }

    private int number(long value, int size) {
        room(size);
        start -= size;
        Ber.putNumber(buffer, start, value, size);
        return size;
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
        int used = size();
        byte[] larger = new byte[Math.max(buffer.length * 2, used + bytes + 64)];
        System.arraycopy(buffer, start, larger, larger.length - used, used);
        buffer = larger;
        start = larger.length - used;
    }

    /// A copy of the message.
    public byte[] copy() {
        return Arrays.copyOfRange(buffer, start, buffer.length);
    }
}
