package zonda.preprocessing;

import java.math.BigDecimal;
import java.math.BigInteger;
import zonda.model.ValueBatch;

/// The value on its way through the steps: one mutable cell, reused. Owned by the shard's thread.
final class Scalar {
    enum Form {
        UNSIGNED,
        SIGNED,
        DOUBLE,
        TEXT
    }

    Form form = Form.UNSIGNED;
    long bits;
    String text = "";

    void unsigned(long value) {
        form = Form.UNSIGNED;
        bits = value;
    }

    void signed(long value) {
        form = value < 0 ? Form.SIGNED : Form.UNSIGNED;
        bits = value;
    }

    void number(double value) {
        form = Form.DOUBLE;
        bits = Double.doubleToRawLongBits(value);
    }

    void text(String value) {
        form = Form.TEXT;
        text = value;
    }

    double asDouble() {
        return switch (form) {
            case UNSIGNED -> ValueBatch.unsignedToDouble(bits);
            case SIGNED -> bits;
            case DOUBLE -> Double.longBitsToDouble(bits);
            case TEXT -> Double.NaN;
        };
    }

    /// Turns text into the number that it is, trimmed; numbers stay.
    void toNumber() throws StepException {
        if (form != Form.TEXT) {
            return;
        }
        String trimmed = text.strip();
        if (trimmed.isEmpty()) {
            throw new StepException("value \"" + text + "\" is no number");
        }
        try {
            if (isDigits(trimmed)) {
                BigInteger integer = new BigInteger(trimmed);
                if (integer.bitLength() <= 64) {
                    unsigned(integer.longValue());
                    return;
                }
            }
            double value = new BigDecimal(trimmed).doubleValue();
            if (Double.isInfinite(value)) {
                throw new StepException("value \"" + shortened(text) + "\" is too large for a number");
            }
            number(value);
        } catch (NumberFormatException e) {
            throw new StepException("value \"" + shortened(text) + "\" is no number");
        }
    }

    private static boolean isDigits(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return text.length() <= 20;
    }

    /// The value as text, numbers as Zabbix prints them.
    String asText() {
        return switch (form) {
            case UNSIGNED -> Long.toUnsignedString(bits);
            case SIGNED -> Long.toString(bits);
            case DOUBLE -> print(Double.longBitsToDouble(bits));
            case TEXT -> text;
        };
    }

    static String print(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return Long.toString((long) value);
        }
        BigDecimal shortest = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        return Math.abs(value) >= 1e-5 && Math.abs(value) < 1e17 ? shortest.toPlainString() : shortest.toString();
    }

    static String shortened(String text) {
        return text.length() <= 120 ? text : text.substring(0, 120) + "...";
    }
}
