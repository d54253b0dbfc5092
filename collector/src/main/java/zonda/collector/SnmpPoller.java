package zonda.collector;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import zonda.model.Availability;
import zonda.model.SnmpInterface;
import zonda.protocol.snmp.RequestEncoder;
import zonda.protocol.snmp.UsmPeer;
import zonda.protocol.snmp.V3Encoder;
import zonda.runtime.DatagramPort;
import zonda.runtime.MonotonicClock;
import zonda.runtime.SendFault;
import zonda.runtime.Sink;
import zonda.runtime.TimerWheel;
import zonda.runtime.WallClock;

/// Asks interfaces over SNMP: rounds, requests, answers, silence. Owned by the shard's thread.
///
/// **A round** asks all items of one group once, in requests one after the other; groups that are
/// due wait for their round. A target has one request in flight; targets with something to send
/// stand in a line and are served in turn, so that a device that is slow or silent only ever holds
/// up its own.
///
/// **Sizes.** A request carries as many varbinds as its interface allows, until the device proves
/// unable: `tooBig`, an answer that lacks varbinds, or silence at a size that it has never answered
/// make the requests smaller; after some time of success they grow again ([Target#grew]). An error
/// that names a varbind spoils that item alone: it gets the reason, the others are asked again at
/// once, and in the next rounds the spoiler goes in a request of its own. An error without a name
/// is hunted by halving.
///
/// **Silence.** A request that is not answered is repeated with its request id, so that a late
/// first answer serves as well. After the last try the rest of the round and what waits behind it
/// are given up, the interface is unavailable, and one probe at a time (sysUpTime.0) tells when it
/// is back; then the slots missed meanwhile are made up for, the last one of each group.
///
/// **Dialogues.** An item that walks, or searches for an index, has a round of its own: a
/// [Dialogue]
/// says what to ask next. After each answer it stands aside for the groups that wait meanwhile, so
/// that a long walk delays the others of its interface by one exchange and not by its length;
/// dialogues of one interface take turns.
///
/// **Version 3.** [UsmPeer] holds what is known of the engine. What it learns from a Report (the
/// engine's id, its time) sends the request again at once, as no try of its own, and only so often;
/// a Report that refuses ends the round with words of its own, and probes go on.
final class SnmpPoller {
    /// A datagram of up to so many bytes fits every Ethernet: if it cannot be sent, size is not
    /// why.
    private static final int SURELY_FITS_BYTES = 1_400;

    /// What Linux charges a small datagram that waits, besides its payload.
    private static final int ARRIVAL_OVERHEAD_BYTES = 768;

    private final MonotonicClock clock;
    private final WallClock wall;
    private final List<DatagramPort> ports;
    private final Answers answers;
    private final Sink<Availability> availability;
    private final CollectorSettings settings;
    private final CollectorCounters counters;
    private final PollObserver observer;
    private final boolean observing;
    private final TimerWheel timers;

    /// So often an engine may teach something new before it is called unreasonable.
    private static final int MOST_LESSONS = 4;

    private final InFlight inFlight;
    private final V3Encoder encoder;
    private final ByteBuffer outgoing = ByteBuffer.allocate(65_536);
    private final OidList probeOids = new OidList(List.of(OidList.SYS_UP_TIME), 1);

    private final SendFault notSent = this::notSent;

    private @Nullable Target readyFirst;
    private @Nullable Target readyLast;
    private boolean socketFull;
    private boolean unsent;
    private long expectedBytes;
    private final int receiveBufferBytes;

    SnmpPoller(
            MonotonicClock clock,
            WallClock wall,
            List<DatagramPort> ports,
            Answers answers,
            Sink<Availability> availability,
            TimerWheel timers,
            CollectorSettings settings,
            CollectorCounters counters,
            PollObserver observer) {
        this.clock = clock;
        this.wall = wall;
        this.ports = ports;
        this.receiveBufferBytes =
                ports.stream().mapToInt(DatagramPort::receiveBufferBytes).min().orElse(Integer.MAX_VALUE);
        this.answers = answers;
        this.availability = availability;
        this.timers = timers;
        this.settings = settings;
        this.counters = counters;
        this.observer = observer;
        this.observing = !observer.equals(PollObserver.NONE);
        this.inFlight = new InFlight(settings.maxInFlight(), wall.epochNanos());
        this.encoder = new V3Encoder(
                NextDue.hash(wall.epochNanos(), ports.getFirst().localAddress().getPort()));
    }

