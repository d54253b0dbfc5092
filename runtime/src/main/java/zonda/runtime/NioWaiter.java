package zonda.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Selector;
import java.util.concurrent.atomic.AtomicBoolean;

/// Sleeps in a selector, so that a datagram ends the sleep as well as a message does.
public final class NioWaiter implements Waiter, AutoCloseable {
    private static final long ONE_MILLISECOND = 1_000_000L;
    private static final long LONGEST_MILLIS = 60_000;
    private static final long LONGEST_NANOS = LONGEST_MILLIS * ONE_MILLISECOND;

    private final Selector selector;
    private final AtomicBoolean woken = new AtomicBoolean();

    public NioWaiter() throws IOException {
        this.selector = Selector.open();
    }

    Selector selector() {
        return selector;
    }

    @Override
    public void await(long nanos) {
        try {
            if (!woken.getAndSet(false)) {
                // Rounded up to the selector's millisecond: waking early would spin.
                long millis = nanos >= LONGEST_NANOS ? LONGEST_MILLIS : (nanos + ONE_MILLISECOND - 1) / ONE_MILLISECOND;
                selector.select(key -> {}, Math.max(1, millis));
                woken.set(false);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void wake() {
        if (!woken.get() && !woken.getAndSet(true)) {
            selector.wakeup();
        }
    }

    @Override
    public void close() throws IOException {
        selector.close();
    }
}
