package zonda.collector;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import zonda.model.Availability;
import zonda.model.SnmpInterface;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.Oid;
import zonda.protocol.snmp.UsmPeer;
import zonda.protocol.snmp.Walk;
import zonda.protocol.snmp.WalkOptions;
import zonda.protocol.snmp.WalkRoot;

/// One interface that is asked, or a host's internal items: what is known of it, the round that
/// runs and the request in flight. Owned by the shard's thread.
final class Target {
    private static final byte[] NO_BYTES = new byte[0];
    private static final int[] NO_ITEMS = new int[0];

    /// So many full requests must be answered before the first larger one is tried; doubled with
    /// each setback.
    static final int FIRST_GROWTH = 8;

    static final int MOST_GROWTH = 4096;

    final long hostId;

    /// 0 for a host's internal items.
    final long interfaceId;

    /// Absent for internal items.
    private @Nullable SnmpInterface settings;

    // What each request needs of them, at hand: a step to another object is a step out of the
    // processor's cache.
    long gapNanos;
    long timeoutNanos;
    int mostVarbinds;

    /// Where requests go; null while the name has not been resolved.
    @Nullable
    InetSocketAddress address;

    /// Which of the collector's ports; -1 when none is of the address's family.
    int port = -1;

    /// Its number in the table of targets.
    int number = -1;

    final List<PollGroup> groups = new ArrayList<>(2);

    /// The configuration epoch of the host's image.
    long epoch;

    /// The time given to the last values, in whole milliseconds since the epoch.
    long lastMillis;

    boolean removed;

    // Availability.
    Availability.State state = Availability.State.UNKNOWN;
    boolean probeWanted;
    int probeTimer = -1;

    // What was learned: the size of requests, the largest one fully answered, and how many full
    // ones must be answered before a larger one is tried.
    int size = 1;
    int proven;
    int successes;
    int growAfter = FIRST_GROWTH;

    // The round: the group, what is left of its cut requests, and what must be asked again in
    // other requests.
    @Nullable
    PollGroup current;

    @Nullable
    Requests requests;

    int nextRequest;
    int unanswered;
    int[] leftovers = NO_ITEMS;
    int leftoversFrom;
    int leftoversTo;
    int leftoverSize;

    /// The size that failed in this round with no culprit found yet, and the one to go on with; 0
    /// where there is none.
    int failedSize;

    int workingSize;

    // Groups that wait for their round.
    @Nullable
    PollGroup waitingFirst;

    @Nullable
    PollGroup waitingLast;

    // The request in flight; its id is 0 when there is none.
    int requestId;
    int requestTimer = -1;
    boolean probe;

    /// Whether a request stands ready that the socket had no room for.
    boolean prepared;

    int askedRequest = -1;
    int askedFrom;
    int askedCount;
    int tries;
    long askedEpoch;
    byte[] message = NO_BYTES;
    int requestIdOffset;
    int pduOffset;

    /// The version of its messages, of [zonda.protocol.snmp.Ber].
    int version;

    /// What is known of its engine; null but in version 3.
    @Nullable
    UsmPeer peer;

    /// How often the engine has taught something new since the request was first sent.
    int lessons;

    /// When its last request left.
    long lastSentNanos = Long.MIN_VALUE;

    /// The size of its answers, bytes: the largest of late ones.
    int answerBytes;

    /// What the answer in flight is expected to take of the socket's buffer.
    int expectedBytes;

    int gapTimer = -1;

    /// Whether it was the device that refused, not silence, when it became unavailable.
    boolean refused;

    /// Why it is unavailable; empty unless it is.
    String reason = "";

    /// The size that got no answer, while a request of one varbind tells whether the device is
    /// alive; 0 otherwise.
    int silentSize;

    /// The one item whose request got no answer, while a probe tells whether the device is alive;
    /// -1 otherwise.
    int doubtedItem = -1;

