package zonda.testing.conformance;

import java.nio.file.Path;
import java.util.Optional;

/// Which files are suites of their own form.
final class Suites {
    private Suites() {}

    static Optional<Suite> of(Path file) {
        String name = String.valueOf(file.getFileName());
        return switch (name) {
            case "cts.json" -> Optional.of(new ComplianceSuite(file));
            case "regression_suite.yaml" -> Optional.of(new ComparisonSuite(file));
            case "test.json" -> Optional.of(new OpenMetricsSuite(file));
            default -> Optional.empty();
        };
    }
}
