package zonda.collector;

import java.nio.charset.StandardCharsets;
import zonda.model.RawBatch;
import zonda.model.WireType;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.DateAndTime;
import zonda.protocol.snmp.MessageDecoder;
import zonda.protocol.snmp.Oid;

/// Makes a row of a raw batch of each varbind. Numbers and octets allocate nothing. Owned by the
/// shard's thread.
final class AnswerReader {
    /// The words of net-snmp's tools, which Zabbix's users know.
    private static final byte[] NO_SUCH_OBJECT = utf8("No Such Object available on this agent at this OID");

    private static final byte[] NO_SUCH_INSTANCE = utf8("No Such Instance currently exists at this OID");
    private static final byte[] END_OF_MIB_VIEW =
            utf8("No more variables left in this MIB View (It is past the end of the MIB tree)");
    private static final byte[] NULL_VALUE = utf8("The device answered NULL: no value at this OID");

    private final MessageDecoder decoder;

    AnswerReader(MessageDecoder decoder) {
        this.decoder = decoder;
    }

    /// Adds the varbind that the decoder stands at.
    ///
    /// @return false when it is a reason and no value
    boolean add(RawBatch batch, long itemId, int slot, long nanos) {
        String fault = decoder.valueFault();
        if (!fault.isEmpty()) {
            batch.addText(
                    itemId, slot, nanos, WireType.NOT_SUPPORTED, "The device answered with a bad value: " + fault);
            return false;
        }
        switch (decoder.tag()) {
            case Ber.COUNTER32 -> number(batch, itemId, slot, nanos, WireType.COUNTER32);
            case Ber.COUNTER64 -> number(batch, itemId, slot, nanos, WireType.COUNTER64);
            case Ber.GAUGE32 -> number(batch, itemId, slot, nanos, WireType.GAUGE32);
            case Ber.TIME_TICKS -> number(batch, itemId, slot, nanos, WireType.TIME_TICKS);
            case Ber.INTEGER -> batch.addNumber(itemId, slot, nanos, WireType.INTEGER, decoder.signedValue());
            case Ber.OCTET_STRING -> octets(batch, itemId, slot, nanos, WireType.OCTET_STRING);
            case Ber.OBJECT_IDENTIFIER -> batch.addText(itemId, slot, nanos, WireType.OBJECT_IDENTIFIER, oidText());
            case Ber.IP_ADDRESS -> batch.addText(itemId, slot, nanos, WireType.IP_ADDRESS, decoder.ipText());
            case Ber.OPAQUE -> opaque(batch, itemId, slot, nanos);
            case Ber.NO_SUCH_OBJECT -> {
                return reason(batch, itemId, slot, nanos, NO_SUCH_OBJECT);
            }
            case Ber.NO_SUCH_INSTANCE -> {
                return reason(batch, itemId, slot, nanos, NO_SUCH_INSTANCE);
            }
            case Ber.END_OF_MIB_VIEW -> {
                return reason(batch, itemId, slot, nanos, END_OF_MIB_VIEW);
            }
            default -> {
                return reason(batch, itemId, slot, nanos, NULL_VALUE);
            }
        }
        return true;
    }

    /// Adds the varbind as the seconds since the epoch that its octets tell.
    ///
    /// @return false when it is a reason and no value
    boolean addDate(RawBatch batch, long itemId, int slot, long nanos) {
        if (decoder.tag() != Ber.OCTET_STRING || !decoder.valueFault().isEmpty()) {
            return add(batch, itemId, slot, nanos);
        }
        byte[] data = decoder.data();
        int offset = decoder.valueOffset();
        int length = decoder.valueLength();
        String fault = DateAndTime.fault(data, offset, length);
        if (!fault.isEmpty()) {
            batch.addText(itemId, slot, nanos, WireType.NOT_SUPPORTED, "The device answered with " + fault);
            return false;
        }
        batch.addNumber(itemId, slot, nanos, WireType.INTEGER, DateAndTime.epochSeconds(data, offset, length));
        return true;
    }

    private void number(RawBatch batch, long itemId, int slot, long nanos, WireType type) {
        batch.addNumber(itemId, slot, nanos, type, decoder.unsignedValue());
    }

    private void octets(RawBatch batch, long itemId, int slot, long nanos, WireType type) {
        batch.addBytes(itemId, slot, nanos, type, decoder.data(), decoder.valueOffset(), decoder.valueLength());
    }

    private void opaque(RawBatch batch, long itemId, int slot, long nanos) {
        if (decoder.opaqueType() == 0) {
            octets(batch, itemId, slot, nanos, WireType.OPAQUE);
        } else {
            long bits = Double.doubleToRawLongBits(decoder.opaqueValue());
            batch.addNumber(itemId, slot, nanos, WireType.DOUBLE, bits);
        }
    }

    private String oidText() {
        StringBuilder text = new StringBuilder();
        Oid.appendText(decoder.data(), decoder.valueOffset(), decoder.valueLength(), text);
        return text.toString();
    }

    private static boolean reason(RawBatch batch, long itemId, int slot, long nanos, byte[] words) {
        batch.addBytes(itemId, slot, nanos, WireType.NOT_SUPPORTED, words, 0, words.length);
        return false;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
