package zonda.devices.agent;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.MessageDecoder;
import zonda.protocol.snmp.ResponseEncoder;
import zonda.protocol.snmp.UsmAgent;
import zonda.protocol.snmp.UsmReport;

/// Answers GET, GETNEXT, GETBULK and SET of SNMP v1, v2c and v3 (RFC 1157, RFC 3416, RFC 3414) from
/// an [ObjectTree]. What is no such request gets no answer, as agents do. Owned by one thread.
///
/// Version 3 takes one step more: [#open], then [#authenticate], then [#respond], or [#report]
/// where
/// a step fails.
public final class Agent {
    /// What one unfragmented Ethernet frame holds over IPv4 and UDP.
    public static final int DEFAULT_LARGEST_ANSWER_BYTES = 1472;

    /// What a message of version 3 has besides names, ids and the PDU, each at its longest.
    private static final int V3_FRAME_BYTES = 200;

    /// Message, version, PDU, request id, error status and index, list: their tags, lengths and
    /// numbers, each at its longest.
    private static final int FRAME_BYTES = 40;

    /// What every engine takes (RFC 3412, section 6.3).
    private static final int SMALLEST_LARGEST_MESSAGE = 484;

    private static final int SMALLEST_VARBIND_BYTES = 9;
    private static final int MOST_REPETITIONS = 65_535;

    /// Values that devices with faulty arithmetic send without content in answers to GETBULK.
    private static final int FIRST_EMPTY_INTEGER = 12;

    private static final int LAST_EMPTY_INTEGER = 15;

    private final int largestAnswerBytes;
    private final MessageDecoder decoder = new MessageDecoder();
    private final ResponseEncoder encoder = new ResponseEncoder();
    private final UsmAgent usm;
    private Engine engine = Engine.NONE;
    private byte[] user = new byte[0];
    private byte[] context = new byte[0];
    private boolean isSecured;
    private long reports;

    private byte[] request = new byte[0];
    private int asked;
    private int[] nameOffset = new int[64];
    private int[] nameLength = new int[64];
    private int[] valueTag = new int[64];
    private int[] valueOffset = new int[64];
    private int[] valueLength = new int[64];
    private long[] found = new long[64];

    /// Of each varbind of an answer to GETBULK: the object, or none at the end of the MIB; the one
    /// before it in its column; the column.
    private long[] cell = new long[256];

    private long[] cellBefore = new long[256];
    private int[] cellColumn = new int[256];
    private int[] sizeBefore = new int[256];

    private int errorStatus;
    private int errorIndex;

    /// @param largestAnswerBytes a longer answer is tooBig, or cut where it is one to GETBULK
    public Agent(int largestAnswerBytes) {
        this(largestAnswerBytes, 1);
    }

    /// @param firstSalt where the salts of encryption in version 3 begin
    public Agent(int largestAnswerBytes, long firstSalt) {
        this.largestAnswerBytes = largestAnswerBytes;
        this.usm = new UsmAgent(firstSalt);
    }

    /// Answers one datagram; the answer stands in [#answer] from [#answerOffset] on.
    ///
    /// @param community the only one that is served; none at all serves each
    /// @return bytes of the answer; 0 = no answer
    public int respond(byte[] datagram, int offset, int length, ObjectTree tree, byte[] community) {
        if (!open(datagram, offset, length) || isV3() || (community.length > 0 && !decoder.communityIs(community))) {
            return 0;
        }
        return respond(tree, Quirks.NONE);
    }

    /// Reads a request, which [#respond(ObjectTree, Quirks)] then answers; of version 3 it reads
    /// the
    /// header.
    ///
    /// @return false when it is none that is answered
    public boolean open(byte[] datagram, int offset, int length) {
        isSecured = false;
        if (!decoder.openAny(datagram, offset, length)) {
            return false;
        }
        if (isV3()) {
            user = decoder.user();
            return true;
        }
        return readNames(datagram);
    }

    /// Whether the request that was opened is one of version 3.
    public boolean isV3() {
        return decoder.version() == Ber.VERSION_3;
    }

    /// The user's name in a request of version 3, which nobody has authenticated yet.
    public byte[] user() {
        return user;
    }

    /// The context's name in a request of version 3 that was authenticated.
    public byte[] context() {
        return context;
    }

