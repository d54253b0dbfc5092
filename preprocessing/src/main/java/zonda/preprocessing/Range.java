package zonda.preprocessing;

import java.util.List;

/// Bounds that a number must lie within, both included. Immutable.
///
/// @param hasLeast whether there is a lower bound
/// @param hasGreatest whether there is an upper bound
record Range(
        boolean hasLeast,
        Scalar.Form leastForm,
        long least,
        boolean hasGreatest,
        Scalar.Form greatestForm,
        long greatest) {
    static final Range ALL = new Range(false, Scalar.Form.UNSIGNED, 0, false, Scalar.Form.UNSIGNED, 0);

    /// @param parameters the two bounds, checked; either may be empty
    static Range of(List<String> parameters) {
        String from = parameters.getFirst().strip();
        String to = parameters.size() > 1 ? parameters.get(1).strip() : "";
        return new Range(!from.isEmpty(), form(from), bits(from), !to.isEmpty(), form(to), bits(to));
    }

    private static Scalar.Form form(String bound) {
        return Numbers.isUnsigned(bound) ? Scalar.Form.UNSIGNED : Scalar.Form.DOUBLE;
    }

    private static long bits(String bound) {
        if (Numbers.isUnsigned(bound)) {
            return Long.parseUnsignedLong(bound);
        }
        return bound.isEmpty() ? 0 : Double.doubleToRawLongBits(Double.parseDouble(bound));
    }

    boolean contains(Scalar value) {
        return (!hasLeast || compare(value, leastForm, least) >= 0)
                && (!hasGreatest || compare(value, greatestForm, greatest) <= 0);
    }

    private static int compare(Scalar value, Scalar.Form form, long bits) {
        return value.form == Scalar.Form.UNSIGNED && form == Scalar.Form.UNSIGNED
                ? Long.compareUnsigned(value.bits, bits)
                : Double.compare(value.asDouble(), Scalar.asDouble(form, bits));
    }

    /// The bounds in words.
    String told() {
        String from = hasLeast ? Scalar.asText(leastForm, least) : "";
        String to = hasGreatest ? Scalar.asText(greatestForm, greatest) : "";
        return from.isEmpty() ? "at most " + to : to.isEmpty() ? "at least " + from : from + " to " + to;
    }
}
