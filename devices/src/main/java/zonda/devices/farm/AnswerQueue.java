package zonda.devices.farm;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Answers that wait for their time, in the order of arrival, which is that of departure since all
/// wait equally long. A ring of fixed size: when it is full, requests wait in the kernel. Owned by
/// one thread.
final class AnswerQueue implements AutoCloseable {
    private static final int CAPACITY = 1 << 16;
    private static final int MASK = CAPACITY - 1;

    private final Arena arena = Arena.ofConfined();
    private final int dataBytes;
    private final MemorySegment data;
    private final long[] dueNanos = new long[CAPACITY];
    private final long[] place = new long[CAPACITY];
    private final int[] bytes = new int[CAPACITY];
    private final int[] localAddress = new int[CAPACITY];
    private final long[] peer = new long[CAPACITY];
    private final int largest;

    private long head;
    private long tail;

    /// Places count on over the end of the ring; their remainder says where they are.
    private long dataHead;

    /// @param dataBytes room for the answers themselves
    /// @param largest the longest answer, bytes
    AnswerQueue(int dataBytes, int largest) {
        this.dataBytes = dataBytes;
        this.largest = largest;
        this.data = arena.allocate(dataBytes, 64);
    }

    MemorySegment data() {
        return data;
    }

    int size() {
        return (int) (head - tail);
    }

    /// How many more answers fit for certain, at most `most`.
    int room(int most) {
        if (head == tail) {
            // Starts anew at the front, so that an idle queue stays in the processor's cache.
            head = 0;
            tail = 0;
            dataHead = 0;
            return Math.min(most, dataBytes / largest - 1);
        }
        long free = dataBytes - (dataHead - place[(int) tail & MASK]);
        return Math.clamp(Math.min(free / largest - 1, CAPACITY - (head - tail)), 0, most);
    }

    void add(byte[] answer, int offset, int length, int from, long to, long due) {
        int at = (int) (dataHead % dataBytes);
        if (at + length > dataBytes) {
            dataHead += dataBytes - at;
            at = 0;
        }
        MemorySegment.copy(answer, offset, data, JAVA_BYTE, at, length);
        int slot = (int) head & MASK;
        dueNanos[slot] = due;
        place[slot] = dataHead;
        bytes[slot] = length;
        localAddress[slot] = from;
        peer[slot] = to;
        dataHead += length;
        head++;
    }

    /// When the answer at that place from the front is due.
    long dueNanos(int ahead) {
        return dueNanos[(int) (tail + ahead) & MASK];
    }

    /// Hands the answer at that place from the front to the socket.
    void prepare(int ahead, PacketInfoSocket socket) {
        int slot = (int) (tail + ahead) & MASK;
        socket.prepare(ahead, data, place[slot] % dataBytes, bytes[slot], localAddress[slot], peer[slot]);
    }

    /// So many from the front have left.
    void removeFirst(int count) {
        tail += count;
    }

    @Override
    public void close() {
        arena.close();
    }
}