    /// Checks a request of version 3 and reads it.
    ///
    /// @return why it is not processed; empty when [#respond(ObjectTree, Quirks)] may follow
    public Optional<UsmReport> authenticate(Engine asked) {
        engine = asked;
        Optional<UsmReport> fault = usm.check(decoder, asked.id(), asked.boots(), asked.time(), asked.keys());
        if (fault.isPresent()) {
            return fault;
        }
        isSecured = true;
        context = decoder.context();
        return readNames(decoder.data()) ? Optional.empty() : Optional.of(UsmReport.INVALID_MESSAGE);
    }

    /// Reports why a request of version 3 is not processed; the message stands in [#answer].
    ///
    /// @param ownRequestId what the report has for a request id; 0 for the request's
    /// @return bytes of the message; 0 = none
    public int report(UsmReport reason, int ownRequestId) {
        if (!usm.isReportable()) {
            return 0;
        }
        int requestId = ownRequestId;
        if (requestId == 0 && (isSecured || (!decoder.isEncrypted() && decoder.openScoped()))) {
            requestId = decoder.requestId();
        }
        isSecured = true;
        usm.report(reason, ++reports, requestId, engine.id(), engine.boots(), engine.time(), engine.keys());
        return usm.encoder().size();
    }

    /// Where the community of the request begins in its datagram.
    public int communityOffset() {
        return decoder.communityOffset();
    }

    public int communityLength() {
        return decoder.communityLength();
    }

    /// Answers the request that was opened; the answer stands in [#answer] from [#answerOffset] on.
    ///
    /// @return bytes of the answer; 0 = no answer
    public int respond(ObjectTree tree, Quirks quirks) {
        encoder.clear();
        errorStatus = Ber.NO_ERROR;
        errorIndex = 0;
        boolean v1 = decoder.version() == Ber.VERSION_1;
        int room = room();
        int size = decoder.pduType() == Ber.GET_BULK ? decoder.errorIndex() : asked;
        if (size > quirks.silentAbove()) {
            return 0;
        }
        if (size > quirks.tooBigAbove()) {
            errorStatus = Ber.TOO_BIG;
        } else if (!answer(tree, v1, room, quirks)) {
            return 0;
        }
        if (errorStatus == Ber.NO_ERROR && encoder.size() > room) {
            errorStatus = Ber.TOO_BIG;
        }
        if (errorStatus != Ber.NO_ERROR) {
            encoder.clear();
            if ((v1 && size <= quirks.tooBigAbove()) || errorStatus != Ber.TOO_BIG) {
                repeatRequest();
            }
        }
        if (isV3()) {
            encoder.finishPdu(Ber.RESPONSE, decoder.requestId(), errorStatus, errorIndex);
            usm.answer(
                    engine.id(),
                    engine.boots(),
                    engine.time(),
                    Objects.requireNonNull(engine.keys()),
                    context,
                    encoder);
            return usm.encoder().size();
        }
        encoder.finish(
                decoder.version(),
                decoder.data(),
                decoder.communityOffset(),
                decoder.communityLength(),
                Ber.RESPONSE,
                decoder.requestId(),
                errorStatus,
                errorIndex);
        return encoder.size();
    }

    private int room() {
        if (!isV3()) {
            return largestAnswerBytes - FRAME_BYTES - decoder.communityLength();
        }
        int most = Math.min(largestAnswerBytes, Math.max(SMALLEST_LARGEST_MESSAGE, decoder.maxSize()));
        return most - V3_FRAME_BYTES - 2 * engine.id().length - user.length - context.length;
    }

    private boolean answer(ObjectTree tree, boolean v1, int room, Quirks quirks) {
        switch (decoder.pduType()) {
            case Ber.GET -> get(tree, v1, quirks);
            case Ber.GET_NEXT -> getNext(tree, v1, quirks);
            case Ber.GET_BULK -> {
                if (v1) {
                    return false;
                }
                getBulk(tree, room, quirks);
            }
            case Ber.SET -> set(tree, v1);
            default -> {
                return false;
            }
        }
        return true;
    }

    /// Holds the last answer.
    public byte[] answer() {
        return isSecured ? usm.encoder().buffer() : encoder.buffer();
    }

    public int answerOffset() {
        return isSecured ? 0 : encoder.offset();
    }

    /// Varbinds asked for in the last request that was answered.
    public int asked() {
        return asked;
    }

