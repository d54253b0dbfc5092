package zonda.protocol.snmp;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/// Walks over one message without allocating. [#open] reads all up to the varbinds, [#next] goes
/// from one to the next.
/// Owned by one thread, reused for each datagram.
///
/// Nothing that a peer sends makes it throw or read outside the datagram. A message whose frame is
/// broken is refused
/// by [#open], or ends [#next] early with a [#fault]; a varbind whose frame is whole and whose
/// value is not what its
/// tag says has a [#valueFault], and its neighbours are kept.
public final class MessageDecoder {
    private static final long NO_LIMIT = -1;

    /// The only security model that is spoken (RFC 3414).
    private static final int USM = 3;

    /// Bits of the flags of a v3 message (RFC 3412, section 6.4).
    static final int AUTHENTICATED = 1;

    static final int ENCRYPTED = 2;
    static final int REPORTABLE = 4;

    /// Seen where the bytes end.
    private static final long NOTHING = Long.MIN_VALUE;

    private byte[] data = new byte[0];
    private int position;
    private int end;
    /// The fault in parts, put into words only when someone asks: a flood of broken datagrams
    /// allocates
    /// nothing.
    private String faultyThing = "";

    private long faultSeen;
    private String faultWanted = "";
    private long faultLimit = NO_LIMIT;

    private int messageOffset;
    private int messageEnd;
    private int version;
    private int communityOffset;
    private int communityLength;
    private int messageId;
    private int maxSize;
    private int flags;
    private int securityModel;
    private int engineIdOffset;
    private int engineIdLength;
    private int engineBoots;
    private int engineTime;
    private int userOffset;
    private int userLength;
    private int authOffset;
    private int authLength;
    private int saltOffset;
    private int saltLength;
    private int scopedOffset;
    private int scopedLength;
    private int contextEngineOffset;
    private int contextEngineLength;
    private int contextOffset;
    private int contextLength;
    private int pduType;
    private int requestId;
    private int errorStatus;
    private int errorIndex;

    private int nameOffset;
    private int nameLength;
    private int tag;
    private int valueOffset;
    private int valueLength;

    private int contentLength;

    /// Reads the frame of a v1 or v2c message.
    ///
    /// @return false when it is not an SNMP v1 or v2c message; [#fault] says why
    public boolean open(byte[] datagram, int offset, int length) {
        if (!openVersion(datagram, offset, length)) {
            return false;
        }
        if (version != Ber.VERSION_1 && version != Ber.VERSION_2C) {
            return refuse("version", version, "0 (v1) or 1 (v2c)");
        }
        return openCommunity();
    }

    /// Reads the frame of a message of any version. Of a v3 message it reads the header and the
    /// security parameters, which nobody has authenticated yet; [#openScoped] goes on from there.
    ///
    /// @return false when it is no SNMP message; [#fault] says why
    public boolean openAny(byte[] datagram, int offset, int length) {
        if (!openVersion(datagram, offset, length)) {
            return false;
        }
        if (version == Ber.VERSION_3) {
            return openV3();
        }
        if (version != Ber.VERSION_1 && version != Ber.VERSION_2C) {
            return refuse("version", version, "0 (v1), 1 (v2c) or 3 (v3)");
        }
        return openCommunity();
    }

    private boolean openVersion(byte[] datagram, int offset, int length) {
        data = datagram;
        position = offset;
        end = offset + length;
        faultyThing = "";
        messageOffset = offset;
        if (!enter(Ber.SEQUENCE, "message")) {
            return false;
        }
        // What follows the message in the datagram is no part of it.
        end = position + contentLength;
        messageEnd = end;
        version = integer32("version");
        return !isFaulty();
    }

    private boolean openCommunity() {
        if (!enter(Ber.OCTET_STRING, "community")) {
            return false;
        }
        communityOffset = position;
        communityLength = contentLength;
        position += contentLength;
        return openPdu();
    }