    // The dialogue that the round is: a walk, or a search for an index.
    @Nullable
    Dialogue dialogue;

    int dialogueTries;

    /// Whether the dialogue has asked something since it began or went on.
    boolean dialogueAsked;

    /// The repetitions that worked last; 0 while nothing is known.
    int repetitions;

    /// What dynamic indexes were found: for each column that was searched, its texts and their
    /// indexes.
    final Map<Oid, Map<String, String>> indexes = new HashMap<>();

    // Its place among the targets that have something to send.
    boolean ready;

    @Nullable
    Target nextReady;

    // Names.
    boolean resolving;
    int resolveTimer = -1;
    String resolveFault = "";

    Target(long hostId, long interfaceId) {
        this.hostId = hostId;
        this.interfaceId = interfaceId;
    }

    /// Whose phase its groups have: the interface, or the host for internal items.
    long phaseOwner() {
        return interfaceId != 0 ? interfaceId : -hostId;
    }

    boolean isInternal() {
        return interfaceId == 0;
    }

    /// Takes how the interface is to be asked.
    void configure(SnmpInterface to) {
        settings = to;
        gapNanos = to.minGap().toNanos();
        timeoutNanos = to.timeout().toNanos();
        mostVarbinds = to.maxVarbinds();
    }

    SnmpInterface snmp() {
        SnmpInterface known = settings;
        if (known == null) {
            throw new IllegalStateException("internal items of host " + hostId + " have no interface");
        }
        return known;
    }

    /// The item that the request in flight asks in place `i`.
    int asked(int i) {
        return askedRequest >= 0 ? askedFrom + i : leftovers[askedFrom + i];
    }

    void enqueue(PollGroup group) {
        group.behind = null;
        PollGroup last = waitingLast;
        if (last == null) {
            waitingFirst = group;
        } else {
            last.behind = group;
        }
        waitingLast = group;
    }

    @Nullable
    PollGroup dequeue() {
        PollGroup first = waitingFirst;
        if (first != null) {
            waitingFirst = first.behind;
            first.behind = null;
            if (waitingFirst == null) {
                waitingLast = null;
            }
        }
        return first;
    }

    int leftoverCount() {
        return leftoversTo - leftoversFrom;
    }

    void addLeftover(int item) {
        if (leftoversTo == leftovers.length) {
            int count = leftoverCount();
            int[] room = count * 2 <= leftovers.length && leftoversFrom > 0
                    ? leftovers
                    : new int[Math.max(16, leftovers.length * 2)];
            System.arraycopy(leftovers, leftoversFrom, room, 0, count);
            leftovers = room;
            leftoversFrom = 0;
            leftoversTo = count;
        }
        leftovers[leftoversTo++] = item;
    }

    /// What the request in flight asked must be asked again.
    void askedAgain() {
        if (askedRequest < 0) {
            // They still stand at the front of the leftovers.
            return;
        }
        for (int i = 0; i < askedCount; i++) {
            addLeftover(askedFrom + i);
        }
    }

    void clearRound() {
        current = null;
        requests = null;
        nextRequest = 0;
        unanswered = 0;
        leftoversFrom = 0;
        leftoversTo = 0;
        leftoverSize = 0;
        failedSize = 0;
        workingSize = 0;
        silentSize = 0;
        doubtedItem = -1;
        dialogue = null;
        if (leftovers.length > 64) {
            leftovers = NO_ITEMS;
        }
    }

    /// What the last request asked is done with, but for what is added to the leftovers now.
    void resolved(int count) {
        if (askedRequest < 0) {
            leftoversFrom += count;
            if (leftoverCount() == 0) {
                leftoversFrom = 0;
                leftoversTo = 0;
            }
        }
    }

    /// A request of `failed` varbinds did not work, because of its size or of an item in it: goes
    /// on in smaller ones until it is known which.
    void suspectSize(int failed, int working) {
        if (failedSize == 0) {
            failedSize = failed;
            workingSize = working;
        } else {
            workingSize = Math.min(workingSize, working);
        }
        leftoverSize = Math.max(1, Math.min(working, failed / 2));
    }

