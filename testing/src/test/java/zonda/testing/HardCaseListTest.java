package zonda.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The lists of hard cases name tests that exist.
class HardCaseListTest {
    private static final Pattern NAMED = Pattern.compile("`([A-Z]\\w+Test)#(\\w+)`");

    private static final List<String> LISTS = List.of("snmp-hard-cases.md", "preprocessing-hard-cases.md");

    @Test
    void eachTestThatTheListsNameIsThere() throws IOException {
        Path root = Path.of(System.getProperty("zonda.root"));
        Map<String, String> sources = new TreeMap<>();
        try (Stream<Path> rooms = Files.list(root)) {
            for (Path room : rooms.sorted().toList()) {
                read(room.resolve("src/test/java"), sources);
            }
        }
        List<String> missing = new ArrayList<>();
        int named = 0;
        for (String list : LISTS) {
            Matcher matcher =
                    NAMED.matcher(Files.readString(root.resolve("docs").resolve(list)));
            while (matcher.find()) {
                named++;
                String source = sources.getOrDefault(matcher.group(1) + ".java", "");
                if (!source.contains("void " + matcher.group(2) + "(")) {
                    missing.add(matcher.group());
                }
            }
        }
        assertThat(named).isGreaterThan(70);
        assertThat(missing).isEmpty();
    }

    private static void read(Path folder, Map<String, String> sources) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                sources.merge(file.getFileName().toString(), Files.readString(file), String::concat);
            }
        }
    }
}
