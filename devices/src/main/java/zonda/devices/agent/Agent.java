package zonda.devices.agent;

import java.util.Arrays;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.MessageDecoder;
import zonda.protocol.snmp.ResponseEncoder;

/// Answers GET, GETNEXT and GETBULK of SNMP v1 and v2c (RFC 1157, RFC 3416) from an [ObjectTree],
/// and refuses SET. What is no such request gets no answer, as agents do. Owned by one thread.
public final class Agent {
    /// What one unfragmented Ethernet frame holds over IPv4 and UDP.
    public static final int DEFAULT_LARGEST_ANSWER_BYTES = 1472;

    /// Message, version, PDU, request id, error status and index, list: their tags, lengths and
    /// numbers, each at its longest.
    private static final int FRAME_BYTES = 40;

    private static final int SMALLEST_VARBIND_BYTES = 9;
    private static final int MOST_REPETITIONS = 65_535;

    private final int largestAnswerBytes;
    private final MessageDecoder decoder = new MessageDecoder();
    private final ResponseEncoder encoder = new ResponseEncoder();

    private byte[] request = new byte[0];
    private int asked;
    private int[] nameOffset = new int[64];
    private int[] nameLength = new int[64];
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
        this.largestAnswerBytes = largestAnswerBytes;
    }

    /// Answers one datagram; the answer stands in [#answer] from [#answerOffset] on.
    ///
    /// @param community the only one that is served; none at all serves each
    /// @return bytes of the answer; 0 = no answer
    public int respond(byte[] datagram, int offset, int length, ObjectTree tree, byte[] community) {
        if (!decoder.open(datagram, offset, length)
                || (community.length > 0 && !decoder.communityIs(community))
                || !readNames(datagram)) {
            return 0;
        }
        encoder.clear();
        errorStatus = Ber.NO_ERROR;
        errorIndex = 0;
        boolean v1 = decoder.version() == Ber.VERSION_1;
        int room = largestAnswerBytes - FRAME_BYTES - decoder.communityLength();
        switch (decoder.pduType()) {
            case Ber.GET -> get(tree, v1);
            case Ber.GET_NEXT -> getNext(tree, v1);
            case Ber.GET_BULK -> {
                if (v1) {
                    return 0;
                }
                getBulk(tree, room);
            }
            case Ber.SET -> {
                errorStatus = v1 ? Ber.READ_ONLY : Ber.NOT_WRITABLE;
                errorIndex = 1;
            }
            default -> {
                return 0;
            }
        }
        if (errorStatus == Ber.NO_ERROR && encoder.size() > room) {
            errorStatus = Ber.TOO_BIG;
        }
        if (errorStatus != Ber.NO_ERROR) {
            encoder.clear();
            if (v1 || errorStatus != Ber.TOO_BIG) {
                repeatRequest();
            }
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

    /// Holds the last answer.
    public byte[] answer() {
        return encoder.buffer();
    }

    public int answerOffset() {
        return encoder.offset();
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
                found = Arrays.copyOf(found, asked * 2);
            }
            nameOffset[asked] = decoder.nameOffset();
            nameLength[asked] = decoder.nameLength();
            asked++;
        }
        return !decoder.isFaulty();
    }

    private void get(ObjectTree tree, boolean v1) {
        for (int i = 0; i < asked; i++) {
            long position = tree.exact(request, nameOffset[i], nameLength[i]);
            if (v1 && (position == ObjectTree.NONE || tree.isCounter64(position))) {
                refuse(Ber.NO_SUCH_NAME, i);
                return;
            }
            found[i] = position;
        }
        for (int i = asked - 1; i >= 0; i--) {
            if (found[i] != ObjectTree.NONE) {
                tree.put(encoder, found[i]);
                continue;
            }
            boolean instance = tree.hasObjectOf(request, nameOffset[i], nameLength[i]);
            putAsked(i, instance ? Ber.NO_SUCH_INSTANCE : Ber.NO_SUCH_OBJECT);
        }
    }

    private void getNext(ObjectTree tree, boolean v1) {
        for (int i = 0; i < asked; i++) {
            long position = tree.after(request, nameOffset[i], nameLength[i]);
            while (v1 && position != ObjectTree.NONE && tree.isCounter64(position)) {
                position = tree.following(position);
            }
            if (v1 && position == ObjectTree.NONE) {
                refuse(Ber.NO_SUCH_NAME, i);
                return;
            }
            found[i] = position;
        }
        for (int i = asked - 1; i >= 0; i--) {
            if (found[i] == ObjectTree.NONE) {
                putAsked(i, Ber.END_OF_MIB_VIEW);
            } else {
                tree.put(encoder, found[i]);
            }
        }
    }

    /// RFC 3416, section 4.2.3: row by row until all columns are at the end of the MIB, the
    /// repetitions are done, or the answer is full.
    private void getBulk(ObjectTree tree, int room) {
        int nonRepeaters = Math.clamp(decoder.errorStatus(), 0, asked);
        int repetitions = Math.clamp(decoder.errorIndex(), 0, MOST_REPETITIONS);
        int most = Math.max(0, room) / SMALLEST_VARBIND_BYTES + 1;
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
        int kept = encode(tree, count, room);
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
    private int encode(ObjectTree tree, int count, int room) {
        for (int i = count - 1; i >= 0; i--) {
            sizeBefore[i] = encoder.size();
            if (cell[i] != ObjectTree.NONE) {
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
