package zonda.language.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import zonda.language.LanguageException;

class CsvToJsonTest {
    @Test
    void fillsShortLinesAndRefusesLongOnes() throws LanguageException {
        CsvToJson csv = CsvToJson.compile(";", "\"", "1");
        assertThat(csv.convert("a;b\r\n1\r\n\"x\"\"\n;y\";2"))
                .isEqualTo("[{\"a\":\"1\",\"b\":\"\"},{\"a\":\"x\\\"\\n;y\",\"b\":\"2\"}]");
        assertThatThrownBy(() -> csv.convert("a;b\n1;2;3")).hasMessage("line 2 has more fields than the header's 2");
    }

    @Test
    void namesTheLineOfAFault() throws LanguageException {
        CsvToJson csv = CsvToJson.compile("", "\"", "0");
        assertThatThrownBy(() -> csv.convert("a\nb,\"c")).hasMessage("line 2 has a quotation mark that is not closed");
        assertThatThrownBy(() -> csv.convert("a\n\"b\"c")).hasMessageStartingWith("line 2 has 'c' after");
        assertThatThrownBy(() -> CsvToJson.compile("", "", "")).hasMessage("the header '', wanted 1 or 0");
    }
}
