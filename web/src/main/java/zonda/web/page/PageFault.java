package zonda.web.page;

/// A request of the page that cannot be answered, with its HTTP status and the reason in words.
public final class PageFault extends Exception {
    private static final long serialVersionUID = 1;

    private final int status;

    public PageFault(int status, String reason) {
        super(reason, null, false, false);
        this.status = status;
    }

    public int status() {
        return status;
    }

    /// What is wrong, in words.
    public String reason() {
        return String.valueOf(getMessage());
    }
}
