package zonda.protocol.snmp;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// An object identifier: 2 to 128 sub-identifiers, each an unsigned 32-bit number (RFC 2578,
/// section 3.5). Immutable.
public final class Oid implements Comparable<Oid> {
    private static final int MOST_SUBIDS = 128;
    private static final long LARGEST_SUBID = 0xFFFFFFFFL;

    private final int[] subids;

    private Oid(int[] subids) {
        this.subids = subids;
    }

    /// Of unsigned sub-identifiers.
    ///
    /// @throws IllegalArgumentException when no OID starts like that, or none is that long
    public static Oid of(int... subids) {
        Oid oid = new Oid(subids.clone());
        if (subids.length < 2 || subids.length > MOST_SUBIDS) {
            throw new IllegalArgumentException(
                    "OID has " + subids.length + " sub-identifiers, wanted 2 to " + MOST_SUBIDS);
        }
        if (!startsRight(subids)) {
            throw new IllegalArgumentException("OID '" + oid + "' starts so, wanted 0.0 to 1.39, or 2.n");
        }
        return oid;
    }

    /// The first two share one octet on the wire as 40 x + y (X.690, section 8.19.4).
    private static boolean startsRight(int[] subids) {
        return Integer.compareUnsigned(subids[0], 2) <= 0
                && (subids[0] == 2 || Integer.compareUnsigned(subids[1], 40) < 0);
    }

    /// Reads `1.3.6.1` or `.1.3.6.1`.
    ///
    /// @throws IllegalArgumentException with the place and what was wanted there
    public static Oid parse(String text) {
        int start = text.startsWith(".") ? 1 : 0;
        int count = 1;
        for (int i = start; i < text.length(); i++) {
            count += text.charAt(i) == '.' ? 1 : 0;
        }
        if (count < 2 || count > MOST_SUBIDS) {
            throw new IllegalArgumentException(
                    "OID '" + text + "' has " + count + " numbers, wanted 2 to " + MOST_SUBIDS + " separated by dots");
        }
        int[] subids = new int[count];
        int from = start;
        for (int i = 0; i < count; i++) {
            int dot = text.indexOf('.', from);
            int end = dot < 0 ? text.length() : dot;
            subids[i] = subid(text, from, end);
            from = end + 1;
        }
        if (!startsRight(subids)) {
            throw new IllegalArgumentException("OID '" + text + "' starts with " + Integer.toUnsignedString(subids[0])
                    + "." + Integer.toUnsignedString(subids[1]) + ", wanted 0.0 to 1.39, or 2.n");
        }
        return new Oid(subids);
    }

    private static int subid(String text, int from, int end) {
        boolean digits = end > from && end - from <= 10;
        long value = 0;
        for (int i = from; i < end && digits; i++) {
            char c = text.charAt(i);
            digits = c >= '0' && c <= '9';
            value = value * 10 + c - '0';
        }
        if (!digits || value > LARGEST_SUBID) {
            throw new IllegalArgumentException(
                    "OID '" + text + "' has '" + text.substring(from, end) + "', wanted a number from 0 to 4294967295");
        }
        return (int) value;
    }

    /// Reads the content octets of an encoded OID; null when they are not one. No octets at all is
    /// `0.0`, as some
    /// agents send it.
    public static @Nullable Oid decode(byte[] data, int offset, int length) {
        if (!isEncoded(data, offset, length)) {
            return null;
        }
        if (length == 0) {
            return of(0, 0);
        }
        int[] subids = new int[Math.min(length + 1, MOST_SUBIDS)];
        int count = 0;
        long value = 0;
        for (int at = offset; at < offset + length; at++) {
            value = value << 7 | (data[at] & 0x7F);
            if (data[at] < 0) {
                continue;
            }
            if (count == 0) {
                long first = firstSubid(value);
                subids[count++] = (int) first;
                value -= first * 40;
            }
            subids[count++] = (int) value;
            value = 0;
        }
        return new Oid(Arrays.copyOf(subids, count));
    }

    /// Whether these are the content octets of an OID: at most 128 whole sub-identifiers below
    /// 2^32, the first
    /// carrying two. No octets at all are `0.0`.
    public static boolean isEncoded(byte[] data, int offset, int length) {
        int count = 1;
        int octets = 0;
        long value = 0;
        for (int at = offset; at < offset + length; at++) {
            value = value << 7 | (data[at] & 0x7F);
            octets++;
            if (octets > 5 || value > LARGEST_SUBID + (count == 1 ? 80 : 0)) {
                return false;
            }
            if (data[at] >= 0) {
                count++;
                octets = 0;
                value = 0;
            }
        }
        return octets == 0 && count <= MOST_SUBIDS;
    }

