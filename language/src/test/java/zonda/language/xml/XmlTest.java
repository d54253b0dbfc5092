package zonda.language.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import zonda.language.LanguageException;

class XmlTest {
    @Test
    void givesNodesNumbersAndTruth() throws LanguageException {
        String xml = "<a><b k=\"1&quot;\">x &lt; y</b><b/><n:c xmlns:n=\"u\">7</n:c></a>";
        assertThat(path("//b", xml)).isEqualTo("<b k=\"1&quot;\">x &lt; y</b><b/>");
        assertThat(path("//b/@k", xml)).isEqualTo(" k=\"1&quot;\"");
        assertThat(path("string(//b)", xml)).isEqualTo("x < y");
        assertThat(path("count(//b)", xml)).isEqualTo("2");
        assertThat(path("//*[local-name()='c']/text()", xml)).isEqualTo("7");
        assertThat(path("boolean(//z)", xml)).isEqualTo("0");
        assertThat(path("//z", xml)).isEmpty();
    }

    @Test
    void readsNothingFromOutside(@TempDir Path folder) throws IOException, LanguageException {
        Path secret = Files.writeString(folder.resolve("secret"), "secret");
        String xml = "<!DOCTYPE a [<!ENTITY x SYSTEM \"" + secret.toUri() + "\"><!ENTITY y \"inner\">]><a>&x;&y;</a>";
        assertThat(XmlJson.toJson(xml)).doesNotContain("secret");
        assertThat(XmlJson.toJson("<!DOCTYPE a SYSTEM \"" + secret.toUri() + "\"><a/>"))
                .isEqualTo("{\"a\":null}");
    }

    @Test
    void endsEntitiesThatGrowWithoutEnd() {
        StringBuilder bomb = new StringBuilder("<!DOCTYPE a [<!ENTITY e0 \"0123456789\">");
        for (int i = 1; i < 12; i++) {
            bomb.append("<!ENTITY e").append(i).append(" \"");
            bomb.append(("&e" + (i - 1) + ";").repeat(10)).append("\">");
        }
        bomb.append("]><a>&e11;</a>");
        assertThatThrownBy(() -> XmlJson.toJson(bomb.toString())).hasMessageStartingWith("no XML: ");
    }

    @Test
    void refusesWhatIsTooDeep() throws LanguageException {
        assertThat(XmlJson.toJson("<a>".repeat(256) + "</a>".repeat(256))).endsWith("null" + "}".repeat(256));
        String deep = "<a>".repeat(100_000) + "</a>".repeat(100_000);
        assertThatThrownBy(() -> XmlJson.toJson(deep)).isInstanceOf(LanguageException.class);
        assertThatThrownBy(() -> XmlJson.toJson("<a>".repeat(600) + "</a>".repeat(600)))
                .hasMessageContaining("depth");
    }

    @Test
    void namesWhatIsWrongWithAPath() {
        assertThatThrownBy(() -> XmlPath.compile("/a[")).hasMessageStartingWith("the XPath '/a[': ");
        assertThatThrownBy(() -> path("number(//z)", "<a/>"))
                .hasMessage("the XPath 'number(//z)' gives no finite number");
    }

    @Test
    void namesFunctionsPrefixesAndVariablesThatThereAreNot() {
        for (String path : new String[] {"foo(//a)", "//n:a", "$x", "document('file:///etc/passwd')"}) {
            assertThatThrownBy(() -> path(path, "<a/>"))
                    .as(path)
                    .isInstanceOf(LanguageException.class)
                    .hasMessageStartingWith("the XPath '" + path + "': ");
        }
    }

    @Test
    void endsPathsThatLookAtEveryNodeForEveryNode() throws LanguageException {
        XmlDocument document = XmlDocument.parse("<a>" + "<b><c/>x</b>".repeat(20_000) + "</a>");
        for (String path : new String[] {
            "//*[count(//*)>1]", "//b[count(following::*)>1]", "//b[contains(/a,'y')]", "//c[preceding::c/ancestor::*]"
        }) {
            XmlPath compiled = XmlPath.compile(path);
            assertThatThrownBy(() -> compiled.evaluate(document))
                    .as(path)
                    .hasMessage("the XPath '" + path + "' takes too many steps");
        }
        assertThat(XmlPath.compile("count(//b[c and .='x'])").evaluate(document))
                .isEqualTo("20000");
    }

    @Test
    void givesNodesInTheOrderOfTheDocument() throws LanguageException {
        String xml = "<a><b i='1'/><c/><b i='2'><b i='3'/></b></a>";
        assertThat(path("//c | //b[@i>1] | //b[1]", xml))
                .isEqualTo("<b i=\"1\"/><c/><b i=\"2\"><b i=\"3\"/></b><b i=\"3\"/>");
        assertThat(path("//b[@i=3]/ancestor::*[1]/@i", xml)).isEqualTo(" i=\"2\"");
    }

    @Test
    void aReaderThatStumbledReadsTheNextText() throws LanguageException {
        XmlReader reader = new XmlReader();
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> reader.parse("<a><b></a>")).isInstanceOf(LanguageException.class);
            assertThat(XmlJson.toJson(reader.parse("<a>" + i + "</a>"))).isEqualTo("{\"a\":\"" + i + "\"}");
        }
    }

    private static String path(String path, String xml) throws LanguageException {
        return XmlPath.compile(path).evaluate(XmlDocument.parse(xml));
    }
}