    /// All leftovers have been asked: if none of them was to blame for the failure, the size was.
    void settle() {
        int failed = failedSize;
        failedSize = 0;
        shrink(failed, workingSize);
        askRestAnew();
    }

    /// Takes what the round has not asked yet out of its cut requests, to be asked at the size of
    /// now.
    void askRestAnew() {
        PollGroup group = current;
        Requests cut = requests;
        if (group == null || cut == null) {
            return;
        }
        leftoverSize = size;
        int together = group.oids.together();
        while (nextRequest < cut.count() && cut.from(nextRequest) < together) {
            int to = cut.from(nextRequest + 1);
            for (int item = cut.from(nextRequest); item < to; item++) {
                addLeftover(item);
            }
            nextRequest++;
        }
    }

    /// Requests of `failed` varbinds do not work: goes on with the largest size that did, or with
    /// half of it.
    void shrink(int failed, int suggested) {
        int sound = proven < failed ? proven : 0;
        int next = sound * 2 >= failed ? sound : suggested;
        size = Math.max(1, Math.min(next, failed - 1));
        proven = Math.min(proven, size);
        successes = 0;
        growAfter = Math.min(MOST_GROWTH, growAfter * 2);
    }

    /// A request of `count` varbinds was answered in full.
    ///
    /// @return whether the next round may use larger ones
    boolean grew(int count, int limit) {
        proven = Math.max(proven, count);
        if (size >= limit || count < size || ++successes < growAfter) {
            return false;
        }
        successes = 0;
        size = Math.min(limit, size + Math.max(1, size / 4));
        return true;
    }

    /// Nothing is known of what it can take.
    void forgetSizes(int limit) {
        size = limit;
        proven = 0;
        successes = 0;
        growAfter = FIRST_GROWTH;
        repetitions = 0;
    }

    /// Begins the dialogue that a round is.
    void begin(DialoguePlan plan) {
        dialogue = plan.begin(this);
        dialogueTries = 0;
        dialogueAsked = false;
    }

    /// The dialogue of the round stands aside for the groups that wait: it goes on behind them.
    void rest(PollGroup group) {
        group.resting = dialogue;
        clearRound();
        enqueue(group);
    }

    /// Begins the dialogue of a round, or goes on with the one that stood aside.
    void goOn(PollGroup group, DialoguePlan plan) {
        Dialogue resting = group.resting;
        if (resting == null) {
            begin(plan);
            return;
        }
        group.forgetDialogue();
        dialogue = resting;
        dialogueTries = 0;
        dialogueAsked = false;
    }

    /// Dialogues that stand aside begin anew when their turn comes.
    void forgetResting() {
        for (PollGroup waiting = waitingFirst; waiting != null; waiting = waiting.behind) {
            waiting.forgetDialogue();
        }
    }

    /// A walk for the round, with the repetitions that worked last.
    Walk newWalk(List<WalkRoot> roots) {
        int most = version == Ber.VERSION_1 || !isBulk() ? 0 : snmp().maxRepetitions();
        Walk begun = new Walk(roots, WalkOptions.forItems(most));
        if (repetitions > 0) {
            begun.startWith(repetitions);
        }
        return begun;
    }

    private boolean isBulk() {
        PollGroup group = current;
        return group == null || group.isBulk;
    }

    /// A walk of the round came to its end with so many repetitions.
    void learned(int worked) {
        if (isBulk()) {
            repetitions = worked;
        }
    }

    /// The shortest interval of its groups, nanoseconds; [NextDue#NEVER] where none is plain.
    long shortestInterval() {
        long shortest = NextDue.NEVER;
        for (PollGroup group : groups) {
            if (group.plainNanos > 0) {
                shortest = Math.min(shortest, group.plainNanos);
            }
        }
        return shortest;
    }
}