    // ---------------------------------------------------------------- due

    /// A group's slot has come: it waits for its round, unless its last one is not over or the
    /// interface is known to be unavailable.
    void due(PollGroup group, long slotNanos, long dueNanos) {
        Target target = group.target;
        int count = group.size();
        if (observing) {
            for (long itemId : group.itemIds) {
                observer.due(itemId, slotNanos, dueNanos);
            }
        }
        if (group.isBusy()) {
            skipped(group, slotNanos, 1);
            return;
        }
        if (!target.isInternal() && (target.state == Availability.State.UNAVAILABLE || target.address == null)) {
            counters.dueWhileUnavailable().add(count);
            miss(group, slotNanos);
            return;
        }
        counters.scheduled().add(count);
        group.pending = true;
        group.missed = false;
        group.slotNanos = slotNanos;
        group.dueNanos = dueNanos;
        target.enqueue(group);
        makeReady(target);
    }

    /// Slots passed that are not asked.
    void skipped(PollGroup group, long slotNanos, long slots) {
        long count = slots * group.size();
        counters.scheduled().add(count);
        counters.skipped().add(count);
        if (observing) {
            for (long itemId : group.itemIds) {
                observer.skipped(itemId, slotNanos);
            }
        }
    }

    private void miss(PollGroup group, long slotNanos) {
        group.missed = true;
        group.missedSlotNanos = slotNanos;
        if (observing) {
            for (long itemId : group.itemIds) {
                observer.givenUp(itemId, slotNanos);
            }
        }
    }

    // ---------------------------------------------------------------- send

    /// Whether something waits to be sent that could be sent now.
    boolean hasWork() {
        return readyFirst != null && !socketFull && hasRoom();
    }

    /// Answers that may arrive together must fit into the socket's buffer: what does not is lost,
    /// and would be taken for the device's silence.
    private boolean hasRoom() {
        return inFlight.size() < settings.maxInFlight() && expectedBytes < receiveBufferBytes;
    }

    /// Whether something waits for room in the socket.
    boolean waitsForSocket() {
        return readyFirst != null && socketFull;
    }

    boolean hasReady() {
        return readyFirst != null;
    }

    void makeReady(Target target) {
        if (target.ready || target.removed) {
            return;
        }
        target.ready = true;
        target.nextReady = null;
        Target last = readyLast;
        if (last == null) {
            readyFirst = target;
        } else {
            last.nextReady = target;
        }
        readyLast = target;
    }

    private @Nullable Target takeReady() {
        Target first = readyFirst;
        if (first != null) {
            readyFirst = first.nextReady;
            first.nextReady = null;
            first.ready = false;
            if (readyFirst == null) {
                readyLast = null;
            }
        }
        return first;
    }

    private void putBack(Target target) {
        target.ready = true;
        target.nextReady = readyFirst;
        readyFirst = target;
        if (readyLast == null) {
            readyLast = target;
        }
    }

    /// Sends requests for targets in turn.
    ///
    /// @return how many were served
    int send() {
        socketFull = false;
        int served = 0;
        while (served < settings.sendsPerTurn() && hasRoom()) {
            Target target = takeReady();
            if (target == null) {
                break;
            }
            if (target.removed || target.requestId != 0 || (target.address == null && !target.isInternal())) {
                continue;
            }
            if (target.isInternal()) {
                answers.askInternal(target);
            } else if (mustRest(target)) {
                continue;
            } else if (target.prepared || prepare(target)) {
                if (!transmit(target)) {
                    putBack(target);
                    socketFull = true;
                    break;
                }
            }
            served++;
        }
        return served;
    }

    /// What was queued leaves; where a socket has no room it is to be tried again ([#hasUnsent]).
    void flush() {
        boolean gone = true;
        for (int i = 0; i < ports.size(); i++) {
            gone &= ports.get(i).flush(notSent);
        }
        unsent = !gone;
    }

    /// Whether what was queued waits for room in the socket.
    boolean hasUnsent() {
        return unsent;
    }

