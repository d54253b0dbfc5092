package zonda.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import zonda.server.Server;

/// Steps that are tried: `zonda preprocess`, and the API's `preprocessing.test`.
class PreprocessCommandTest {
    private static final String STEPS = """
            - {type: jsonpath, parameters: [$.in]}
            - {type: multiplier, parameters: ["{$FACTOR}"]}
            - {type: change_per_second}
            """;

    @TempDir
    Path folder;

    private ServerProcess preprocess(String steps, String value, String... more) throws IOException {
        Path stepsFile = Worlds.written(folder.resolve("steps.yaml"), steps);
        Path valueFile = Worlds.written(folder.resolve("value.txt"), value);
        String[] all = new String[5 + more.length];
        all[0] = "preprocess";
        all[1] = "--steps";
        all[2] = stepsFile.toString();
        all[3] = "--value";
        all[4] = valueFile.toString();
        System.arraycopy(more, 0, all, 5, more.length);
        return ServerProcess.zonda(folder, all);
    }

    @Test
    void eachStepTellsWhatItMade() throws IOException {
        Path previous = Worlds.written(folder.resolve("previous.txt"), "{\"in\": 1000}\n");
        try (ServerProcess run = preprocess(
                STEPS,
                "{\"in\": 2500}\n",
                "--previous",
                previous.toString(),
                "--seconds",
                "30",
                "--value-type",
                "float",
                "--macro",
                "{$FACTOR}=8")) {
            assertThat(run.ended()).as(run.errors()).isZero();
            assertThat(run.output())
                    .containsPattern("(?s) 1\\. jsonpath \\(.* ms\\)\n    2500\n 2\\. multiplier .*\n    20000\n")
                    .endsWith("Result\n    400\n");
        }
    }

    @Test
    void stepsMayNameGlobalExpressions() throws IOException {
        Path expressions = Worlds.written(
                folder.resolve("expressions.yaml"),
                "- name: link\n  expressions: [{expression: 'eth(\\d+)'}, {type: not_included, expression: down}]\n");
        String steps = "- {type: regex, parameters: ['@link', '\\1']}\n";
        try (ServerProcess run = preprocess(steps, "ETH17 up", "--expressions", expressions.toString())) {
            assertThat(run.ended()).as(run.errors()).isZero();
            assertThat(run.output()).endsWith("Result\n    17\n");
        }
        try (ServerProcess run = preprocess(steps, "eth17 down", "--expressions", expressions.toString())) {
            assertThat(run.ended()).isEqualTo(1);
            assertThat(run.output()).contains("the pattern '@link' does not match");
        }
    }

    @Test
    void whereTheValueEndsTheReasonIsTold() throws IOException {
        try (ServerProcess run = preprocess(
                "- {type: jsonpath, parameters: [$.out]}\n- {type: multiplier, parameters: [\"8\"]}\n",
                "{\"in\": 1}",
                "--json")) {
            assertThat(run.ended()).as(run.errors()).isEqualTo(1);
            JsonNode told = JsonMapper.builder().build().readTree(run.output());
            assertThat(told.path("steps")).hasSize(1);
            assertThat(told.path("steps").get(0).path("error").asString()).contains("step 1 (jsonpath)");
            assertThat(told.path("result").path("error").asString()).contains("step 1 (jsonpath)");
        }
        try (ServerProcess run = preprocess("- {type: change_per_second}\n", "5")) {
            assertThat(run.ended()).isEqualTo(1);
            assertThat(run.output()).contains("(discarded)");
        }
    }

    @Test
    void stepsThatCannotBeReadAreToldWithTheirLines() throws IOException {
        try (ServerProcess run = preprocess("- {type: jsonpath, parameters: [$.a]}\n- {type: jsonpat}\n", "1")) {
            assertThat(run.ended()).isEqualTo(2);
            assertThat(run.errors()).contains("steps, line 2: 'jsonpat' (did you mean 'jsonpath'?)");
        }
        try (ServerProcess run = preprocess("- {type: [\n", "1")) {
            assertThat(run.ended()).isEqualTo(2);
            assertThat(run.errors()).contains("steps, line").doesNotContain("\tat ");
        }
    }

    @Test
    void theApiTriesStepsTooAndStoresNothing() throws IOException {
        Path configuration = Worlds.written(folder.resolve("world.yaml"), "hosts: []\n");
        try (Server server = Worlds.server(folder.resolve("data"), configuration);
                Api api = new Api(server.webPort()).login("zonda")) {
            JsonNode told = api.result(
                    "preprocessing.test",
                    "{\"steps\":\"- {type: regex, parameters: ['([0-9]+)', '\\\\1']}\\n- {type: simple_change}\","
                            + "\"value\":\"load 17\",\"previous\":\"load 10\",\"value_type\":\"unsigned\"}");
            assertThat(told.path("steps").get(0).path("value").asString()).isEqualTo("17");
            assertThat(told.path("steps").get(1).path("value").asString()).isEqualTo("7");
            assertThat(told.path("outcome").asString()).isEqualTo("value");
            assertThat(told.path("value").asString()).isEqualTo("7");
            JsonNode thrown = api.result(
                    "preprocessing.test",
                    "{\"steps\":\"- {type: javascript, parameters: ['throw value']}\",\"value\":\"no\"}");
            assertThat(thrown.path("outcome").asString()).isEqualTo("error");
            assertThat(thrown.path("error").asString()).contains("no");
            assertThat(api.refusal("preprocessing.test", "{\"steps\":\"- {type: x}\",\"value\":\"1\"}"))
                    .contains("steps, line 1: 'x'");
            assertThat(api.diag().path("preprocessing").path("received").asInt())
                    .isZero();
        }
    }
}