    private boolean openPdu() {
        if (position >= end) {
            return refuse("message", NOTHING, "a PDU");
        }
        pduType = data[position] & 0xFF;
        if (pduType < Ber.GET || pduType > Ber.REPORT) {
            return refuse("PDU tag", pduType, "160 to 168");
        }
        if (!enter(pduType, "PDU")) {
            return false;
        }
        end = position + contentLength;
        requestId = integer32("request id");
        errorStatus = integer32("error status");
        errorIndex = integer32("error index");
        if (isFaulty() || !enter(Ber.SEQUENCE, "varbinds")) {
            return false;
        }
        end = position + contentLength;
        return true;
    }

    /// The header (RFC 3412, section 6) and the security parameters (RFC 3414, section 2.4).
    private boolean openV3() {
        communityLength = 0;
        int messageEnds = end;
        if (!enter(Ber.SEQUENCE, "header")) {
            return false;
        }
        int headerEnd = position + contentLength;
        end = headerEnd;
        messageId = integer32("message id");
        maxSize = integer32("maximum size");
        if (isFaulty() || !enter(Ber.OCTET_STRING, "flags")) {
            return false;
        }
        if (contentLength != 1) {
            return refuse("flags", contentLength, "one octet");
        }
        flags = data[position++] & 0xFF;
        securityModel = integer32("security model");
        if (isFaulty()) {
            return false;
        }
        position = headerEnd;
        end = messageEnds;
        if (!enter(Ber.OCTET_STRING, "security parameters")) {
            return false;
        }
        int parametersEnd = position + contentLength;
        end = parametersEnd;
        if (!openSecurity()) {
            return false;
        }
        position = parametersEnd;
        end = messageEnds;
        return enterScoped();
    }

    private boolean openSecurity() {
        if (securityModel != USM) {
            return refuse("security model", securityModel, "3 (USM)");
        }
        if (!enter(Ber.SEQUENCE, "security parameters")) {
            return false;
        }
        end = position + contentLength;
        if (!enter(Ber.OCTET_STRING, "engine id")) {
            return false;
        }
        engineIdOffset = position;
        engineIdLength = contentLength;
        position += contentLength;
        engineBoots = integer32("engine boots");
        engineTime = integer32("engine time");
        if (isFaulty() || !enter(Ber.OCTET_STRING, "user name")) {
            return false;
        }
        userOffset = position;
        userLength = contentLength;
        position += contentLength;
        if (!enter(Ber.OCTET_STRING, "authentication parameters")) {
            return false;
        }
        authOffset = position;
        authLength = contentLength;
        position += contentLength;
        if (!enter(Ber.OCTET_STRING, "privacy parameters")) {
            return false;
        }
        saltOffset = position;
        saltLength = contentLength;
        return true;
    }

    private boolean enterScoped() {
        int tagOfScoped = isEncrypted() ? Ber.OCTET_STRING : Ber.SEQUENCE;
        int from = position;
        if (!enter(tagOfScoped, isEncrypted() ? "encrypted PDU" : "scoped PDU")) {
            return false;
        }
        scopedOffset = isEncrypted() ? position : from;
        scopedLength = position + contentLength - scopedOffset;
        position = from;
        return true;
    }

    /// Goes into the scoped PDU of a v3 message that is not encrypted.
    ///
    /// @return false when it cannot be read; [#fault] says why
    public boolean openScoped() {
        return openScoped(data, scopedOffset, scopedLength);
    }

    /// Goes into the decrypted scoped PDU of a v3 message; [#data] is this array from now on.
    /// Octets behind it, with which it was padded, do not matter.
    ///
    /// @return false when it cannot be read; [#fault] says why
    public boolean openScoped(byte[] plain, int offset, int length) {
        data = plain;
        position = offset;
        end = offset + length;
        faultyThing = "";
        if (!enter(Ber.SEQUENCE, "scoped PDU")) {
            return false;
        }
        end = position + contentLength;
        if (!enter(Ber.OCTET_STRING, "context engine id")) {
            return false;
        }
        contextEngineOffset = position;
        contextEngineLength = contentLength;
        position += contentLength;
        if (!enter(Ber.OCTET_STRING, "context name")) {
            return false;
        }
        contextOffset = position;
        contextLength = contentLength;
        position += contentLength;
        return openPdu();
    }

