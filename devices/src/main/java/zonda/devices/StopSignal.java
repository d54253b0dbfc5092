package zonda.devices;

import java.util.concurrent.CountDownLatch;

/// Lets a program run until Ctrl-C (or another signal that ends it), and then end in order: the
/// JVM's end waits until this is closed.
final class StopSignal implements AutoCloseable {
    private static final int FAILED = 70;

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile boolean failed;

    StopSignal() {
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().name("stop").unstarted(this::stopAndWait));
    }

    private void stopAndWait() {
        asked.countDown();
        try {
            done.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Ends it because of a fault. Any thread.
    void failed() {
        failed = true;
        asked.countDown();
    }

    boolean isAsked() {
        return asked.getCount() == 0;
    }

    /// Waits for the end.
    void await() {
        try {
            asked.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    int exitStatus() {
        return failed ? FAILED : 0;
    }

    @Override
    public void close() {
        done.countDown();
    }
}