    /// Whether the interface wants a pause between requests and has not had it: a timer then makes
    /// it ready again.
    private boolean mustRest(Target target) {
        long gap = target.gapNanos;
        if (gap == 0 || target.lastSentNanos == Long.MIN_VALUE) {
            return false;
        }
        long now = clock.nanos();
        if (now - target.lastSentNanos >= gap) {
            return false;
        }
        if (target.gapTimer < 0) {
            target.gapTimer = timers.schedule(target.lastSentNanos + gap, TimerKind.GAP.payload(target.number));
        }
        return true;
    }

    /// An interface has rested.
    void rested(Target target) {
        target.gapTimer = -1;
        makeReady(target);
    }

    /// Chooses what to ask next.
    ///
    /// @return false when there is nothing
    private boolean prepare(Target target) {
        SnmpInterface to = target.snmp();
        if (target.probeWanted) {
            target.probeWanted = false;
            target.probe = true;
            Requests requests = probeOids.cut(target.version, to.community(), 1);
            target.askedRequest = 0;
            target.askedFrom = 0;
            target.askedCount = 1;
            return prepared(target, requests.message(0), requests.requestIdOffset(0), requests.pduOffset(0));
        }
        while (true) {
            PollGroup group = target.current;
            if (group == null) {
                group = target.dequeue();
                if (group == null) {
                    return false;
                }
                begin(target, group);
            }
            if (group.plan != null) {
                if (mayRest(target)) {
                    target.rest(group);
                    continue;
                }
                if (prepareDialogue(target)) {
                    return true;
                }
                end(target, group);
                continue;
            }
            if (target.leftoverCount() > 0) {
                return prepareLeftovers(target, group);
            }
            if (target.failedSize > 0) {
                counters.shrinks().increment();
                target.settle();
                continue;
            }
            Requests requests = target.requests;
            if (requests != null && target.nextRequest < requests.count()) {
                int index = target.nextRequest++;
                target.askedRequest = index;
                target.askedFrom = requests.from(index);
                target.askedCount = requests.from(index + 1) - target.askedFrom;
                return prepared(
                        target, requests.message(index), requests.requestIdOffset(index), requests.pduOffset(index));
            }
            end(target, group);
        }
    }

    /// Whether the dialogue that runs stands aside now: other groups wait, and it has had its turn
    /// of one answer. While its device is silent it stays, so that one silence is one.
    private static boolean mayRest(Target target) {
        return target.dialogue != null
                && target.waitingFirst != null
                && target.dialogueAsked
                && target.dialogueTries == 0;
    }

    /// The next request of the dialogue that the round is.
    ///
    /// @return false when it is over
    private boolean prepareDialogue(Target target) {
        Dialogue dialogue = target.dialogue;
        if (dialogue == null) {
            return false;
        }
        target.dialogueAsked = true;
        RequestEncoder.Encoded encoded =
                dialogue.next(target.version, target.snmp().community(), clock.nanos());
        target.askedRequest = 0;
        target.askedFrom = 0;
        target.askedCount = 1;
        return prepared(target, encoded.bytes(), encoded.requestIdOffset(), encoded.pduOffset());
    }

    private boolean prepareLeftovers(Target target, PollGroup group) {
        int count = Math.min(Math.max(1, target.leftoverSize), target.leftoverCount());
        RequestEncoder.Encoded encoded = group.oids.encode(
                target.version, target.snmp().community(), target.leftovers, target.leftoversFrom, count);
        target.askedRequest = -1;
        target.askedFrom = target.leftoversFrom;
        target.askedCount = count;
        return prepared(target, encoded.bytes(), encoded.requestIdOffset(), encoded.pduOffset());
    }

    private static boolean prepared(Target target, byte[] message, int requestIdOffset, int pduOffset) {
        target.message = message;
        target.requestIdOffset = requestIdOffset;
        target.pduOffset = pduOffset;
        target.lessons = 0;
        if (target.silentSize == 0) {
            target.tries = 0;
        }
        target.prepared = true;
        return true;
    }

    private void begin(Target target, PollGroup group) {
        target.clearRound();
        target.current = group;
        target.unanswered = group.size();
        DialoguePlan plan = group.plan;
        boolean goesOn = group.isResting();
        if (plan != null) {
            target.goOn(group, plan);
        }
        if (goesOn) {
            target.requests = group.requests;
            return;
        }
        target.requests =
                group.begin(target.version, target.snmp().community(), Math.clamp(group.size(), 1, target.size));
    }

