package zonda.protocol.zabbix;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// Makes frames.
public final class Frames {
    /// The first octets of each frame.
    static final byte[] MAGIC = {'Z', 'B', 'X', 'D'};

    /// Set in the flags of every frame.
    static final int PROTOCOL = 0x01;
    /// The body is compressed by zlib; the second length is that of the body before.
    static final int COMPRESSED = 0x02;
    /// Lengths have 8 octets instead of 4.
    static final int LARGE = 0x04;

    static final int SMALL_HEADER_BYTES = 13;
    static final int LARGE_HEADER_BYTES = 21;

    private Frames() {}

    /// A frame as the sender and the server make it: lengths of 4 octets, little-endian, not
    /// compressed.
    ///
    /// @return from position 0 to the limit; backed by an array
    public static ByteBuffer encode(String json) {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        ByteBuffer frame = ByteBuffer.allocate(SMALL_HEADER_BYTES + body.length).order(ByteOrder.LITTLE_ENDIAN);
        frame.put(MAGIC).put((byte) PROTOCOL).putInt(body.length).putInt(0).put(body);
        return frame.flip();
    }
}
