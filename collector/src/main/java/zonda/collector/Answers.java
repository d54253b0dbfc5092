package zonda.collector;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import zonda.model.RawBatch;
import zonda.model.WireType;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.MessageDecoder;
import zonda.protocol.snmp.UsmPeer;
import zonda.protocol.snmp.V3Encoder;
import zonda.runtime.MonotonicClock;
import zonda.runtime.Sink;
import zonda.runtime.WallClock;

/// Reads answers: makes raw batches of them, and decides what of the request must be asked again
/// and how. Owned by the shard's thread.
///
/// Which item a varbind belongs to is told by its place and its OID together. An answer that lacks
/// varbinds, has others or has them in another order gives each item what bears its OID and nothing
/// else; only the answer to a request for one OID may name another (agents that answer `.1` with
/// `.1.0`), which is counted.
final class Answers {
    private static final long MILLISECOND = 1_000_000L;
    private static final long SECOND = 1_000_000_000L;

    /// RFC 3416: the whole request is refused.
    private static final int AUTHORIZATION_ERROR = 16;

    private final MonotonicClock clock;
    private final WallClock wall;
    private final Sink<RawBatch> values;
    private final InternalSource internal;
    private final CollectorCounters counters;
    private final LoopingWalks loopingWalks;
    private final PollObserver observer;
    private final boolean observing;

    private final MessageDecoder decoder = new MessageDecoder();
    private final AnswerReader reader = new AnswerReader(decoder);
    private final RawBatch batch = new RawBatch(64);
    private final BitSet answered = new BitSet();
    private final BitSet otherOid = new BitSet();
    private int[] again = new int[64];

    /// Of lists with indicators: the item of each row, and the rows that are indicators.
    private int[] rowItems = new int[64];

    private final List<Integer> indicators = new ArrayList<>();

    /// The time of the values of the batch at hand.
    private long stamp;

    Answers(
            MonotonicClock clock,
            WallClock wall,
            Sink<RawBatch> values,
            InternalSource internal,
            CollectorCounters counters,
            LoopingWalks loopingWalks,
            PollObserver observer) {
        this.clock = clock;
        this.wall = wall;
        this.values = values;
        this.internal = internal;
        this.counters = counters;
        this.loopingWalks = loopingWalks;
        this.observer = observer;
        this.observing = !observer.equals(PollObserver.NONE);
    }

    /// Opens a datagram.
    ///
    /// @return false when it is no SNMP response, nor a message of version 3, which is to be judged
    ///     by its target's engine
    boolean open(byte[] data, int offset, int length) {
        return decoder.openAny(data, offset, length)
                && (decoder.version() == Ber.VERSION_3 || decoder.pduType() == Ber.RESPONSE);
    }

    /// The request id of the datagram that was opened; in version 3 its message id.
    int requestId() {
        return decoder.version() == Ber.VERSION_3 ? decoder.messageId() : decoder.requestId();
    }

    /// What the engine says in the message of version 3 that was opened.
    UsmPeer.Verdict judge(UsmPeer peer, V3Encoder encoder, long now) {
        return peer.receive(decoder, encoder, now);
    }

    int version() {
        return decoder.version();
    }

    /// Takes the answer that was opened, to the request that the target had in flight.
    void read(Target target, PollGroup group, long now) {
        if (target.silentSize > 0) {
            target.suspectSize(target.silentSize, target.silentSize / 2);
            target.silentSize = 0;
        }
        startBatch(target, now);
        int status = decoder.errorStatus();
        if (status == Ber.NO_ERROR) {
            readVarbinds(target, group, now);
        } else {
            readError(target, group, status);
        }
        finishBatch(group, now);
    }

    /// Takes the answer that was opened to the dialogue that the target's round is. When that is
    /// over, its item has its value or its reason.
    void readDialogue(Target target, PollGroup group, Dialogue dialogue, long now) {
        dialogue.answered(decoder, now);
        target.dialogueTries = 0;
        if (dialogue.isOver()) {
            finishDialogue(target, group, dialogue, now);
        }
    }

