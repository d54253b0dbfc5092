package zonda.history;

/// What keeps history, behind one door: the engine of this room ([History#open]), its twin in
/// memory ([InMemoryHistory]), and whatever else passes the same conformance kit.
///
/// What a store promises. Rows of an item are ordered by time, and by arrival among those of one
/// time; different values at one time are all kept, an exact repetition counts once. A value comes
/// back bit for bit. A read sees what its writer had accepted before it. Doubles that are no
/// numbers are refused and counted.
public interface HistoryStore {
    /// The way in for one writer, 0 and up.
    ShardHistory writer(int number);

    HistoryReader reader();
}