    private static void end(Target target, PollGroup group) {
        group.pending = false;
        target.clearRound();
        if (group.hasSpoilers()) {
            group.reorder();
        }
    }

    /// @return false when the socket has no room
    private boolean transmit(Target target) {
        int requestId = inFlight.open(target);
        target.askedEpoch = target.epoch;
        try {
            if (!put(target, requestId)) {
                inFlight.close(requestId);
                return false;
            }
        } catch (IOException e) {
            inFlight.close(requestId);
            target.prepared = false;
            cannotSend(target, e);
            return true;
        }
        target.prepared = false;
        target.requestId = requestId;
        target.expectedBytes = expectedBytes(target);
        expectedBytes += target.expectedBytes;
        counters.inFlight().set(inFlight.size());
        long now = sent(target);
        PollGroup group = target.current;
        if (group != null && !target.probe) {
            asked(target, group, now);
        }
        return true;
    }

    private boolean put(Target target, int requestId) throws IOException {
        InetSocketAddress address = target.address;
        if (address == null || target.port < 0) {
            throw new IOException("no local port for its kind of address");
        }
        outgoing.clear();
        outgoing.put(target.message);
        outgoing.putInt(target.requestIdOffset, requestId);
        outgoing.flip();
        UsmPeer peer = target.peer;
        if (peer != null) {
            wrap(peer, requestId, target.pduOffset);
        }
        DatagramPort port = ports.get(target.port);
        return port.queue(outgoing, address, requestId)
                || (port.flush(notSent) && port.queue(outgoing, address, requestId));
    }

    /// What the answer will take of the socket's buffer, by what the device answered before.
    private static int expectedBytes(Target target) {
        int payload = Math.max(target.message.length, target.answerBytes);
        return ARRIVAL_OVERHEAD_BYTES + payload + payload / 4;
    }

    /// A request that was queued could not be sent.
    private void notSent(int requestId, IOException fault) {
        Target target = inFlight.find(requestId);
        if (target != null) {
            closeFlight(target);
            cannotSend(target, fault);
        }
    }

    /// Puts a message of version 3 in place of the bare request; its message id is the request's.
    private void wrap(UsmPeer peer, int requestId, int pduOffset) {
        byte[] bare = outgoing.array();
        peer.encode(encoder, requestId, bare, pduOffset, outgoing.limit() - pduOffset, clock.nanos());
        outgoing.clear();
        outgoing.put(encoder.buffer(), 0, encoder.size());
        outgoing.flip();
    }

    /// A try has left: its time-out runs.
    private long sent(Target target) {
        target.tries++;
        counters.requests().increment();
        long now = clock.nanos();
        target.lastSentNanos = now;
        long timeout = target.timeoutNanos;
        target.requestTimer = timers.schedule(now + timeout, TimerKind.REQUEST.payload(target.requestId));
        return now;
    }

    private void asked(Target target, PollGroup group, long now) {
        boolean again = target.askedRequest < 0 || target.tries > 1 || target.lessons > 0;
        if (target.askedRequest >= 0) {
            group.askedAt(target.askedRequest, now);
        } else {
            Requests cut = target.requests;
            for (int i = 0; cut != null && i < target.askedCount; i++) {
                group.askedAt(cut.holding(target.asked(i)), now);
            }
        }
        if (observing) {
            for (int i = 0; i < target.askedCount; i++) {
                observer.asked(group.itemIds[target.asked(i)], group.slotNanos, now, again);
            }
        }
    }

    private void cannotSend(Target target, IOException fault) {
        counters.sendFaults().increment();
        if (target.probe && target.doubtedItem < 0) {
            target.probe = false;
            planProbe(target);
            return;
        }
        if (!target.probe && target.askedCount > 1 && target.message.length > SURELY_FITS_BYTES) {
            target.askedAgain();
            counters.shrinks().increment();
            target.shrink(target.askedCount, target.askedCount / 2);
            target.askRestAnew();
            makeReady(target);
            return;
        }
        dead(target, "cannot send to " + addressText(target) + ": " + fault.getMessage());
    }

    // ---------------------------------------------------------------- silence