    /// Goes to the next varbind.
    ///
    /// @return false at the end, or when the rest is broken: then [#fault] is not empty
    public boolean next() {
        if (position >= end || isFaulty()) {
            return false;
        }
        if (!enter(Ber.SEQUENCE, "varbind")) {
            return false;
        }
        int bindingEnd = position + contentLength;
        int outerEnd = end;
        end = bindingEnd;
        if (!enter(Ber.OBJECT_IDENTIFIER, "varbind's name")) {
            return false;
        }
        nameOffset = position;
        nameLength = contentLength;
        position += contentLength;
        if (position >= end) {
            return refuse("varbind", NOTHING, "a value");
        }
        tag = data[position] & 0xFF;
        if (!enter(tag, "varbind's value")) {
            return false;
        }
        valueOffset = position;
        valueLength = contentLength;
        position = bindingEnd;
        end = outerEnd;
        return true;
    }

    /// Why the message, or the rest of it, cannot be read; empty while all is well.
    public String fault() {
        if (!isFaulty()) {
            return "";
        }
        String limit = faultLimit == NO_LIMIT ? "" : String.valueOf(faultLimit);
        String seen = faultSeen == NOTHING ? " is cut short" : " is " + faultSeen;
        return faultyThing + seen + ", wanted " + faultWanted + limit;
    }

    /// Whether the message, or the rest of it, cannot be read; [#fault] says why.
    public boolean isFaulty() {
        return !faultyThing.isEmpty();
    }

    public int version() {
        return version;
    }

    public int pduType() {
        return pduType;
    }

    public int requestId() {
        return requestId;
    }

    /// The error status; in a GETBULK the non-repeaters.
    public int errorStatus() {
        return errorStatus;
    }

    /// The error index; in a GETBULK the maximum repetitions.
    public int errorIndex() {
        return errorIndex;
    }

    public byte[] community() {
        return Arrays.copyOfRange(data, communityOffset, communityOffset + communityLength);
    }

    public int communityOffset() {
        return communityOffset;
    }

    public int communityLength() {
        return communityLength;
    }

    /// Whether the message carries this community.
    public boolean communityIs(byte[] community) {
        return Arrays.equals(data, communityOffset, communityOffset + communityLength, community, 0, community.length);
    }

    // ---------------------------------------------------------------- version 3

    /// Of a v3 message.
    public int messageId() {
        return messageId;
    }

    /// The largest message that the sender of a v3 message takes.
    public int maxSize() {
        return maxSize;
    }

    public boolean isAuthenticated() {
        return (flags & AUTHENTICATED) != 0;
    }

    public boolean isEncrypted() {
        return (flags & ENCRYPTED) != 0;
    }

    /// Whether a v3 message that fails may be answered with a Report.
    public boolean isReportable() {
        return (flags & REPORTABLE) != 0;
    }

    public int engineBoots() {
        return engineBoots;
    }

    public int engineTime() {
        return engineTime;
    }

    public boolean engineIdIs(byte[] engineId) {
        return sliceIs(engineIdOffset, engineIdLength, engineId);
    }

    public int engineIdLength() {
        return engineIdLength;
    }

    public boolean userIs(byte[] user) {
        return sliceIs(userOffset, userLength, user);
    }

    public boolean contextIs(byte[] context) {
        return sliceIs(contextOffset, contextLength, context);
    }

    /// A copy of the security engine id. Like all of the header, to be taken before [#openScoped]
    /// goes into other octets.
    public byte[] engineId() {
        return Arrays.copyOfRange(data, engineIdOffset, engineIdOffset + engineIdLength);
    }

    /// A copy of the user's name; to be taken before [#openScoped].
    public byte[] user() {
        return Arrays.copyOfRange(data, userOffset, userOffset + userLength);
    }

    /// A copy of the context's name, after [#openScoped].
    public byte[] context() {
        return Arrays.copyOfRange(data, contextOffset, contextOffset + contextLength);
    }

    /// A copy of the context's engine id, after [#openScoped].
    public byte[] contextEngineId() {
        return Arrays.copyOfRange(data, contextEngineOffset, contextEngineOffset + contextEngineLength);
    }

    int messageOffset() {
        return messageOffset;
    }