    private void finishDialogue(Target target, PollGroup group, Dialogue dialogue, long now) {
        target.dialogue = null;
        startBatch(target, now);
        if (dialogue.repetitions() > 0) {
            target.learned(dialogue.repetitions());
        }
        String loop = dialogue.loop();
        if (!loop.isEmpty()) {
            counters.loopingWalks().increment();
        }
        loopingWalks.ended(group.itemIds[0], loop);
        switch (dialogue.outcome()) {
            case Dialogue.Outcome.Text(String value) -> takeText(target, group, value);
            case Dialogue.Outcome.AtVarbind() -> take(target, group, 0);
            case Dialogue.Outcome.Refused(String reason) -> refuse(target, group, 0, reason);
        }
        group.answeredAt(0, now);
        finishBatch(group, now);
    }

    private void takeText(Target target, PollGroup group, String value) {
        target.unanswered--;
        if (!group.isGone(0)) {
            batch.addText(group.itemIds[0], group.slots[0], stamp, WireType.TEXT, value);
        }
    }

    /// The device is alive: it is the item that gets no answer.
    void blame(Target target, PollGroup group, long now, String reason) {
        int item = target.doubtedItem;
        target.doubtedItem = -1;
        target.failedSize = 0;
        target.leftoverSize = target.size;
        group.spoiled(item);
        startBatch(target, now);
        refuse(target, group, item, reason);
        finishBatch(group, now);
    }

    private void startBatch(Target target, long now) {
        batch.clear();
        indicators.clear();
        batch.monotonicNanos = now;
        batch.configurationEpoch = target.askedEpoch;
        stamp = stampMillis(target) * MILLISECOND;
    }

    /// The receive time, cut to milliseconds, and later than that of the values before.
    private long stampMillis(Target target) {
        long millis = Math.max(Math.floorDiv(wall.epochNanos(), MILLISECOND), target.lastMillis + 1);
        target.lastMillis = millis;
        return millis;
    }

    private void finishBatch(PollGroup group, long now) {
        int rows = batch.size();
        if (rows == 0) {
            return;
        }
        counters.achieved().add(rows);
        if (now - group.dueNanos > SECOND) {
            counters.late().add(rows);
        }
        if (observing) {
            for (int row = 0; row < rows; row++) {
                observer.answered(batch.itemIds[row], group.slotNanos, now);
            }
        }
        handOn(group.oids);
    }

    /// The plain case: the varbinds are those that were asked, in order.
    private void readVarbinds(Target target, PollGroup group, long now) {
        OidList oids = group.oids;
        int count = target.askedCount;
        int i = 0;
        boolean more = decoder.next();
        while (more && i < count) {
            int item = target.asked(i);
            if (!oids.matches(item, decoder.data(), decoder.nameOffset(), decoder.nameLength())) {
                break;
            }
            take(target, group, item);
            i++;
            more = decoder.next();
        }
        if (i == count) {
            group.answeredAt(Math.max(0, target.askedRequest), now);
            target.grew(count, target.mostVarbinds);
            target.resolved(count);
            return;
        }
        readRest(target, group, i, more);
    }

    /// A row of the varbind at hand.
    private void take(Target target, PollGroup group, int item) {
        target.unanswered--;
        if (group.isGone(item)) {
            return;
        }
        boolean isValue = group.isDate(item)
                ? reader.addDate(batch, group.itemIds[item], group.slots[item], stamp)
                : reader.add(batch, group.itemIds[item], group.slots[item], stamp);
        if (!isValue) {
            counters.notSupported().increment();
        }
        if (group.oids.hasIndicators()) {
            indicated(group.oids, item);
        }
        if (item == group.oids.uptimeIndex()
                && decoder.tag() == Ber.TIME_TICKS
                && decoder.valueFault().isEmpty()) {
            batch.uptimeTicks = decoder.unsignedValue();
        }
        if (group.hasSpoilers()) {
            group.answeredWell(item);
        }
    }

