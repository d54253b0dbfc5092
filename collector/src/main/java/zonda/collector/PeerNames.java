package zonda.collector;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import zonda.model.AllowedHosts;
import zonda.runtime.Errands;
import zonda.runtime.MonotonicClock;

/// The addresses behind the names of lists of allowed hosts: asked for by errands, remembered for a
/// minute. Owned by the trapper's thread.
final class PeerNames {
    /// All addresses of a name. Called by errands: it may block.
    @FunctionalInterface
    interface Resolver {
        InetAddress[] addresses(String name) throws UnknownHostException;
    }

    enum Answer {
        ALLOWED,
        REFUSED,
        /// A name's addresses are being asked for: ask again when told so.
        UNKNOWN_YET
    }

    private static final long FRESH_NANOS = Duration.ofMinutes(1).toNanos();

    /// An errand that has not come back by then is taken for lost.
    private static final long PATIENCE_NANOS = Duration.ofSeconds(30).toNanos();

    private static final class Known {
        private List<InetAddress> addresses = List.of();
        private boolean isKnown;
        private long knownNanos;
        private boolean isAsked;
        private long askedNanos;
    }

    private final MonotonicClock clock;
    private final Errands errands;
    private final Consumer<Runnable> post;
    private final Resolver resolver;
    private final Runnable changed;
    private final Map<String, Known> known = new HashMap<>();

    /// @param post sends a message to the trapper's shard; it may be lost
    /// @param changed is called when a name that was asked for is known
    PeerNames(MonotonicClock clock, Errands errands, Consumer<Runnable> post, Resolver resolver, Runnable changed) {
        this.clock = clock;
        this.errands = errands;
        this.post = post;
        this.resolver = resolver;
        this.changed = changed;
    }

    /// Whether an address belongs to one of a list's names. A name that cannot be resolved has no
    /// addresses.
    Answer holds(AllowedHosts list, InetAddress address) {
        Answer answer = Answer.REFUSED;
        for (String name : list.names()) {
            Known one = known.computeIfAbsent(name, key -> new Known());
            long now = clock.nanos();
            boolean isStale = !one.isKnown || now - one.knownNanos > FRESH_NANOS;
            if (isStale && (!one.isAsked || now - one.askedNanos > PATIENCE_NANOS)) {
                ask(name, one);
            }
            if (one.addresses.contains(address)) {
                return Answer.ALLOWED;
            }
            if (!one.isKnown) {
                answer = Answer.UNKNOWN_YET;
            }
        }
        return answer;
    }

    private void ask(String name, Known one) {
        one.isAsked = true;
        one.askedNanos = clock.nanos();
        errands.start("resolve " + name, () -> {
            List<InetAddress> found;
            try {
                found = List.of(resolver.addresses(name));
            } catch (UnknownHostException e) {
                found = List.of();
            }
            List<InetAddress> addresses = found;
            post.accept(() -> {
                one.addresses = addresses;
                one.isKnown = true;
                one.knownNanos = clock.nanos();
                one.isAsked = false;
                changed.run();
            });
        });
    }
}
