package zonda.preprocessing.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.schema.FailsafeSchema;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/// Scripts as people have written them, read where the real inputs lie: preprocessing steps, script
/// items and webhooks of templates.
final class TemplateScriptsTest {
    /// User macros and macros of discovery stand for themselves until they are resolved.
    private static final Pattern MACRO = Pattern.compile("\\{[$#][A-Z0-9_.:\"/a-z]+}");

    private final Runs runs = new Runs();
    private final List<String> faults = new ArrayList<>();
    private final Set<String> scripts = new LinkedHashSet<>();
    private int steps;

    @Test
    void allOfTheOfficialTemplatesCompile() throws IOException {
        compileAllOf("official-7.4.0rc2");
        System.out.println(steps + " scripts of official templates, " + scripts.size() + " different ones");
        assertThat(faults).isEmpty();
        assertThat(scripts.size()).isGreaterThan(350);
    }

    @Test
    void allOfTheCommunityTemplatesCompile() throws IOException {
        compileAllOf("community");
        System.out.println(steps + " scripts of community templates, " + scripts.size() + " different ones");
        assertThat(faults)
                .hasSize(3)
                .allSatisfy(fault -> assertThat(fault)
                        .as("only three scripts of one template, with a line break inside a pattern, as YAML has it")
                        .startsWith(
                                "template_ceph_tentacle_by_prometheus.yaml: unterminated regular expression literal"));
        assertThat(scripts.size()).isGreaterThan(100);
    }

    private void compileAllOf(String folder) throws IOException {
        Path root = data().resolve("templates").resolve(folder);
        List<Path> files;
        try (Stream<Path> all = Files.walk(root)) {
            files = all.filter(Files::isRegularFile).sorted().toList();
        }
        for (Path file : files) {
            String name = file.toString();
            if (!hasScript(file)) {
                continue;
            }
            if (name.endsWith(".yaml") || name.endsWith(".yml")) {
                readYaml(file);
            } else if (name.endsWith(".xml")) {
                readXml(file);
            }
        }
    }

    private static boolean hasScript(Path file) throws IOException {
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        return text.contains("JAVASCRIPT") || text.contains("type: SCRIPT") || text.contains("WEBHOOK");
    }

    private void readYaml(Path file) throws IOException {
        Load load = new Load(LoadSettings.builder()
                .setSchema(new FailsafeSchema())
                .setTagConstructors(Map.of(Tag.NULL, node -> ""))
                .setCodePointLimit(50_000_000)
                .build());
        visit(load.loadFromString(Files.readString(file)), file);
    }

    private void visit(Object node, Path file) {
        if (node instanceof Map<?, ?> map) {
            Object type = map.get("type");
            if ("JAVASCRIPT".equals(type) && map.get("parameters") instanceof List<?> parameters) {
                compile(String.valueOf(parameters.getFirst()), file);
            } else if (("SCRIPT".equals(type) || "BROWSER".equals(type))
                    && map.get("params") instanceof String params) {
                compile(params, file);
            } else if ("WEBHOOK".equals(type) && map.get("script") instanceof String script) {
                compile(script, file);
            }
            map.values().forEach(value -> visit(value, file));
        } else if (node instanceof List<?> list) {
            list.forEach(value -> visit(value, file));
        }
    }

    private void readXml(Path file) throws IOException {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            NodeList all = factory.newDocumentBuilder().parse(file.toFile()).getElementsByTagName("type");
            for (int i = 0; i < all.getLength(); i++) {
                String type = all.item(i).getTextContent();
                Element holder = (Element) all.item(i).getParentNode();
                switch (type) {
                    case "JAVASCRIPT", "21" -> {
                        if (holder.getTagName().equals("step")) {
                            String text = child(holder, "params");
                            compile(text.isEmpty() ? child(holder, "parameters") : text, file);
                        }
                    }
                    case "SCRIPT" -> compile(child(holder, "params"), file);
                    case "WEBHOOK" -> compile(child(holder, "script"), file);
                    default -> {}
                }
            }
        } catch (ParserConfigurationException | SAXException e) {
            throw new UncheckedIOException(file + ": " + e.getMessage(), new IOException(e));
        }
    }

    private static String child(Element holder, String name) {
        for (Node node = holder.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node.getNodeName().equals(name)) {
                return node.getTextContent();
            }
        }
        return "";
    }

    private void compile(String written, Path file) {
        steps++;
        String script = MACRO.matcher(written).replaceAll("1");
        if (scripts.add(script)) {
            String fault = runs.fault(script);
            if (!fault.equals("compiles")) {
                faults.add(
                        file.getFileName() + ": " + fault + ": " + script.substring(0, Math.min(100, script.length())));
            }
        }
    }

    private static Path data() {
        String named = System.getenv("ZONDA_TEST_DATA");
        Path data = named != null ? Path.of(named) : Path.of(System.getProperty("zonda.root"), "..", "shared", "data");
        boolean isThere = Files.isDirectory(data.resolve("templates"));
        if ("true".equals(System.getenv("CI"))) {
            assertThat(isThere).as("the real inputs at " + data).isTrue();
        }
        assumeTrue(isThere, "no real inputs at " + data);
        return data;
    }
}
