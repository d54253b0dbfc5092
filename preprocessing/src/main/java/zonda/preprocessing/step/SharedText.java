package zonda.preprocessing.step;

import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import zonda.language.LanguageException;
import zonda.language.json.JsonDocument;
import zonda.language.prometheus.PrometheusPage;
import zonda.language.snmp.SnmpWalk;
import zonda.language.xml.XmlDocument;
import zonda.language.xml.XmlJson;
import zonda.language.xml.XmlPath;

/// A text on its way through steps. What one step parses of it is kept for the next that reads the
/// same text: a master item's value is handed to all its dependents as one object, and is parsed
/// once for all of them. Any thread; while one parses, the others that want the same wait.
public final class SharedText {
    private final String text;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable JsonDocument json;
    private volatile @Nullable PrometheusPage page;
    private volatile @Nullable SnmpWalk walk;
    private @Nullable XmlDocument xml;
    private @Nullable LanguageException noJson;
    private @Nullable LanguageException noXml;
    private @Nullable LanguageException noWalk;
    private final Parses parses;

    /// A text whose parsing nobody counts.
    public SharedText(String text) {
        this(text, new Parses());
    }

    public SharedText(String text, Parses parses) {
        this.text = text;
        this.parses = parses;
    }

    public String text() {
        return text;
    }

    JsonDocument json() throws LanguageException {
        JsonDocument known = json;
        return known != null ? known : parseJson();
    }

    private JsonDocument parseJson() throws LanguageException {
        lock.lock();
        try {
            if (noJson != null) {
                throw noJson;
            }
            JsonDocument known = json;
            if (known == null) {
                parses.countJson();
                known = JsonDocument.parse(text);
                json = known;
            }
            return known;
        } catch (LanguageException e) {
            noJson = e;
            throw e;
        } finally {
            lock.unlock();
        }
    }

    PrometheusPage page() {
        PrometheusPage known = page;
        if (known != null) {
            return known;
        }
        lock.lock();
        try {
            known = page;
            if (known == null) {
                parses.countPrometheus();
                known = PrometheusPage.of(text);
                page = known;
            }
            return known;
        } finally {
            lock.unlock();
        }
    }

    SnmpWalk walk() throws LanguageException {
        SnmpWalk known = walk;
        return known != null ? known : parseWalk();
    }

    private SnmpWalk parseWalk() throws LanguageException {
        lock.lock();
        try {
            if (noWalk != null) {
                throw noWalk;
            }
            SnmpWalk known = walk;
            if (known == null) {
                parses.countWalk();
                known = SnmpWalk.parse(text);
                walk = known;
            }
            return known;
        } catch (LanguageException e) {
            noWalk = e;
            throw e;
        } finally {
            lock.unlock();
        }
    }

    /// Evaluates a path over the text as XML. One at a time: the JDK's tree is for one thread.
    String evaluate(XmlPath path) throws LanguageException {
        lock.lock();
        try {
            return path.evaluate(parsedXml());
        } finally {
            lock.unlock();
        }
    }

    /// The text as XML, made JSON.
    String xmlAsJson() throws LanguageException {
        lock.lock();
        try {
            return XmlJson.toJson(parsedXml());
        } finally {
            lock.unlock();
        }
    }

    /// Whether the text is well-formed XML.
    boolean isXml() {
        lock.lock();
        try {
            parsedXml();
            return true;
        } catch (LanguageException e) {
            return false;
        } finally {
            lock.unlock();
        }
    }

    private XmlDocument parsedXml() throws LanguageException {
        if (noXml != null) {
            throw noXml;
        }
        XmlDocument known = xml;
        if (known == null) {
            parses.countXml();
            try {
                known = parses.xmlReader().parse(text);
            } catch (LanguageException e) {
                noXml = e;
                throw e;
            }
            xml = known;
        }
        return known;
    }

    @Override
    public String toString() {
        return text;
    }
}
