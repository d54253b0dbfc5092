package zonda.protocol.snmp;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Walks over one or more subtrees together: says what to ask next, takes the answers, hands out
/// rows. Pure: it sends nothing and knows no clock. Owned by one thread.
///
/// It ends with every agent. One whose names repeat, decrease or go in circles gives all its rows
/// and is then recognised: an answer that brings no name that was not seen before would be followed
/// by the same again, since agents answer by the name that they are asked for. Beyond that rows,
/// octets and time are bounded.
///
/// A GETBULK for `n` subtrees may be answered with any number of varbinds (RFC 3416, section
/// 4.2.3): each subtree goes on from its own last row. `tooBig`, `genErr`, a bad value and silence
/// make the next request smaller, down to a GETNEXT for one subtree; it grows again slowly. What
/// stands at its root only, and has nothing below, is asked for with a GET in the end, as net-snmp
/// does.
public final class Walk {
    /// So many answers in full come before the next larger request, doubled with each setback.
    private static final int FIRST_GROWTH = 4;

    private static final int MOST_GROWTH = 1_024;

    /// How it ended.
    public enum End {
        /// It has not.
        RUNNING,
        /// All subtrees were walked to their ends.
        COMPLETE,
        /// The agent answered `noSuchName` at its end, as version 1 does: net-snmp says so.
        END_OF_MIB,
        /// The agent's names go in circles: the rows so far are all.
        LOOPING,
        TOO_MANY_ROWS,
        TOO_MANY_BYTES,
        TOO_LONG,
        /// No answer.
        SILENT,
        /// The agent answered with an error, or with what cannot be read.
        ERROR
    }

    /// Takes rows.
    @FunctionalInterface
    public interface Rows {
        /// @param subtree which of the roots it belongs to, counted from 0
        /// @param varbind stands at the row, perhaps an exception; valid during the call
        void row(int subtree, MessageDecoder varbind);
    }

    private static final class Subtree {
        final WalkRoot root;
        final NameSet seen = new NameSet();
        byte[] cursor;
        int lastOffset;
        int lastLength;
        boolean gotRow;
        boolean gotNew;
        boolean isOver;
        boolean isAskedItself;
        long rows;

        Subtree(WalkRoot root) {
            this.root = root;
            this.cursor = root.start();
        }
    }

    private final List<Subtree> subtrees = new ArrayList<>();
    private final WalkOptions options;

    /// The subtrees of the last request, in its order.
    private final int[] asked;

    private int askedCount;
    private int askedType;
    private int askedRepetitions;
    private int repetitions;
    private int together;
    private boolean bulk;
    private int provenSize;
    private int suspected;
    private int successes;
    private int growAfter = FIRST_GROWTH;
    private long rows;
    private long bytes;
    private long startNanos = Long.MIN_VALUE;
    private End end = End.RUNNING;
    private int errorStatus;
    private String words = "";

    /// @param roots one or more
    public Walk(List<WalkRoot> roots, WalkOptions options) {
        if (roots.isEmpty()) {
            throw new IllegalArgumentException("no root, wanted one or more");
        }
        for (WalkRoot root : roots) {
            subtrees.add(new Subtree(root));
        }
        this.options = options;
        this.asked = new int[roots.size()];
        this.bulk = options.maxRepetitions() > 0;
        this.repetitions = Math.max(1, options.maxRepetitions());
        this.together = roots.size();
    }

    /// Starts with fewer repetitions than the options allow, as was learned before.
    public void startWith(int learnedRepetitions) {
        repetitions = Math.clamp(learnedRepetitions, 1, Math.max(1, options.maxRepetitions()));
    }

    /// Roots that have nothing below them are not asked for themselves.
    public void leaveOutRoots() {
        for (Subtree subtree : subtrees) {
            subtree.isAskedItself = true;
        }
    }

    public boolean isOver() {
        return end != End.RUNNING;
    }

    public End end() {
        return end;
    }

    /// The error status that ended it, or [Ber#NO_ERROR].
    public int errorStatus() {
        return errorStatus;
    }

    /// Why it ended, for people; empty after [End#COMPLETE].
    public String words() {
        return words;
    }

    public long rows() {
        return rows;
    }

    /// The repetitions that work now: what to start the next walk of this device with.
    public int repetitions() {
        return repetitions;
    }

    // ---------------------------------------------------------------- asking

