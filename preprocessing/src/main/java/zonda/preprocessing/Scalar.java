package zonda.preprocessing;

import org.jspecify.annotations.Nullable;
import zonda.model.ItemValueType;
import zonda.model.ValueBatch;
import zonda.preprocessing.step.Parses;
import zonda.preprocessing.step.SharedText;
import zonda.preprocessing.step.StepException;

/// The value on its way through the steps: one mutable cell, reused. Owned by the shard's thread.
final class Scalar {
    /// What the cell holds. A `SIGNED` one is always below zero: whole numbers from zero up are
    /// `UNSIGNED`.
    enum Form {
        UNSIGNED,
        SIGNED,
        DOUBLE,
        TEXT
    }

    private final Parses parses;

    Form form = Form.UNSIGNED;
    long bits;
    String text = "";

    /// The text as a master hands it to all its dependents, with what has been parsed of it;
    /// nothing
    /// once a step has changed it.
    private @Nullable SharedText shared;

    /// @param parses counts what is parsed of its texts
    Scalar(Parses parses) {
        this.parses = parses;
    }

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
        shared = null;
    }

    /// Takes over what another cell holds, its shared text too.
    void take(Scalar other) {
        form = other.form;
        bits = other.bits;
        text = other.text;
        shared = other.shared;
    }

    /// The value as a text for steps; the same object for as long as nothing changes it.
    SharedText shared() {
        SharedText known = form == Form.TEXT ? shared : null;
        if (known == null) {
            known = new SharedText(asText(), parses);
            if (form == Form.TEXT) {
                shared = known;
            }
        }
        return known;
    }

    double asDouble() {
        return asDouble(form, bits);
    }

    static double asDouble(Form form, long bits) {
        return switch (form) {
            case UNSIGNED -> ValueBatch.unsignedToDouble(bits);
            case SIGNED -> bits;
            case DOUBLE -> Double.longBitsToDouble(bits);
            case TEXT -> Double.NaN;
        };
    }

    /// Turns text into the number that it is, trimmed; numbers stay. As in Zabbix a fraction is cut
    /// off at once where
    /// the item is a Numeric (unsigned): 1.5 times 3 is 3 there.
    void toNumber(ItemValueType type) throws StepException {
        if (form == Form.TEXT) {
            parse();
        }
        if (form == Form.DOUBLE && type == ItemValueType.UNSIGNED) {
            double number = Double.longBitsToDouble(bits);
            if (number >= 0 && number < 0x1p64) {
                unsigned(truncated(number));
            }
        }
    }

    /// The whole part of a double from 0 to below 2^64, as an unsigned integer.
    static long truncated(double number) {
        return number < 0x1p63 ? (long) number : ((long) (number / 2)) << 1;
    }

    private void parse() throws StepException {
        String trimmed = text.strip();
        String digits = trimmed.startsWith("+") ? trimmed.substring(1) : trimmed;
        if (Numbers.isUnsigned(digits)) {
            unsigned(Long.parseUnsignedLong(digits));
            return;
        }
        if (!Numbers.isDecimal(trimmed)) {
            throw new StepException("value \"" + StepException.shortened(text) + "\" is no number");
        }
        double value = Double.parseDouble(trimmed);
        if (Double.isInfinite(value)) {
            throw new StepException("value \"" + StepException.shortened(text) + "\" is too large for a number");
        }
        number(value);
    }

    /// The value as text, numbers as Zabbix prints them.
    String asText() {
        return form == Form.TEXT ? text : asText(form, bits);
    }

    /// A number as text; nothing for a text.
    static String asText(Form form, long bits) {
        return switch (form) {
            case UNSIGNED -> Long.toUnsignedString(bits);
            case SIGNED -> Long.toString(bits);
            case DOUBLE -> Numbers.print(Double.longBitsToDouble(bits));
            case TEXT -> "";
        };
    }

    /// The form in words, for messages.
    String formName() {
        return switch (form) {
            case UNSIGNED -> "unsigned integer";
            case SIGNED -> "integer";
            case DOUBLE -> "double";
            case TEXT -> "string";
        };
    }
}
