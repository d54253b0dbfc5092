package zonda.devices.recording;

import java.util.List;

/// How the value of a row varies: the variations of snmpsim's recordings that are served.
sealed interface Variation {
    /// The value is as it was recorded.
    None NONE = new None();

    record None() implements Variation {}

    /// A number that moves with time: `initial + f(rate * seconds) * scale + offset`, give or take
    /// `deviation`, within `min` and `max`.
    ///
    /// @param function of one or more numbers
    /// @param arguments of the function; NaN stands for the time
    /// @param cumulative each second adds to the value what the formula gives, never less than 0
    /// @param wrap starts anew at `min` beyond `max`, instead of staying there
    record Numeric(
            Function function,
            List<Double> arguments,
            double rate,
            double scale,
            double offset,
            double deviation,
            double min,
            double max,
            double initial,
            boolean cumulative,
            boolean wrap)
            implements Variation {
        public Numeric {
            arguments = List.copyOf(arguments);
        }
    }

    /// What the time is put into.
    enum Function {
        LINEAR,
        SIN,
        COS,
        TAN,
        ASIN,
        ACOS,
        ATAN,
        SINH,
        COSH,
        TANH,
        EXP,
        LOG,
        LOG10,
        SQRT,
        FABS,
        FLOOR,
        CEIL,
        POW,
        FMOD
    }

    /// Keeps what SET writes.
    ///
    /// @param status an error status of RFC 3416 for the operations of `on`, 0 for none
    /// @param refused what SET refuses by the value
    record WriteCache(int status, Operation on, Conditions refused) implements Variation {}

    /// Answers late.
    ///
    /// @param waitMillis until the answer
    /// @param deviationMillis more or less than that, by chance
    /// @param byValue other waits, by the value that SET writes
    /// @param byTime other waits, by the time in seconds since 1970
    record Delay(double waitMillis, double deviationMillis, Conditions byValue, Conditions byTime)
            implements Variation {}

    /// Answers with an error status of RFC 3416, or with an exception's tag in the value's place.
    ///
    /// @param status 0 for none
    record Failure(int status, Operation on, Conditions refused) implements Variation {}

    enum Operation {
        ANY,
        READ,
        WRITE;

        boolean concerns(boolean write) {
            return this == ANY || (this == WRITE) == write;
        }
    }

    /// Results by comparison with a number, the first that holds; recordings have them as
    /// `eq:0:100:gt:5:200`.
    record Conditions(List<Condition> all) {
        static final Conditions NONE = new Conditions(List.of());

        public Conditions {
            all = List.copyOf(all);
        }

        /// The result that holds for a number, or `otherwise`.
        double of(double number, double otherwise) {
            for (Condition condition : all) {
                if (condition.holds(number)) {
                    return condition.result();
                }
            }
            return otherwise;
        }
    }

    /// @param comparison below 0 for less, 0 for equal, above 0 for greater
    record Condition(int comparison, double bound, double result) {
        boolean holds(double number) {
            return Double.compare(number, bound) == comparison;
        }
    }
}