    /// The next request, or the same again after silence.
    ///
    /// @param version of [Ber]
    /// @param nowNanos monotonic
    public RequestEncoder.Encoded next(int version, String community, long nowNanos) {
        if (startNanos == Long.MIN_VALUE) {
            startNanos = nowNanos;
        }
        askedCount = 0;
        List<byte[]> names = new ArrayList<>();
        for (int i = 0; i < subtrees.size() && askedCount < together; i++) {
            Subtree subtree = subtrees.get(i);
            if (!subtree.isOver) {
                asked[askedCount++] = i;
                names.add(subtree.cursor);
            }
        }
        if (askedCount == 0) {
            return nextItself(version, community);
        }
        askedRepetitions = repetitions;
        askedType = bulk ? Ber.GET_BULK : Ber.GET_NEXT;
        return bulk
                ? RequestEncoder.encode(version, community, Ber.GET_BULK, options.nonRepeaters(), repetitions, names)
                : RequestEncoder.encode(version, community, Ber.GET_NEXT, 0, 0, names);
    }

    /// A GET for a root that had nothing below it.
    private RequestEncoder.Encoded nextItself(int version, String community) {
        for (int i = 0; i < subtrees.size(); i++) {
            Subtree subtree = subtrees.get(i);
            if (subtree.rows == 0 && !subtree.isAskedItself) {
                asked[0] = i;
                askedCount = 1;
                askedType = Ber.GET;
                return RequestEncoder.encode(version, community, Ber.GET, 0, 0, List.of(subtree.root.start()));
            }
        }
        throw new IllegalStateException("the walk is over: " + end);
    }

    private int askedSize() {
        return askedType == Ber.GET_BULK ? askedCount * askedRepetitions : askedCount;
    }

    // ---------------------------------------------------------------- answers

    /// Takes the answer to the last request.
    ///
    /// @param answer a Response, before its first varbind
    public void answered(MessageDecoder answer, long nowNanos, Rows out) {
        if (suspected > 0) {
            // It is alive: what got no answer was too large.
            repetitions = Math.max(1, suspected / 2);
            together = subtrees.size();
            suspected = 0;
            setBack();
        }
        if (askedType == Ber.GET) {
            itselfAnswered(answer, out);
        } else if (answer.errorStatus() != Ber.NO_ERROR) {
            refused(answer.errorStatus(), answer.errorIndex());
        } else {
            rowsAnswered(answer, out);
        }
        settle(nowNanos);
    }

    private void rowsAnswered(MessageDecoder answer, Rows out) {
        for (int i = 0; i < askedCount; i++) {
            Subtree subtree = subtrees.get(asked[i]);
            subtree.gotRow = false;
            subtree.gotNew = false;
        }
        int size = askedSize();
        int place = 0;
        boolean spoiled = false;
        while (end == End.RUNNING && answer.next()) {
            if (options.isPatient() && size > 1 && !answer.valueFault().isEmpty()) {
                // Some devices spoil values only when they are asked for many.
                spoiled = true;
                break;
            }
            take(asked[place % askedCount], answer, out);
            place++;
        }
        boolean whole = !spoiled && !answer.isFaulty();
        advance(answer.data());
        if (whole && place > 0) {
            grow(size, place);
        } else if (!(options.isPatient() && shrink()) && place == 0) {
            fail(Ber.NO_ERROR, answer.isFaulty() ? "an answer that cannot be read: " + answer.fault() : "no varbinds");
        }
    }

    private void take(int index, MessageDecoder row, Rows out) {
        Subtree subtree = subtrees.get(index);
        byte[] data = row.data();
        int offset = row.nameOffset();
        int length = row.nameLength();
        boolean inside = options.isLiteral() && askedType == Ber.GET_NEXT
                ? subtree.root.isBeforeEnd(data, offset, length)
                : subtree.root.holds(data, offset, length);
        if (!inside) {
            subtree.isOver = true;
            return;
        }
        if (!Oid.isEncoded(data, offset, length)) {
            return;
        }
        subtree.gotRow = true;
        if (isException(row.tag())) {
            subtree.isOver = true;
            if (options.isLiteral()) {
                emit(index, row, out);
            }
            return;
        }
        subtree.lastOffset = offset;
        subtree.lastLength = length;
        boolean isNew = subtree.seen.add(data, offset, length);
        subtree.gotNew |= isNew;
        if (isNew || options.isLiteral()) {
            emit(index, row, out);
        }
    }

    private static boolean isException(int tag) {
        return tag == Ber.NO_SUCH_OBJECT || tag == Ber.NO_SUCH_INSTANCE || tag == Ber.END_OF_MIB_VIEW;
    }

    private void emit(int index, MessageDecoder row, Rows out) {
        rows++;
        subtrees.get(index).rows++;
        bytes += row.nameLength() + row.valueLength();
        out.row(index, row);
        if (rows >= options.mostRows()) {
            stop(End.TOO_MANY_ROWS, "more than " + options.mostRows() + " rows");
        } else if (bytes >= options.mostBytes()) {
            stop(End.TOO_MANY_BYTES, "more than " + options.mostBytes() + " bytes");
        }
    }