    int messageEnd() {
        return messageEnd;
    }

    int authOffset() {
        return authOffset;
    }

    int authLength() {
        return authLength;
    }

    int saltOffset() {
        return saltOffset;
    }

    int saltLength() {
        return saltLength;
    }

    int scopedOffset() {
        return scopedOffset;
    }

    int scopedLength() {
        return scopedLength;
    }

    private boolean sliceIs(int offset, int length, byte[] wanted) {
        return length == wanted.length && Arrays.equals(data, offset, offset + length, wanted, 0, length);
    }

    // ---------------------------------------------------------------- varbinds

    /// The octets that were opened, for v3 perhaps decrypted elsewhere; the offsets count in them.
    public byte[] data() {
        return data;
    }

    public int nameOffset() {
        return nameOffset;
    }

    public int nameLength() {
        return nameLength;
    }

    /// Whether the varbind's name is this encoded OID.
    public boolean nameIs(byte[] encodedOid) {
        return nameLength == encodedOid.length
                && Arrays.equals(data, nameOffset, nameOffset + nameLength, encodedOid, 0, nameLength);
    }

    public byte[] name() {
        return Arrays.copyOfRange(data, nameOffset, nameOffset + nameLength);
    }

    /// The dotted text of the name, for messages to people.
    public String nameText() {
        StringBuilder text = new StringBuilder();
        return Oid.appendText(data, nameOffset, nameLength, text) ? text.toString() : "an OID that cannot be read";
    }

    /// The value's tag.
    public int tag() {
        return tag;
    }

    public int valueOffset() {
        return valueOffset;
    }

    public int valueLength() {
        return valueLength;
    }

    /// What is wrong with the value, in words; empty when it is as its tag says.
    public String valueFault() {
        return valueFault(tag, data, valueOffset, valueLength);
    }

    static String valueFault(int tag, byte[] data, int offset, int length) {
        return switch (tag) {
            case Ber.INTEGER -> numberFault("INTEGER", 8, data, offset, length);
            case Ber.COUNTER32 -> numberFault("Counter32", 5, data, offset, length);
            case Ber.GAUGE32 -> numberFault("Gauge32", 5, data, offset, length);
            case Ber.TIME_TICKS -> numberFault("TimeTicks", 5, data, offset, length);
            case Ber.COUNTER64 -> numberFault("Counter64", 9, data, offset, length);
            case Ber.IP_ADDRESS -> length == 4 ? "" : "IpAddress of " + length + " bytes, wanted 4";
            case Ber.OBJECT_IDENTIFIER ->
                Oid.isEncoded(data, offset, length)
                        ? ""
                        : "OBJECT IDENTIFIER that cannot be read, wanted at most 128 sub-identifiers below 2^32";
            case Ber.OCTET_STRING,
                    Ber.OPAQUE,
                    Ber.NULL,
                    Ber.NO_SUCH_OBJECT,
                    Ber.NO_SUCH_INSTANCE,
                    Ber.END_OF_MIB_VIEW -> "";
            default -> "value of tag 0x" + Integer.toHexString(tag) + ", wanted a type of SMIv2";
        };
    }

    private static String numberFault(String type, int most, byte[] data, int offset, int length) {
        if (length >= 1 && length <= most) {
            boolean ninthIsZero = length < 9 || data[offset] == 0;
            boolean fifthIsZero = most != 5 || length < 5 || data[offset] == 0;
            if (ninthIsZero && fifthIsZero) {
                return "";
            }
        }
        return type + " of " + length + " bytes, wanted 1 to " + most + " within its range";
    }

    /// The signed number of an INTEGER whose [#valueFault] is empty.
    public long signedValue() {
        return signed(data, valueOffset, valueLength);
    }

    static long signed(byte[] data, int offset, int length) {
        long number = data[offset];
        for (int i = 1; i < length; i++) {
            number = number << 8 | (data[offset + i] & 0xFF);
        }
        return number;
    }

    /// The unsigned number of a counter, gauge or ticks whose [#valueFault] is empty; devices that
    /// leave out the leading zero octet are read as they mean it.
    public long unsignedValue() {
        return unsigned(data, valueOffset, valueLength);
    }

