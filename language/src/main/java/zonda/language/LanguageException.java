package zonda.language;

/// Text that cannot be read as what it should be. The message names what was seen and what was
/// wanted.
public final class LanguageException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int column;

    /// @param column where, counted from 1; 0 where the whole text is meant
    public LanguageException(int column, String message) {
        super(column > 0 ? "column " + column + ": " + message : message);
        this.column = column;
    }

    public int column() {
        return column;
    }
}
