package zonda.protocol.snmp;

import java.io.ByteArrayOutputStream;
import java.util.HexFormat;

/// Builds messages octet by octet, also wrong ones, for tests.
final class Messages {
    static final byte[] NAME = Oid.parse("1.3.6.1.2.1.2.2.1.10.1").encoded();

    private Messages() {}

    /// `46 08 FF` and the like.
    static byte[] hex(String octets) {
        return HexFormat.of().parseHex(octets.replace(" ", ""));
    }

    static byte[] wrapped(int tag, byte[]... contents) {
        byte[] content = joined(contents);
        byte[] out = new byte[1 + Ber.lengthSize(content.length) + content.length];
        out[0] = (byte) tag;
        int at = Ber.putLength(out, 1, content.length);
        System.arraycopy(content, 0, out, at, content.length);
        return out;
    }

    static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    /// A v2c response to request 0x01020304, each value whole with tag and length.
    static byte[] response(byte[]... values) {
        byte[][] bindings = new byte[values.length][];
        for (int i = 0; i < values.length; i++) {
            bindings[i] = wrapped(Ber.SEQUENCE, wrapped(Ber.OBJECT_IDENTIFIER, NAME), values[i]);
        }
        return wrapped(
                Ber.SEQUENCE,
                hex("02 01 01"),
                wrapped(Ber.OCTET_STRING, hex("7075626c6963")),
                wrapped(
                        Ber.RESPONSE,
                        hex("02 04 01 02 03 04"),
                        hex("02 01 00"),
                        hex("02 01 00"),
                        wrapped(Ber.SEQUENCE, bindings)));
    }

    /// A decoder that stands at the only varbind of a response with that value.
    static MessageDecoder at(String valueOctets) {
        byte[] response = response(hex(valueOctets));
        MessageDecoder decoder = new MessageDecoder();
        if (!decoder.open(response, 0, response.length) || !decoder.next()) {
            throw new AssertionError(decoder.fault());
        }
        return decoder;
    }

    /// Touches all that a user of the decoder may touch, so that whatever breaks breaks here.
    ///
    /// @return varbinds that were read
    static int readAll(MessageDecoder decoder, byte[] data, int offset, int length) {
        if (!decoder.openAny(data, offset, length) || !isOpenInside(decoder, length)) {
            require(decoder.isFaulty() && !decoder.fault().isEmpty(), "a refused message has no reason");
            return 0;
        }
        int count = 0;
        decoder.communityIs(NAME);
        require(decoder.community().length <= length, "community outside the datagram");
        while (decoder.next()) {
            count++;
            require(
                    decoder.nameOffset() >= offset && decoder.nameOffset() + decoder.nameLength() <= offset + length,
                    "name outside the datagram");
            require(
                    decoder.valueOffset() >= offset && decoder.valueOffset() + decoder.valueLength() <= offset + length,
                    "value outside the datagram");
            decoder.nameIs(NAME);
            require(!decoder.nameText().isEmpty(), "no text of a name");
            require(decoder.valueText().length() == decoder.valueLength(), "text of another length");
            if (decoder.valueFault().isEmpty()) {
                readValue(decoder);
            }
        }
        require(count <= length, "more varbinds than octets");
        return count;
    }

    private static boolean isOpenInside(MessageDecoder decoder, int length) {
        if (decoder.version() != Ber.VERSION_3) {
            return true;
        }
        require(decoder.engineId().length <= length, "engine id outside the datagram");
        require(decoder.user().length <= length, "user outside the datagram");
        decoder.engineIdIs(NAME);
        if (!decoder.openScoped()) {
            return false;
        }
        require(decoder.context().length <= length, "context outside the datagram");
        require(decoder.contextEngineId().length <= length, "context engine id outside the datagram");
        return true;
    }

    private static void readValue(MessageDecoder decoder) {
        switch (decoder.tag()) {
            case Ber.INTEGER -> decoder.signedValue();
            case Ber.COUNTER32, Ber.GAUGE32, Ber.TIME_TICKS ->
                require(decoder.unsignedValue() >>> 32 == 0, "more than 32 bits");
            case Ber.COUNTER64 -> decoder.unsignedValue();
            case Ber.IP_ADDRESS -> require(!decoder.ipText().isEmpty(), "no text of an address");
            case Ber.OPAQUE -> {
                if (decoder.opaqueType() != 0) {
                    decoder.opaqueValue();
                }
            }
            case Ber.OBJECT_IDENTIFIER ->
                require(
                        Oid.appendText(
                                decoder.data(), decoder.valueOffset(), decoder.valueLength(), new StringBuilder()),
                        "a good OID without text");
            default -> decoder.valueText();
        }
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }
}