    static long unsigned(byte[] data, int offset, int length) {
        long number = 0;
        for (int i = 0; i < length; i++) {
            number = number << 8 | (data[offset + i] & 0xFF);
        }
        return number;
    }

    /// The varbind at hand as a record of its own; empty where its name cannot be read.
    public Optional<Varbind> varbind() {
        Oid name = Oid.decode(data, nameOffset, nameLength);
        return name == null
                ? Optional.empty()
                : Optional.of(new Varbind(name, tag, Arrays.copyOfRange(data, valueOffset, valueOffset + valueLength)));
    }

    /// The inner type of an Opaque: 'F' for a float, 'D' for a double (both as net-snmp wraps
    /// them), 0 for all else.
    public char opaqueType() {
        if (tag != Ber.OPAQUE || valueLength < 3 || (data[valueOffset] & 0xFF) != 0x9F) {
            return 0;
        }
        int inner = data[valueOffset + 1] & 0xFF;
        int length = data[valueOffset + 2] & 0xFF;
        if (inner == 0x78 && length == 4 && valueLength == 7) {
            return 'F';
        }
        return inner == 0x79 && length == 8 && valueLength == 11 ? 'D' : 0;
    }

    /// The number of an Opaque that is a float or double.
    public double opaqueValue() {
        long raw = 0;
        for (int i = 3; i < valueLength; i++) {
            raw = raw << 8 | (data[valueOffset + i] & 0xFF);
        }
        return opaqueType() == 'F' ? Float.intBitsToFloat((int) raw) : Double.longBitsToDouble(raw);
    }

    /// The dotted text of an IpAddress whose [#valueFault] is empty.
    public String ipText() {
        return (data[valueOffset] & 0xFF) + "." + (data[valueOffset + 1] & 0xFF) + "." + (data[valueOffset + 2] & 0xFF)
                + "." + (data[valueOffset + 3] & 0xFF);
    }

    /// The value's octets as Latin letters, for messages to people.
    public String valueText() {
        return new String(data, valueOffset, valueLength, StandardCharsets.ISO_8859_1);
    }

    /// Steps over a tag and a length into the content, whose size is then in `contentLength`.
    private boolean enter(int wantedTag, String what) {
        if (position >= end) {
            return refuse(what, NOTHING, "a tag");
        }
        int seen = data[position] & 0xFF;
        if (seen != wantedTag) {
            return refuse(what, seen, "tag ", wantedTag);
        }
        position++;
        if (position >= end) {
            return refuse(what, NOTHING, "a length");
        }
        int first = data[position++];
        int length = first;
        if (first < 0) {
            int octets = first & 0x7F;
            if (octets == 0 || octets > 4 || end - position < octets) {
                return refuse(what, octets, "a length in 1 to 4 octets");
            }
            length = 0;
            for (int i = 0; i < octets; i++) {
                length = length << 8 | (data[position++] & 0xFF);
            }
        }
        if (length < 0 || length > end - position) {
            return refuse(what, length & 0xFFFFFFFFL, "a length of at most ", end - position);
        }
        contentLength = length;
        return true;
    }

    private long integer(String what) {
        if (isFaulty() || !enter(Ber.INTEGER, what)) {
            return 0;
        }
        if (contentLength < 1 || contentLength > 8) {
            refuse(what, contentLength, "an INTEGER of 1 to 8 octets");
            return 0;
        }
        long number = data[position];
        for (int i = 1; i < contentLength; i++) {
            number = number << 8 | (data[position + i] & 0xFF);
        }
        position += contentLength;
        return number;
    }

    /// Never a number cut to 32 bits: another request's id could come out of it.
    private int integer32(String what) {
        long number = integer(what);
        if (number != (int) number) {
            refuse(what, number, "a number of 32 bits");
        }
        return (int) number;
    }

    private boolean refuse(String what, long seen, String wanted) {
        return refuse(what, seen, wanted, NO_LIMIT);
    }

    private boolean refuse(String what, long seen, String wanted, long limit) {
        faultyThing = what;
        faultSeen = seen;
        faultWanted = wanted;
        faultLimit = limit;
        return false;
    }
}
