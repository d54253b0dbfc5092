package zonda.testing.bench;

import java.io.IOException;
import java.util.List;

/// Another store, installed as a package of Debian, started for the benchmark and ended with it.
interface Peer extends AutoCloseable {
    /// What it made of a data set.
    ///
    /// @param bytes of its files, index included, after it merged what it merges
    /// @param back what it gives back, in the order of the items
    record Stored(long bytes, List<Series> back) {}

    /// lower_snake_case
    String name();

    /// Package and version.
    String version();

    Stored store(DataSet data) throws IOException, InterruptedException;

    @Override
    void close() throws IOException;
}
