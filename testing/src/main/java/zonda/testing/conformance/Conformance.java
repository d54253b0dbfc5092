package zonda.testing.conformance;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/// Runs files and counts. One thread.
final class Conformance {
    private final String only;
    private final Consumer<String> out;
    private final Map<String, Integer> reasons = new TreeMap<>();
    private int cases;
    private int passed;
    private int failed;
    private int notApplicable;
    private int filesWithoutRunner;

    /// @param only files whose path, or cases whose name holds this text; all where it is empty
    /// @param out takes a line for each failing case and each file without a runner
    Conformance(String only, Consumer<String> out) {
        this.only = only;
        this.out = out;
    }

    void run(Path folder, Path file) throws IOException {
        String path = folder.relativize(file).toString();
        String name = String.valueOf(file.getFileName());
        boolean isWholeFile = path.contains(only);
        Optional<Suite> suite = Suites.of(file);
        if (suite.isPresent()) {
            suite.get().run((test, outcome) -> {
                if (isWholeFile || test.contains(only)) {
                    count(path, test, outcome);
                }
            });
            return;
        }
        if (!name.endsWith(".yaml") || name.endsWith(".inc.yaml")) {
            return;
        }
        Optional<CaseRunner> runner = Runners.of(name);
        if (runner.isEmpty()) {
            if (isWholeFile && !CaseFile.read(file).isEmpty()) {
                filesWithoutRunner++;
                out.accept("no runner: " + path);
            }
            return;
        }
        List<Case> read = CaseFile.read(file);
        for (Case test : read) {
            if (isWholeFile || test.name().contains(only)) {
                Optional<Outcome> stated = Inapplicable.find(path, test.name());
                count(path, test.name(), stated.isPresent() ? stated.get() : attempted(runner.get(), test));
            }
        }
    }

    /// A case must not end the run, whatever it does.
    private static Outcome attempted(CaseRunner runner, Case test) {
        try {
            return runner.run(test);
        } catch (RuntimeException e) {
            return new Outcome.Failed("throws " + e);
        }
    }

    private void count(String path, String test, Outcome outcome) {
        cases++;
        switch (outcome) {
            case Outcome.Passed _ -> passed++;
            case Outcome.Failed fault -> {
                failed++;
                out.accept("FAIL " + path + ": " + test + ": " + fault.reason().replace("\n", "\\n"));
            }
            case Outcome.NotApplicable stated -> {
                notApplicable++;
                reasons.merge(stated.kind() + ": " + stated.why(), 1, Integer::sum);
            }
        }
    }

    /// Tells why cases do not apply, and how many for each reason.
    void tellNotApplicable() {
        reasons.forEach((why, count) -> out.accept("not applicable, " + count + ": " + why));
    }

    int cases() {
        return cases;
    }

    int passed() {
        return passed;
    }

    int failed() {
        return failed;
    }

    int notApplicable() {
        return notApplicable;
    }

    int filesWithoutRunner() {
        return filesWithoutRunner;
    }
}
