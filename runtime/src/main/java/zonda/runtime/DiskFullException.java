package zonda.runtime;

import java.io.IOException;

/// There is no room left.
public final class DiskFullException extends IOException {
    public DiskFullException(String message) {
        super(message);
    }
}
