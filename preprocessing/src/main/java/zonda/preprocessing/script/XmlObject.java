package zonda.preprocessing.script;

import org.mozilla.javascript.ScriptRuntime;
import org.mozilla.javascript.ScriptableObject;
import org.mozilla.javascript.TopLevel;
import org.mozilla.javascript.Undefined;
import zonda.language.LanguageException;
import zonda.language.xml.XmlJson;
import zonda.language.xml.XmlPath;
import zonda.language.xml.XmlReader;

/// `XML`, with `query`, `toJson` and `fromJson` ("XML object" in Zabbix's manual). Owned by its
/// realm.
final class XmlObject {
    /// A tree is some times as large as its text.
    private static final long BYTES_PER_CHARACTER = 40;

    private final Gauge gauge;
    private final XmlReader reader = new XmlReader();

    XmlObject(Gauge gauge) {
        this.gauge = gauge;
    }

    private interface Work {
        String run() throws LanguageException;
    }

    void define(TopLevel scope, ScriptableObject xml) {
        scope.defineProperty("XML", xml, ScriptableObject.DONTENUM);
        Native.define(xml, "query", 2, (context, inner, self, arguments) -> {
            String data = text(arguments, 0);
            String path = text(arguments, 1);
            return done(data, () -> XmlPath.compile(path, reader).evaluate(reader.parse(data)));
        });
        Native.define(xml, "toJson", 1, (context, inner, self, arguments) -> {
            String data = text(arguments, 0);
            return done(data, () -> XmlJson.toJson(reader.parse(data)));
        });
        Native.define(xml, "fromJson", 1, (context, inner, self, arguments) -> {
            String data = text(arguments, 0);
            return done(data, () -> XmlJson.toXml(data));
        });
    }

    private static String text(Object[] arguments, int index) {
        return ScriptRuntime.toString(index < arguments.length ? arguments[index] : Undefined.instance);
    }

    private String done(String data, Work work) {
        gauge.reserve(BYTES_PER_CHARACTER * data.length());
        try {
            String result = work.run();
            gauge.check();
            return result;
        } catch (LanguageException e) {
            throw ScriptRuntime.constructError("EvalError", String.valueOf(e.getMessage()));
        }
    }
}
