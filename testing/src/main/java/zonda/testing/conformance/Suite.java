package zonda.testing.conformance;

import java.io.IOException;

/// A file, or a folder told by one of its files, in a form of its own.
interface Suite {
    /// Takes the outcomes of cases.
    interface Results {
        void result(String test, Outcome outcome);
    }

    void run(Results results) throws IOException;
}
