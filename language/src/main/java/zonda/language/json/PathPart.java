package zonda.language.json;

import java.util.List;

/// A part of a path, as it was compiled. Immutable.
sealed interface PathPart {
    /// Goes from nodes to nodes.
    ///
    /// @param isDeep whether it is tried at the nodes and all within them
    record Segment(Selector selector, boolean isDeep) implements PathPart {}

    /// Names of members, indexes of elements.
    record Names() implements PathPart {}

    record Function(Kind kind) implements PathPart {}

    /// The functions at the end of a path.
    enum Kind {
        AVG,
        FIRST,
        LENGTH,
        MAX,
        MIN,
        SUM
    }

    /// What a segment picks.
    sealed interface Selector {
        record All() implements Selector {}

        /// Members by name, elements by index, in the order written.
        record Listed(List<Choice> choices) implements Selector {}

        /// Elements of an array.
        record Slice(boolean hasFrom, long from, boolean hasEnd, long end) implements Selector {}

        record Filter(Condition condition) implements Selector {}

        /// What each of several picks, one behind the other.
        record Several(List<Selector> selectors) implements Selector {}
    }

    /// One name or one index.
    ///
    /// @param name the name, where it is one
    record Choice(boolean isName, String name, long index) {}
}