    /// A try's time is over.
    void timedOut(int requestId) {
        Target target = inFlight.find(requestId);
        if (target == null) {
            return;
        }
        target.requestTimer = -1;
        counters.timeouts().increment();
        if (target.probe) {
            if (target.doubtedItem >= 0) {
                dead(target, silence(target, target.tries));
                return;
            }
            closeFlight(target);
            target.probe = false;
            probedInVain(target, silence(target, target.tries));
            return;
        }
        Dialogue dialogue = target.dialogue;
        if (dialogue != null) {
            dialogueTimedOut(target, dialogue);
            return;
        }
        if (target.askedCount > 1 && (target.askedCount > target.proven || target.failedSize > 0)) {
            // Some devices do not answer what is too much for them at all, or what holds one OID
            // that
            // they hang on.
            closeFlight(target);
            target.askedAgain();
            target.silentSize = target.askedCount;
            target.leftoverSize = 1;
            makeReady(target);
            return;
        }
        if (target.tries <= target.snmp().retries()) {
            tryAgain(target);
            return;
        }
        if (target.askedCount == 1 && target.state == Availability.State.AVAILABLE) {
            doubt(target);
            return;
        }
        dead(target, silence(target, target.tries));
    }

    /// A dialogue asks for less, or once more the same, before the device is doubted.
    private void dialogueTimedOut(Target target, Dialogue dialogue) {
        if (dialogue.silent(target.dialogueTries++ < target.snmp().retries())) {
            counters.retries().increment();
            closeFlight(target);
            makeReady(target);
            return;
        }
        String reason = silence(target, target.dialogueTries);
        if (target.state == Availability.State.AVAILABLE) {
            target.dialogue = null;
            doubt(target);
        } else {
            dead(target, reason);
        }
    }

    /// One item gets no answer: it, or the device? A probe tells.
    private void doubt(Target target) {
        closeFlight(target);
        target.doubtedItem = target.asked(0);
        target.resolved(1);
        target.silentSize = 0;
        target.probeWanted = true;
        makeReady(target);
    }

    private String silence(Target target, int tries) {
        UsmPeer peer = target.peer;
        if (peer != null && peer.suspectsPrivacy()) {
            return V3Words.silentToEncryption(peer.user());
        }
        return "no answer from " + addressText(target) + " within "
                + words(target.snmp().timeout()) + ", " + tries + (tries == 1 ? " try" : " tries");
    }

    private void tryAgain(Target target) {
        counters.retries().increment();
        try {
            if (!put(target, target.requestId)) {
                // No room in the socket: this try is lost, as one that the network loses.
                counters.sendFaults().increment();
            }
        } catch (IOException e) {
            closeFlight(target);
            cannotSend(target, e);
            return;
        }
        long now = sent(target);
        PollGroup group = target.current;
        if (group != null) {
            asked(target, group, now);
        }
    }

    /// A probe was not answered. In version 3 the reason may be another by now, and what is known
    /// of the engine may be of the device that was there before.
    private void probedInVain(Target target, String reason) {
        UsmPeer peer = target.peer;
        if (peer != null) {
            if ((peer.suspectsPrivacy() || target.refused) && !reason.equals(target.reason)) {
                changed(target, Availability.State.UNAVAILABLE, reason);
            }
            target.refused = false;
            peer.forget();
        }
        planProbe(target);
    }

    /// The device does not answer: its round and all that waits is given up.
    private void dead(Target target, String reason) {
        closeFlight(target);
        giveUp(target);
        target.proven = 0;
        UsmPeer peer = target.peer;
        if (peer != null) {
            // It may be another device, or other secrets, when it is back.
            peer.forget();
        }
        changed(target, Availability.State.UNAVAILABLE, reason);
        planProbe(target);
    }

    /// Ends the round without answers; groups that wait are missed, to be made up for.
    private void giveUp(Target target) {
        PollGroup group = target.current;
        if (group != null) {
            counters.givenUp().add(target.unanswered);
            if (observing) {
                observeGivenUp(group);
            }
            end(target, group);
        }
        while (true) {
            PollGroup waiting = target.dequeue();
            if (waiting == null) {
                break;
            }
            waiting.pending = false;
            waiting.forgetDialogue();
            counters.givenUp().add(waiting.size());
            miss(waiting, waiting.slotNanos);
        }
        target.prepared = false;
    }

    private void observeGivenUp(PollGroup group) {
        for (long itemId : group.itemIds) {
            observer.givenUp(itemId, group.slotNanos);
        }
    }

