package zonda.model;

import java.util.List;

/// A regular expression that people gave a name, to be named as `@name` where patterns stand:
/// several tests of a text, all of which must hold.
///
/// @param name unique, without the `@`
/// @param tests at least one, in the order in which they are done
public record GlobalExpression(String name, List<Test> tests) {
    public GlobalExpression {
        tests = List.copyOf(tests);
    }

    /// One test of a text.
    ///
    /// @param type what is looked for
    /// @param expression the text or the pattern; several texts with the delimiter between them
    /// for [Type#ANY_INCLUDED]
    /// @param delimiter of [Type#ANY_INCLUDED]; no meaning elsewhere
    /// @param caseSensitive whether the case of letters counts
    public record Test(Type type, String expression, char delimiter, boolean caseSensitive) {}

    /// What is looked for; in the order of the numbers that Zabbix's API has for them, from 0.
    public enum Type {
        /// A text stands in it.
        INCLUDED,
        /// One of several texts stands in it.
        ANY_INCLUDED,
        /// A text does not stand in it.
        NOT_INCLUDED,
        /// A pattern matches.
        RESULT_IS_TRUE,
        /// A pattern does not match.
        RESULT_IS_FALSE
    }
}
