package zonda.language.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import zonda.language.LanguageException;

class PrometheusTest {
    private static final String PAGE = """
            # HELP up Whether\\nit is up
            # TYPE up gauge
            up{job="a"} 1
            up{job="b",note="x}\\"y\\\\\\n"} 0 1395066363000
            # TYPE q counter
            q 18446744073709551615
            bad{x} 1
            up{job="c",note="over
            lines"} NaN
            """;

    @Test
    void picksOneValueALabelOrAFigure() throws LanguageException {
        assertThat(value("up{job=\"a\"}", "value", "")).isEqualTo("1");
        assertThat(value("up == 0", "label", "note")).isEqualTo("x}\"y\\\n");
        assertThat(value("{__name__=~\"^up\",job!~\"c\"}", "function", "sum")).isEqualTo("1");
        assertThat(value("up{job!=\"c\"}", "function", "avg")).isEqualTo("0.5");
        assertThat(value("up", "function", "count")).isEqualTo("3");
        assertThat(value("none", "function", "count")).isEqualTo("0");
        assertThat(value("q", "value", "")).isEqualTo("18446744073709551615");
        assertThat(value("up{note=\"over\nlines\"} == nan", "label", "job")).isEqualTo("c");
    }

    @Test
    void failsOnlyWhoAsksForARowThatCannotBeRead() {
        assertThatThrownBy(() -> value("bad", "value", "")).hasMessage("the row 'bad{x} 1' has '} 1', wanted '='");
        assertThatThrownBy(() -> value("up", "value", "")).hasMessage("3 metrics match 'up', wanted one");
        assertThatThrownBy(() -> value("upper", "value", "")).hasMessage("no metric matches 'upper'");
        assertThatThrownBy(() -> value("up{job=\"a\"}", "label", "note")).hasMessageContaining("no label 'note'");
    }

    @Test
    void givesAllThatIsMeantAsJson() throws LanguageException {
        assertThat(PrometheusFilter.compile("up{job=\"a\"}").json(PrometheusPage.of(PAGE)))
                .isEqualTo("[{\"name\":\"up\",\"value\":\"1\",\"line_raw\":\"up{job=\\\"a\\\"} 1\","
                        + "\"labels\":{\"job\":\"a\"},\"type\":\"gauge\",\"help\":\"Whether\\nit is up\"}]");
        assertThat(PrometheusFilter.compile("none").json(PrometheusPage.of(PAGE)))
                .isEqualTo("[]");
    }

    @Test
    void refusesAPageWithoutMetricsOrNames() {
        assertThatThrownBy(() -> PrometheusFilter.compile("").json(PrometheusPage.of("# only words\n")))
                .hasMessage("no metrics");
        assertThatThrownBy(() -> PrometheusFilter.compile("a").json(PrometheusPage.of("a 1\n1b 2")))
                .hasMessage("the row '1b 2' starts with no metric's name");
    }

    private static String value(String... parameters) throws LanguageException {
        return PrometheusPattern.compile(List.of(parameters)).value(PrometheusPage.of(PAGE));
    }
}
