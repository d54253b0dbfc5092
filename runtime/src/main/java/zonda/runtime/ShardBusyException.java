package zonda.runtime;

/// A shard did not answer in time: its mailbox was full, or its turn too long.
public final class ShardBusyException extends RuntimeException {
    public ShardBusyException(String message) {
        super(message);
    }
}