    /// A row was added of a list in which some objects tell of discontinuities of others.
    private void indicated(OidList oids, int item) {
        int row = batch.size() - 1;
        if (rowItems.length <= row) {
            rowItems = Arrays.copyOf(rowItems, Math.max(row + 1, rowItems.length * 2));
        }
        rowItems[row] = item;
        if (oids.isIndicator(item)
                && decoder.tag() == Ber.TIME_TICKS
                && decoder.valueFault().isEmpty()) {
            indicators.add(row);
        }
    }

    /// Rows that an indicator in the same answer tells of go together with it, the others before
    /// them.
    private void handOn(OidList oids) {
        if (indicators.isEmpty()) {
            values.accept(batch);
            return;
        }
        BitSet rest = new BitSet();
        rest.set(0, batch.size());
        List<RawBatch> parts = new ArrayList<>();
        for (int indicator : indicators) {
            RawBatch part = part();
            part.discontinuityTicks = batch.bits[indicator];
            for (int row = 0; row < batch.size(); row++) {
                if (rest.get(row) && oids.indicatorOf(rowItems[row]) == rowItems[indicator]) {
                    part.addRow(batch, row);
                    rest.clear(row);
                }
            }
            parts.add(part);
        }
        RawBatch others = part();
        rest.stream().forEach(row -> others.addRow(batch, row));
        if (others.size() > 0) {
            values.accept(others);
        }
        parts.stream().filter(part -> part.size() > 0).forEach(values::accept);
    }

    private RawBatch part() {
        RawBatch part = new RawBatch(batch.size());
        part.monotonicNanos = batch.monotonicNanos;
        part.configurationEpoch = batch.configurationEpoch;
        part.uptimeTicks = batch.uptimeTicks;
        return part;
    }

    /// A row that says why there is no value.
    private void refuse(Target target, PollGroup group, int item, String reason) {
        target.unanswered--;
        if (group.isGone(item)) {
            return;
        }
        batch.addText(group.itemIds[item], group.slots[item], stamp, WireType.NOT_SUPPORTED, reason);
        counters.notSupported().increment();
        if (group.oids.hasIndicators()) {
            indicated(group.oids, item);
        }
    }

    /// The answer differs from what was asked from place `from` on: varbinds are missing, in
    /// another order, or of other OIDs.
    private void readRest(Target target, PollGroup group, int from, boolean atVarbind) {
        int count = target.askedCount;
        answered.clear();
        answered.set(0, from);
        otherOid.clear();
        int place = from;
        for (boolean more = atVarbind; more; more = decoder.next()) {
            int found = placeOf(target, group.oids, from, count);
            if (found >= 0) {
                answered.set(found);
                take(target, group, target.asked(found));
            } else if (count == 1 && !answered.get(0)) {
                counters.otherOids().increment();
                answered.set(0);
                take(target, group, target.asked(0));
            } else if (place < count) {
                otherOid.set(place);
            }
            place++;
        }
        int missing = 0;
        roomForAgain(target);
        for (int i = from; i < count; i++) {
            if (answered.get(i)) {
                continue;
            }
            int item = target.asked(i);
            if (otherOid.get(i)) {
                refuse(target, group, item, "The device answered with another OID than " + group.oids.text(item));
            } else if (count == 1) {
                target.failedSize = 0;
                group.spoiled(item);
                refuse(
                        target,
                        group,
                        item,
                        decoder.isFaulty()
                                ? "The device's answer cannot be read: " + decoder.fault()
                                : "The device answered without a value");
            } else {
                again[missing++] = item;
            }
        }
        askMissing(target, count, missing);
    }

    private void roomForAgain(Target target) {
        if (again.length < target.askedCount) {
            again = new int[target.askedCount];
        }
    }

    /// Asks for what an answer of `count` varbinds lacked.
    private void askMissing(Target target, int count, int missing) {
        target.resolved(count);
        if (missing == 0) {
            return;
        }
        int got = count - missing;
        target.suspectSize(count, got > 0 ? got : count / 2);
        for (int i = 0; i < missing; i++) {
            target.addLeftover(again[i]);
        }
    }