    /// Each subtree goes on from its last row.
    private void advance(byte[] data) {
        for (int i = 0; i < askedCount; i++) {
            Subtree subtree = subtrees.get(asked[i]);
            if (!subtree.gotRow || subtree.isOver) {
                continue;
            }
            if (!subtree.gotNew) {
                subtree.isOver = true;
                Oid name = Oid.decode(data, subtree.lastOffset, subtree.lastLength);
                words = "the device answers with the same names again, the last one " + name;
                continue;
            }
            subtree.cursor = Arrays.copyOfRange(data, subtree.lastOffset, subtree.lastOffset + subtree.lastLength);
        }
    }

    private void refused(int status, int index) {
        boolean named = index >= 1 && index <= askedCount;
        if (status == Ber.NO_SUCH_NAME) {
            if (named || askedCount == 1) {
                subtrees.get(asked[named ? index - 1 : 0]).isOver = true;
                errorStatus = status;
                return;
            }
            together = 1;
            return;
        }
        boolean isOfSize = status == Ber.TOO_BIG || status == Ber.GEN_ERR;
        if (options.isPatient() && (isOfSize || askedSize() > 1) && shrink()) {
            return;
        }
        fail(status, "the device answered with the error " + Ber.errorName(status));
    }

    private void itselfAnswered(MessageDecoder answer, Rows out) {
        subtrees.get(asked[0]).isAskedItself = true;
        if (answer.errorStatus() != Ber.NO_ERROR) {
            return;
        }
        while (end == End.RUNNING && answer.next()) {
            if (options.isLiteral() || !isException(answer.tag())) {
                emit(asked[0], answer, out);
            }
        }
    }

    /// No answer came in time.
    ///
    /// @param mayRepeat whether the same request may be sent once more
    /// @return whether to go on: [#next] tells with what
    public boolean silent(boolean mayRepeat) {
        if (options.isPatient() && suspected == 0 && askedSize() > Math.max(1, provenSize)) {
            suspected = repetitions;
            repetitions = 1;
            together = 1;
            return true;
        }
        if (mayRepeat) {
            return true;
        }
        stop(End.SILENT, "no answer");
        return false;
    }

    /// Ends it for a reason of the caller's.
    public void fail(int status, String reason) {
        errorStatus = status;
        stop(End.ERROR, reason);
    }

    private void stop(End how, String reason) {
        if (end == End.RUNNING) {
            end = how;
            words = reason;
        }
    }

    /// Looks whether something is left to ask.
    private void settle(long nowNanos) {
        if (end != End.RUNNING) {
            return;
        }
        boolean allOver = true;
        for (int i = 0; i < subtrees.size(); i++) {
            Subtree subtree = subtrees.get(i);
            allOver &= subtree.isOver && (subtree.rows > 0 || subtree.isAskedItself);
        }
        if (allOver) {
            if (!words.isEmpty()) {
                end = End.LOOPING;
            } else {
                end = errorStatus == Ber.NO_SUCH_NAME ? End.END_OF_MIB : End.COMPLETE;
            }
        } else if (nowNanos - startNanos > options.mostTime().toNanos()) {
            stop(End.TOO_LONG, "more than " + options.mostTime().toSeconds() + " s");
        }
    }

    // ---------------------------------------------------------------- sizes

    /// @return false when it is as small as it can be
    private boolean shrink() {
        if (askedType == Ber.GET_BULK && askedRepetitions > 1) {
            repetitions = Math.min(repetitions, askedRepetitions / 2);
        } else if (askedCount > 1) {
            together = askedCount / 2;
        } else if (bulk && askedType == Ber.GET_BULK) {
            bulk = false;
        } else {
            return false;
        }
        setBack();
        return true;
    }

    private void setBack() {
        provenSize = 0;
        successes = 0;
        growAfter = Math.min(MOST_GROWTH, growAfter * 2);
    }

    private void grow(int size, int got) {
        provenSize = Math.max(provenSize, Math.min(size, got));
        boolean isLess = together < subtrees.size() || repetitions < options.maxRepetitions();
        if (!isLess || ++successes < growAfter) {
            return;
        }
        successes = 0;
        if (together < subtrees.size()) {
            together = Math.min(subtrees.size(), together + Math.max(1, together / 4));
        } else if (bulk) {
            repetitions = Math.min(options.maxRepetitions(), repetitions + Math.max(1, repetitions / 4));
        }
    }
}
