package zonda.protocol.zabbix;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/// Takes the bytes of one frame after the other as they arrive: the owner reads into [#room] and
/// tells so by [#filled], until [#isWhole]. It never asks for a byte beyond the frame, so that what
/// follows stays where it is.
///
/// Memory follows the bytes that are there, not the length that the header claims: the body's room
/// begins at [#FIRST_BODY_BYTES] and doubles as it fills. A length above the limit is refused
/// when the header is there.
public final class FrameReader {
    static final int FIRST_BODY_BYTES = 4_096;

    private final int mostBytes;
    private final ByteBuffer header =
            ByteBuffer.allocate(Frames.LARGE_HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private ByteBuffer body = ByteBuffer.allocate(0);
    private int announcedBytes = -1;
    private int originalBytes;
    private boolean compressed;
    private boolean whole;

    /// @param mostBytes a body larger than this is refused, before and after it is inflated
    public FrameReader(int mostBytes) {
        this.mostBytes = mostBytes;
        next();
    }

    /// Makes ready for another frame.
    public void next() {
        header.clear().limit(Frames.SMALL_HEADER_BYTES);
        body = ByteBuffer.allocate(0);
        announcedBytes = -1;
        originalBytes = 0;
        compressed = false;
        whole = false;
    }

    /// Where the next bytes go; room for at least one, until the frame is whole.
    public ByteBuffer room() {
        if (announcedBytes < 0) {
            return header;
        }
        if (!body.hasRemaining() && body.capacity() < announcedBytes) {
            int larger = (int) Math.min(announcedBytes, Math.max(FIRST_BODY_BYTES, body.capacity() * 2L));
            body = ByteBuffer.wrap(Arrays.copyOf(body.array(), larger), body.position(), larger - body.position());
        }
        return body;
    }

    /// Whether not a byte of a frame has arrived yet.
    public boolean isEmpty() {
        return announcedBytes < 0 && header.position() == 0;
    }

    /// Looks at what was put into [#room].
    ///
    /// @throws FrameException when it is no frame, or one that is not taken: nothing more can be
    ///     read from this peer
    public void filled() throws FrameException {
        if (announcedBytes < 0) {
            checkHeader();
        }
        if (announcedBytes >= 0 && body.position() == announcedBytes) {
            if (compressed) {
                inflate();
            }
            whole = true;
        }
    }

    public boolean isWhole() {
        return whole;
    }

    /// What the header says that this frame will need, in bytes: of the body, and of what it is
    /// inflated to. -1 until the header is there.
    public long announcedBytes() {
        return announcedBytes < 0 ? -1 : (long) announcedBytes + originalBytes;
    }

    /// The body, from 0 to [#bodyBytes]; only once the frame is whole.
    public byte[] body() {
        return body.array();
    }

    public int bodyBytes() {
        return body.position();
    }

    private void checkHeader() throws FrameException {
        for (int i = 0; i < Math.min(header.position(), Frames.MAGIC.length); i++) {
            if (header.get(i) != Frames.MAGIC[i]) {
                throw new FrameException("no header: octet " + i + " is " + seen(header.get(i)) + ", wanted 'ZBXD'");
            }
        }
        if (header.position() <= Frames.MAGIC.length) {
            return;
        }
        int flags = header.get(Frames.MAGIC.length) & 0xFF;
        boolean known = (flags & ~(Frames.PROTOCOL | Frames.COMPRESSED | Frames.LARGE)) == 0;
        if (!known || (flags & Frames.PROTOCOL) == 0) {
            throw new FrameException("flags 0x" + Integer.toHexString(flags) + ", wanted 0x1, 0x3, 0x5 or 0x7");
        }
        boolean large = (flags & Frames.LARGE) != 0;
        header.limit(large ? Frames.LARGE_HEADER_BYTES : Frames.SMALL_HEADER_BYTES);
        if (header.hasRemaining()) {
            return;
        }
        long length = large ? header.getLong(5) : header.getInt(5) & 0xFFFF_FFFFL;
        long reserved = large ? header.getLong(13) : header.getInt(9) & 0xFFFF_FFFFL;
        compressed = (flags & Frames.COMPRESSED) != 0;
        checkLength("length", length);
        if (compressed) {
            checkLength("length before compression", reserved);
            originalBytes = (int) reserved;
        }
        announcedBytes = (int) length;
    }

    private void checkLength(String what, long length) throws FrameException {
        if (length < 0 || length > mostBytes) {
            throw new FrameException(
                    what + " " + Long.toUnsignedString(length) + " bytes, wanted at most " + mostBytes);
        }
    }

    private static String seen(byte octet) {
        return octet >= ' ' && octet < 0x7F ? "'" + (char) octet + "'" : "0x" + Integer.toHexString(octet & 0xFF);
    }

    /// Inflates the body to what the header says, growing with what comes out; a body that gives
    /// more, or less, is refused.
    private void inflate() throws FrameException {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(body.array(), 0, body.position());
            byte[] out = new byte[Math.min(originalBytes, FIRST_BODY_BYTES)];
            int size = 0;
            while (true) {
                if (size == out.length && size < originalBytes) {
                    out = Arrays.copyOf(
                            out, (int) Math.min(originalBytes, Math.max(FIRST_BODY_BYTES, out.length * 2L)));
                }
                int got = size < out.length ? inflater.inflate(out, size, out.length - size) : 0;
                size += got;
                if (got == 0 && (inflater.finished() || size == originalBytes || inflater.needsInput())) {
                    break;
                }
                if (got == 0 && inflater.needsDictionary()) {
                    throw new FrameException("a body compressed with a dictionary, wanted none");
                }
            }
            if (size != originalBytes || !isAtEnd(inflater)) {
                throw new FrameException(
                        "a compressed body that is not of " + originalBytes + " bytes, as its header says");
            }
            body = ByteBuffer.wrap(out);
            body.position(size);
        } catch (DataFormatException e) {
            throw new FrameException("a body that zlib cannot read: " + e.getMessage());
        } finally {
            inflater.end();
        }
    }

    /// Whether the stream ends here: it may have its checksum left, but no byte of data.
    private static boolean isAtEnd(Inflater inflater) throws DataFormatException {
        return inflater.finished() || (inflater.inflate(new byte[1]) == 0 && inflater.finished());
    }
}
