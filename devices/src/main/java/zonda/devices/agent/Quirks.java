package zonda.devices.agent;

/// In what an agent differs from the standards, as some in the field do.
///
/// @param mostVarbinds in an answer, however many were asked for or would fit
/// @param tooBigAbove a GETBULK of more repetitions, or another request of more varbinds, is
///     answered with tooBig, index 0 and no varbinds, in v1 too
/// @param silentAbove a GETBULK of more repetitions, or another request of more varbinds, gets no
///     answer
/// @param emptyIntegers of an answer to GETBULK, the INTEGERs at places 13 to 16 have no content
public record Quirks(int mostVarbinds, int tooBigAbove, int silentAbove, boolean emptyIntegers) {
    /// As the standards want it.
    public static final Quirks NONE = new Quirks(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, false);
}
