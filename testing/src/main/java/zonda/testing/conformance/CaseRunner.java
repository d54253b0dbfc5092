package zonda.testing.conformance;

/// Runs the cases of files of one name.
@FunctionalInterface
interface CaseRunner {
    Outcome run(Case test);
}