    private void planProbe(Target target) {
        cancelProbe(target);
        if (target.removed || target.groups.isEmpty()) {
            return;
        }
        long delay = Math.clamp(
                target.shortestInterval(),
                settings.unavailableDelayLeast().toNanos(),
                settings.unavailableDelay().toNanos());
        target.probeTimer = timers.schedule(clock.nanos() + delay, TimerKind.PROBE.payload(target.number));
    }

    private void cancelProbe(Target target) {
        if (target.probeTimer >= 0) {
            timers.cancel(target.probeTimer);
            target.probeTimer = -1;
        }
    }

    /// The time of a probe has come.
    void probe(Target target) {
        target.probeTimer = -1;
        if (target.state == Availability.State.UNAVAILABLE && target.address != null) {
            target.probeWanted = true;
            makeReady(target);
        }
    }

    /// The interface gave an answer.
    private void alive(Target target, long now) {
        if (target.state == Availability.State.AVAILABLE) {
            return;
        }
        cancelProbe(target);
        target.probeWanted = false;
        changed(target, Availability.State.AVAILABLE, "");
        makeUp(target, now);
    }

    /// Asks for the last slot that each group missed.
    private void makeUp(Target target, long now) {
        for (PollGroup group : target.groups) {
            if (group.missed) {
                group.missed = false;
                due(group, group.missedSlotNanos, now);
            }
        }
    }

    private void changed(Target target, Availability.State state, String reason) {
        boolean wasUnavailable = target.state == Availability.State.UNAVAILABLE;
        boolean isUnavailable = state == Availability.State.UNAVAILABLE;
        if (wasUnavailable != isUnavailable) {
            counters.unavailable().add(isUnavailable ? 1 : -1);
        }
        target.state = state;
        target.reason = reason;
        availability.accept(new Availability(target.interfaceId, target.hostId, state, wall.epochNanos(), reason));
    }

    // ---------------------------------------------------------------- what the configuration
    // changes

    /// The interface has an address that works where there was none: what was missed is asked.
    void addressed(Target target) {
        if (target.state == Availability.State.UNAVAILABLE) {
            target.probeWanted = true;
        } else {
            makeUp(target, clock.nanos());
        }
        makeReady(target);
    }

    /// The name of the interface has no address.
    void unresolvable(Target target, String reason) {
        giveUp(target);
        changed(target, Availability.State.UNAVAILABLE, reason);
    }

    /// Where or how the interface is asked has changed: what is in flight is asked again in the new
    /// way, and nothing of the old is believed.
    void interrupted(Target target) {
        boolean asking = (target.requestId != 0 || target.prepared) && !target.probe;
        if (target.requestId != 0) {
            closeFlight(target);
        }
        target.prepared = false;
        if (target.probe) {
            target.probe = false;
            target.probeWanted = true;
        }
        cancelProbe(target);
        target.forgetResting();
        PollGroup walking = target.current;
        DialoguePlan plan = walking == null ? null : walking.plan;
        if (plan != null) {
            // It begins anew.
            target.begin(plan);
            target.doubtedItem = -1;
        } else if (asking) {
            target.askedAgain();
        }
        if (target.doubtedItem >= 0) {
            target.addLeftover(target.doubtedItem);
            target.doubtedItem = -1;
        }
        target.silentSize = 0;
        target.failedSize = 0;
        target.forgetSizes(target.snmp().maxVarbinds());
        target.indexes.clear();
        target.askRestAnew();
        PollGroup group = target.current;
        Requests cut = target.requests;
        if (group != null && cut != null) {
            target.requests = group.oids.cut(target.version, target.snmp().community(), cut.most());
        }
        if (target.state != Availability.State.UNKNOWN) {
            changed(target, Availability.State.UNKNOWN, "");
        }
        target.probeWanted = false;
        makeReady(target);
        makeUp(target, clock.nanos());
    }

    /// The host's image is replaced: of rounds that older images began, only the answers of items
    /// that are wanted are still taken.
    ///
    /// @param wanted tells the places of a group's items that are
    void keepOnly(Target target, Function<PollGroup, BitSet> wanted) {
        PollGroup current = target.current;
        if (current != null && !target.groups.contains(current)) {
            current.keepOnly(wanted.apply(current));
        }
        for (PollGroup waiting = target.waitingFirst; waiting != null; waiting = waiting.behind) {
            if (!target.groups.contains(waiting)) {
                waiting.keepOnly(wanted.apply(waiting));
            }
        }
    }

