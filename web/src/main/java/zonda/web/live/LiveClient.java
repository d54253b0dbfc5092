package zonda.web.live;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import zonda.web.MonitoringView.LatestValue;

/// What one client has yet to be sent. The feed's thread offers, the client's thread takes. A newer
/// value replaces an older one that was not taken in time.
public final class LiveClient {
    /// What is to be sent now.
    ///
    /// @param values that changed
    /// @param pulse whether the server's pulse is due
    /// @param problems whether the problems changed
    /// @param open false when the client is to be let go
    public record News(List<LatestValue> values, boolean pulse, boolean problems, boolean open) {
        boolean isEmpty() {
            return values.isEmpty() && !pulse && !problems && open;
        }
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Set<Long> itemIds;
    private final Map<Long, LatestValue> pending = new LinkedHashMap<>();
    private boolean pulse = true;
    private boolean problems = true;
    private boolean open = true;
    private int untaken;
    private Thread reader = Thread.currentThread();

    LiveClient(Collection<Long> itemIds) {
        this.itemIds = new LinkedHashSet<>(itemIds);
    }

    Set<Long> itemIds() {
        return itemIds;
    }

    void offer(List<LatestValue> values, boolean pulseDue, boolean problemsChanged) {
        lock.lock();
        try {
            for (LatestValue value : values) {
                if (itemIds.contains(value.itemId())) {
                    pending.put(value.itemId(), value);
                }
            }
            untaken += pulseDue ? 1 : 0;
            pulse |= pulseDue;
            problems |= problemsChanged;
            if (pulse || problems || !pending.isEmpty()) {
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    void close() {
        lock.lock();
        try {
            open = false;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /// Waits for news, at most so long; empty news when there are none.
    public News take(long waitNanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            reader = Thread.currentThread();
            untaken = 0;
            long left = waitNanos;
            while (pending.isEmpty() && !pulse && !problems && open && left > 0) {
                left = changed.awaitNanos(left);
            }
            News news = new News(new ArrayList<>(pending.values()), pulse, problems, open);
            pending.clear();
            pulse = false;
            problems = false;
            return news;
        } finally {
            lock.unlock();
        }
    }

    /// Waits for news, at most so many seconds.
    public News takeWithin(int seconds) throws InterruptedException {
        return take(TimeUnit.SECONDS.toNanos(seconds));
    }

    /// How many pulses were offered since the last was taken: how long the client has been stuck.
    int untaken() {
        lock.lock();
        try {
            return untaken;
        } finally {
            lock.unlock();
        }
    }

    /// Lets a client go whose thread is stuck in writing: the interrupt closes its connection.
    void cut() {
        lock.lock();
        try {
            open = false;
            reader.interrupt();
        } finally {
            lock.unlock();
        }
    }

    /// How many values wait to be taken.
    int waiting() {
        lock.lock();
        try {
            return pending.size();
        } finally {
            lock.unlock();
        }
    }
}