    /// The place, from `from` on, at which the OID of the varbind at hand was asked and not yet
    /// answered; -1 when there is none.
    private int placeOf(Target target, OidList oids, int from, int count) {
        for (int i = from; i < count; i++) {
            if (!answered.get(i)
                    && oids.matches(target.asked(i), decoder.data(), decoder.nameOffset(), decoder.nameLength())) {
                return i;
            }
        }
        return -1;
    }

    private void readError(Target target, PollGroup group, int status) {
        int count = target.askedCount;
        int index = decoder.errorIndex();
        String name = Ber.errorName(status);
        if (status == AUTHORIZATION_ERROR || (count == 1 && status != Ber.TOO_BIG)) {
            target.failedSize = 0;
            for (int i = 0; i < count; i++) {
                int item = target.asked(i);
                refuse(target, group, item, errorWords(target, status, name));
                if (status != AUTHORIZATION_ERROR) {
                    group.spoiled(item);
                }
            }
            target.resolved(count);
            return;
        }
        if (status == Ber.TOO_BIG) {
            if (count == 1) {
                target.failedSize = 0;
                group.spoiled(target.asked(0));
                refuse(target, group, target.asked(0), "The device answered tooBig to a request for one value");
                target.resolved(1);
            } else {
                target.suspectSize(count, count / 2);
                target.askedAgain();
            }
            return;
        }
        if (index >= 1 && index <= count) {
            int item = target.asked(index - 1);
            target.failedSize = 0;
            group.spoiled(item);
            refuse(target, group, item, errorWords(target, status, name));
            askAllBut(target, index - 1);
            return;
        }
        target.suspectSize(count, count / 2);
        target.askedAgain();
    }

    /// In version 1 there is no other way to say that an object is missing (RFC 1157, section
    /// 4.1.2).
    private static String errorWords(Target target, int status, String name) {
        return status == Ber.NO_SUCH_NAME && target.version == Ber.VERSION_1
                ? "No such object or instance at this OID (noSuchName)"
                : "The device answered with the error " + name;
    }

    /// Asks again for all of the last request but one.
    private void askAllBut(Target target, int place) {
        roomForAgain(target);
        int count = target.askedCount;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (i != place) {
                again[kept++] = target.asked(i);
            }
        }
        target.resolved(count);
        for (int i = 0; i < kept; i++) {
            target.addLeftover(again[i]);
        }
        target.leftoverSize = Math.max(1, kept);
    }

    /// Answers the internal items that wait.
    void askInternal(Target target) {
        while (true) {
            PollGroup group = target.dequeue();
            if (group == null) {
                return;
            }
            long now = clock.nanos();
            target.askedEpoch = target.epoch;
            startBatch(target, now);
            for (int i = 0; i < group.size(); i++) {
                if (observing) {
                    observer.asked(group.itemIds[i], group.slotNanos, now, false);
                }
                addInternal(group, i, internal.ask(target.hostId, group.keys[i]));
            }
            group.pending = false;
            finishBatch(group, now);
        }
    }

    private void addInternal(PollGroup group, int i, InternalSource.Answer answer) {
        long itemId = group.itemIds[i];
        int slot = group.slots[i];
        if (group.isGone(i)) {
            return;
        }
        switch (answer) {
            case InternalSource.Answer.Unsigned(long value) ->
                batch.addNumber(itemId, slot, stamp, WireType.UNSIGNED, value);
            case InternalSource.Answer.Real(double value) ->
                batch.addNumber(itemId, slot, stamp, WireType.DOUBLE, Double.doubleToRawLongBits(value));
            case InternalSource.Answer.Text(String value) -> batch.addText(itemId, slot, stamp, WireType.TEXT, value);
            case InternalSource.Answer.NotSupported(String reason) -> {
                batch.addText(itemId, slot, stamp, WireType.NOT_SUPPORTED, reason);
                counters.notSupported().increment();
            }
        }
    }

    /// Tells of an item that cannot be asked at all.
    void refuseUnasked(Target target, long itemId, int slot, String reason) {
        target.askedEpoch = target.epoch;
        startBatch(target, clock.nanos());
        batch.addText(itemId, slot, stamp, WireType.NOT_SUPPORTED, reason);
        counters.notSupported().increment();
        values.accept(batch);
    }
}