    private boolean readNames(byte[] datagram) {
        request = datagram;
        asked = 0;
        while (decoder.next()) {
            if (asked == nameOffset.length) {
                nameOffset = Arrays.copyOf(nameOffset, asked * 2);
                nameLength = Arrays.copyOf(nameLength, asked * 2);
                valueTag = Arrays.copyOf(valueTag, asked * 2);
                valueOffset = Arrays.copyOf(valueOffset, asked * 2);
                valueLength = Arrays.copyOf(valueLength, asked * 2);
                found = Arrays.copyOf(found, asked * 2);
            }
            nameOffset[asked] = decoder.nameOffset();
            nameLength[asked] = decoder.nameLength();
            valueTag[asked] = decoder.tag();
            valueOffset[asked] = decoder.valueOffset();
            valueLength[asked] = decoder.valueLength();
            asked++;
        }
        return !decoder.isFaulty();
    }

    private void get(ObjectTree tree, boolean v1, Quirks quirks) {
        for (int i = 0; i < asked; i++) {
            long position = tree.exact(request, nameOffset[i], nameLength[i]);
            if (v1 && (position == ObjectTree.NONE || tree.isCounter64(position))) {
                refuse(Ber.NO_SUCH_NAME, i);
                return;
            }
            if (isRefused(tree, position, i, v1)) {
                return;
            }
            found[i] = position;
        }
        for (int i = Math.min(asked, quirks.mostVarbinds()) - 1; i >= 0; i--) {
            if (found[i] != ObjectTree.NONE) {
                tree.put(encoder, found[i]);
                continue;
            }
            boolean instance = tree.hasObjectOf(request, nameOffset[i], nameLength[i]);
            putAsked(i, instance ? Ber.NO_SUCH_INSTANCE : Ber.NO_SUCH_OBJECT);
        }
    }

    private void getNext(ObjectTree tree, boolean v1, Quirks quirks) {
        for (int i = 0; i < asked; i++) {
            long position = tree.after(request, nameOffset[i], nameLength[i]);
            while (v1 && position != ObjectTree.NONE && tree.isCounter64(position)) {
                position = tree.following(position);
            }
            if (v1 && position == ObjectTree.NONE) {
                refuse(Ber.NO_SUCH_NAME, i);
                return;
            }
            if (isRefused(tree, position, i, v1)) {
                return;
            }
            found[i] = position;
        }
        for (int i = Math.min(asked, quirks.mostVarbinds()) - 1; i >= 0; i--) {
            if (found[i] == ObjectTree.NONE) {
                putAsked(i, Ber.END_OF_MIB_VIEW);
            } else {
                tree.put(encoder, found[i]);
            }
        }
    }

    /// Whether reading an object ends in an error; that of the request is then noted.
    private boolean isRefused(ObjectTree tree, long position, int index, boolean v1) {
        int refusal = position == ObjectTree.NONE ? Ber.NO_ERROR : tree.refusal(position, false);
        if (refusal == Ber.NO_ERROR || (refusal >= Ber.NO_SUCH_OBJECT && !v1)) {
            return false;
        }
        refuse(v1 ? ofV1(refusal) : refusal, index);
        return true;
    }

    /// What SNMPv1 says for an error status of SNMPv2 (RFC 3584, section 4.4).
    private static int ofV1(int status) {
        return switch (status) {
            case 7, 8, 9, 10, 12 -> Ber.BAD_VALUE;
            case 13, 14, 15, Ber.GEN_ERR -> Ber.GEN_ERR;
            default -> Ber.NO_SUCH_NAME;
        };
    }

    /// All or nothing: what one varbind refuses, none writes (RFC 3416, section 4.2.5).
    private void set(ObjectTree tree, boolean v1) {
        for (int i = 0; i < asked; i++) {
            found[i] = tree.exact(request, nameOffset[i], nameLength[i]);
            int refusal = found[i] == ObjectTree.NONE ? Ber.NOT_WRITABLE : tree.refusal(found[i], true);
            if (refusal == Ber.NO_ERROR) {
                refusal = tree.write(found[i], valueTag[i], request, valueOffset[i], valueLength[i], false);
            }
            if (refusal != Ber.NO_ERROR) {
                refuse(v1 ? refusal == Ber.NOT_WRITABLE ? Ber.READ_ONLY : ofV1(refusal) : refusal, i);
                return;
            }
        }
        for (int i = asked - 1; i >= 0; i--) {
            tree.write(found[i], valueTag[i], request, valueOffset[i], valueLength[i], true);
            byte[] content = Arrays.copyOfRange(request, valueOffset[i], valueOffset[i] + valueLength[i]);
            encoder.octets(request, nameOffset[i], nameLength[i], valueTag[i], content);
        }
    }

