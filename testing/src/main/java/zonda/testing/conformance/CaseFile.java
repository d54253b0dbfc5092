package zonda.testing.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.schema.FailsafeSchema;

/// Reads files of cases: YAML documents, each with `test case`, `in` and `out`. Every scalar is a
/// text. `include: &x file.inc.yaml` stands for the first document of that file wherever `*x` is.
final class CaseFile {
    private CaseFile() {}

    static List<Case> read(Path file) throws IOException {
        List<Case> cases = new ArrayList<>();
        for (Object document : load(Files.readString(file))) {
            if (document instanceof Map<?, ?> map && map.containsKey("test case")) {
                Map<?, ?> tree = map;
                if (map.get("include") instanceof String name) {
                    Object included =
                            load(Files.readString(file.resolveSibling(name))).getFirst();
                    tree = (Map<?, ?>) replaced(map, name, included);
                }
                cases.add(new Case(String.valueOf(map.get("test case")), tree));
            }
        }
        return cases;
    }

    private static List<Object> load(String text) {
        Load load = new Load(LoadSettings.builder()
                .setSchema(new FailsafeSchema())
                .setTagConstructors(Map.of(Tag.NULL, _ -> ""))
                .setAllowDuplicateKeys(true)
                .setCodePointLimit(64 << 20)
                .build());
        List<Object> documents = new ArrayList<>();
        load.loadAllFromString(text).forEach(documents::add);
        return documents;
    }

    private static Object replaced(Object node, String name, Object included) {
        if (node instanceof Map<?, ?> map) {
            Map<Object, Object> out = new HashMap<>();
            map.forEach((key, value) -> out.put(key, replaced(value, name, included)));
            return out;
        }
        if (node instanceof List<?> list) {
            List<Object> out = new ArrayList<>();
            list.forEach(element -> out.add(replaced(element, name, included)));
            return out;
        }
        return name.equals(node) ? included : node;
    }
}