    private static long firstSubid(long firstValue) {
        return firstValue < 80 ? firstValue / 40 : 2;
    }

    /// Compares two encoded OIDs in the order of walks without decoding them. Right for shortest
    /// forms, as [#encoded]
    /// and nearly all devices give them.
    ///
    /// @return below 0, 0, or above 0
    public static int compareEncoded(byte[] a, int aOffset, int aLength, byte[] b, int bOffset, int bLength) {
        int differs = Arrays.mismatch(a, aOffset, aOffset + aLength, b, bOffset, bOffset + bLength);
        if (differs < 0) {
            return 0;
        }
        if (differs == aLength || differs == bLength) {
            return aLength - bLength;
        }
        // Of two sub-identifiers the one of more octets is greater; of one length, the greater
        // octet
        // tells.
        int aOctets = octetsLeft(a, aOffset + differs, aOffset + aLength);
        int bOctets = octetsLeft(b, bOffset + differs, bOffset + bLength);
        return aOctets != bOctets
                ? aOctets - bOctets
                : Byte.compareUnsigned(a[aOffset + differs], b[bOffset + differs]);
    }

    private static int octetsLeft(byte[] data, int from, int to) {
        int at = from;
        while (at < to && data[at] < 0) {
            at++;
        }
        return at - from;
    }

    public int size() {
        return subids.length;
    }

    /// A sub-identifier as it is, 0 to 4,294,967,295.
    public long subid(int index) {
        return subids[index] & 0xFFFFFFFFL;
    }

    /// This one with another number behind it.
    ///
    /// @throws IllegalArgumentException when the number is none of 32 bits, or the OID is full
    public Oid child(long subid) {
        if (subid < 0 || subid > LARGEST_SUBID || subids.length == MOST_SUBIDS) {
            throw new IllegalArgumentException("OID '" + this + "' cannot be followed by " + subid
                    + ", wanted 0 to 4294967295, and at most " + MOST_SUBIDS + " numbers");
        }
        int[] longer = Arrays.copyOf(subids, subids.length + 1);
        longer[subids.length] = (int) subid;
        return new Oid(longer);
    }

    public boolean startsWith(Oid prefix) {
        return subids.length >= prefix.subids.length
                && Arrays.equals(subids, 0, prefix.subids.length, prefix.subids, 0, prefix.subids.length);
    }

    /// The content octets (X.690, section 8.19), without tag and length.
    public byte[] encoded() {
        byte[] out = new byte[subids.length * 5];
        int at = putSubid(out, 0, subid(0) * 40 + subid(1));
        for (int i = 2; i < subids.length; i++) {
            at = putSubid(out, at, subid(i));
        }
        return Arrays.copyOf(out, at);
    }

    private static int putSubid(byte[] out, int at, long value) {
        int septets = 1;
        for (long rest = value >>> 7; rest != 0; rest >>>= 7) {
            septets++;
        }
        int position = at;
        for (int i = septets - 1; i >= 0; i--) {
            out[position++] = (byte) ((value >>> (7 * i) & 0x7F) | (i == 0 ? 0 : 0x80));
        }
        return position;
    }

    /// Appends the dotted text of encoded content octets, straight from a datagram; `0.0` for none.
    ///
    /// @return false when the octets are not an OID: nothing was appended
    public static boolean appendText(byte[] data, int offset, int length, StringBuilder out) {
        if (!isEncoded(data, offset, length)) {
            return false;
        }
        if (length == 0) {
            out.append("0.0");
            return true;
        }
        boolean isFirst = true;
        long value = 0;
        for (int at = offset; at < offset + length; at++) {
            value = value << 7 | (data[at] & 0x7F);
            if (data[at] < 0) {
                continue;
            }
            if (isFirst) {
                long first = firstSubid(value);
                out.append(first);
                value -= first * 40;
                isFirst = false;
            }
            out.append('.').append(value);
            value = 0;
        }
        return true;
    }

    /// In the order of walks: by unsigned sub-identifiers.
    @Override
    public int compareTo(Oid other) {
        int shared = Math.min(subids.length, other.subids.length);
        for (int i = 0; i < shared; i++) {
            int order = Integer.compareUnsigned(subids[i], other.subids[i]);
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(subids.length, other.subids.length);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Oid oid && Arrays.equals(subids, oid.subids);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(subids);
    }

    /// Dotted, without a leading dot.
    @Override
    public String toString() {
        StringBuilder out = new StringBuilder(subids.length * 4);
        for (int i = 0; i < subids.length; i++) {
            if (i > 0) {
                out.append('.');
            }
            out.append(Integer.toUnsignedString(subids[i]));
        }
        return out.toString();
    }
}