    /// RFC 3416, section 4.2.3: row by row until all columns are at the end of the MIB, the
    /// repetitions are done, or the answer is full.
    private void getBulk(ObjectTree tree, int room, Quirks quirks) {
        int nonRepeaters = Math.clamp(decoder.errorStatus(), 0, asked);
        int repetitions = Math.clamp(decoder.errorIndex(), 0, MOST_REPETITIONS);
        int most = Math.min(quirks.mostVarbinds(), Math.max(0, room) / SMALLEST_VARBIND_BYTES + 1);
        int count = 0;
        int lastRow = 0;
        for (int i = 0; i < asked && count < most; i++) {
            if (i < nonRepeaters || repetitions > 0) {
                count = addCell(count, tree.after(request, nameOffset[i], nameLength[i]), ObjectTree.NONE, i);
            }
        }
        int columns = asked - nonRepeaters;
        if (repetitions > 0 && columns > 0) {
            lastRow = nonRepeaters;
        }
        for (int row = 1; row < repetitions && columns > 0 && count < most && lives(lastRow, count); row++) {
            int from = lastRow;
            lastRow = count;
            for (int column = 0; column < columns && count < most; column++) {
                long before = cell[from + column];
                boolean ended = before == ObjectTree.NONE;
                long next = ended ? ObjectTree.NONE : tree.following(before);
                count = addCell(count, next, ended ? cellBefore[from + column] : before, nonRepeaters + column);
            }
        }
        for (int i = 0; i < count; i++) {
            if (isRefused(tree, cell[i], cellColumn[i], false)) {
                return;
            }
        }
        int kept = encode(tree, count, room, quirks.emptyIntegers());
        if (kept > 0 && kept < count) {
            encoder.dropLast(sizeBefore[kept - 1]);
        } else if (kept == 0) {
            encoder.clear();
        }
    }

    private boolean lives(int from, int to) {
        for (int i = from; i < to; i++) {
            if (cell[i] != ObjectTree.NONE) {
                return true;
            }
        }
        return false;
    }

    private int addCell(int count, long position, long before, int column) {
        if (count == cell.length) {
            cell = Arrays.copyOf(cell, count * 2);
            cellBefore = Arrays.copyOf(cellBefore, count * 2);
            cellColumn = Arrays.copyOf(cellColumn, count * 2);
            sizeBefore = Arrays.copyOf(sizeBefore, count * 2);
        }
        cell[count] = position;
        cellBefore[count] = before;
        cellColumn[count] = column;
        return count + 1;
    }

    /// Encodes all cells, the last one first.
    ///
    /// @return so many from the front fit
    private int encode(ObjectTree tree, int count, int room, boolean emptyIntegers) {
        for (int i = count - 1; i >= 0; i--) {
            sizeBefore[i] = encoder.size();
            if (emptyIntegers && isEmptied(tree, i)) {
                tree.putEmpty(encoder, cell[i], Ber.INTEGER);
            } else if (cell[i] != ObjectTree.NONE) {
                tree.put(encoder, cell[i]);
            } else if (cellBefore[i] != ObjectTree.NONE) {
                tree.putEmpty(encoder, cellBefore[i], Ber.END_OF_MIB_VIEW);
            } else {
                putAsked(cellColumn[i], Ber.END_OF_MIB_VIEW);
            }
        }
        int kept = count;
        while (kept > 0 && encoder.size() - sizeBefore[kept - 1] > room) {
            kept--;
        }
        return kept;
    }

    private boolean isEmptied(ObjectTree tree, int index) {
        return index >= FIRST_EMPTY_INTEGER
                && index <= LAST_EMPTY_INTEGER
                && cell[index] != ObjectTree.NONE
                && tree.isInteger(cell[index]);
    }

    private void putAsked(int index, int tag) {
        encoder.empty(request, nameOffset[index], nameLength[index], tag);
    }

    private void repeatRequest() {
        for (int i = asked - 1; i >= 0; i--) {
            putAsked(i, Ber.NULL);
        }
    }

    private void refuse(int status, int index) {
        errorStatus = status;
        errorIndex = index + 1;
    }
}
