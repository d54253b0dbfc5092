package zonda.collector;

import zonda.protocol.snmp.MessageDecoder;
import zonda.protocol.snmp.RequestEncoder;

/// Requests and answers that make one value of an item. It sends nothing and knows no clock. Lives
/// for one round, owned by the shard's thread.
sealed interface Dialogue permits WalkDialogue, IndexDialogue {
    /// What came of it.
    sealed interface Outcome {
        /// A text that was put together.
        record Text(String value) implements Outcome {}

        /// The varbind that the decoder stands at.
        record AtVarbind() implements Outcome {}

        /// There is no value.
        ///
        /// @param reason for people
        record Refused(String reason) implements Outcome {}
    }

    /// The next request, or the same again after silence.
    ///
    /// @param nowNanos monotonic
    RequestEncoder.Encoded next(int version, String community, long nowNanos);

    /// Takes the answer to the last request, before its first varbind.
    void answered(MessageDecoder answer, long nowNanos);

    boolean isOver();

    /// Where it is over.
    Outcome outcome();

    /// No answer came in time.
    ///
    /// @param mayRepeat whether the same request may be sent once more
    /// @return whether to go on: [#next] tells with what
    boolean silent(boolean mayRepeat);

    /// What was seen where a walk was ended because the device's names went in circles; else empty.
    String loop();

    /// The repetitions of GETBULK that worked last; 0 where nothing was learned.
    int repetitions();
}
