package zonda.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/// Programs of Debian packages that some tests need. Without them a test is not run, and
/// `zonda test` names it; CI takes that for a fault.
public final class DebianPackages {
    private DebianPackages() {}

    /// The path of a program; the test ends as not run when the package is not installed.
    public static Path program(String name, String debianPackage) {
        for (String folder : (System.getenv("PATH") + ":/usr/sbin:/sbin").split(":", -1)) {
            Path path = Path.of(folder, name);
            if (Files.isExecutable(path)) {
                return path;
            }
        }
        assumeTrue(false, "needs the Debian package " + debianPackage + ": zonda test --install");
        throw new IllegalStateException("an assumption that does not hold ends the test");
    }
}