    /// The interface is gone: nothing of it stays.
    void drop(Target target) {
        closeFlight(target);
        giveUp(target);
        cancelProbe(target);
        if (target.gapTimer >= 0) {
            timers.cancel(target.gapTimer);
            target.gapTimer = -1;
        }
        if (target.state == Availability.State.UNAVAILABLE) {
            counters.unavailable().add(-1);
        }
        target.removed = true;
    }

    private void closeFlight(Target target) {
        if (target.requestId == 0) {
            return;
        }
        inFlight.close(target.requestId);
        target.requestId = 0;
        expectedBytes -= target.expectedBytes;
        counters.inFlight().set(inFlight.size());
        if (target.requestTimer >= 0) {
            timers.cancel(target.requestTimer);
            target.requestTimer = -1;
        }
    }

    // ---------------------------------------------------------------- answers

    /// Takes one datagram.
    void received(ByteBuffer payload, InetSocketAddress source) {
        byte[] data = payload.array();
        if (!answers.open(data, payload.arrayOffset() + payload.position(), payload.remaining())) {
            counters.malformed().increment();
            return;
        }
        Target target = inFlight.find(answers.requestId());
        if (target == null) {
            counters.unknownIds().increment();
            return;
        }
        if (answers.version() != target.version
                || (!isFrom(source, target) && !target.snmp().anySource())) {
            counters.strays().increment();
            return;
        }
        long now = clock.nanos();
        UsmPeer peer = target.peer;
        if (peer != null && !isAnswer(target, peer, answers.judge(peer, encoder, now))) {
            return;
        }
        counters.responses().increment();
        closeFlight(target);
        target.answerBytes = Math.max(payload.remaining(), target.answerBytes - target.answerBytes / 8);
        alive(target, now);
        PollGroup group = target.current;
        if (target.probe) {
            target.probe = false;
            if (group != null && target.doubtedItem >= 0) {
                answers.blame(
                        target, group, now, silence(target, target.snmp().retries() + 1) + ", for this OID alone");
            }
        } else if (group != null) {
            Dialogue dialogue = target.dialogue;
            if (dialogue == null) {
                answers.read(target, group, now);
            } else {
                answers.readDialogue(target, group, dialogue, now);
            }
        }
        makeReady(target);
    }

    @SuppressWarnings("ReferenceEquality")
    private static boolean isFrom(InetSocketAddress source, Target target) {
        // Ports often tell an address by the very object that was sent to.
        return source == target.address || source.equals(target.address);
    }

    /// Acts on what the engine says.
    ///
    /// @return whether it is an answer, to be read
    private boolean isAnswer(Target target, UsmPeer peer, UsmPeer.Verdict verdict) {
        switch (verdict) {
            case ANSWER -> {
                return true;
            }
            case IGNORED -> counters.strays().increment();
            case AGAIN -> {
                counters.responses().increment();
                if (++target.lessons > MOST_LESSONS) {
                    refused(target, V3Words.of(verdict, peer.user()));
                } else {
                    closeFlight(target);
                    // What was learned cost no try.
                    target.tries--;
                    target.prepared = true;
                    makeReady(target);
                }
            }
            case UNKNOWN_USER, UNSUPPORTED_LEVEL, WRONG_PASSWORD, DECRYPTION_ERROR, UNKNOWN_CONTEXT, REFUSED -> {
                counters.responses().increment();
                refused(target, V3Words.of(verdict, peer.user()));
            }
        }
        return false;
    }

    /// The device is there and does not speak with this user: no retry helps.
    private void refused(Target target, String reason) {
        if (target.probe && target.doubtedItem < 0) {
            closeFlight(target);
            target.probe = false;
            if (!reason.equals(target.reason)) {
                changed(target, Availability.State.UNAVAILABLE, reason);
            }
            planProbe(target);
        } else {
            dead(target, reason);
        }
        target.refused = true;
    }

    private static String addressText(Target target) {
        SnmpInterface to = target.snmp();
        return to.address().indexOf(':') >= 0 ? "[" + to.address() + "]:" + to.port() : to.address() + ":" + to.port();
    }

    /// A duration as people write it: `1s`, `500ms`.
    private static String words(Duration duration) {
        long millis = duration.toMillis();
        return millis % 1_000 == 0 ? millis / 1_000 + "s" : millis + "ms";
    }
}
