package zonda.preprocessing.step;

import java.util.concurrent.atomic.LongAdder;
import zonda.language.xml.XmlReader;

/// Counts documents that were parsed, by what they were taken for. Any thread.
public final class Parses {
    private final LongAdder json = new LongAdder();
    private final LongAdder prometheus = new LongAdder();
    private final LongAdder xml = new LongAdder();
    private final LongAdder walks = new LongAdder();
    private final XmlReader xmlReader = new XmlReader();

    /// What parses XML for all texts that are counted here.
    XmlReader xmlReader() {
        return xmlReader;
    }

    void countJson() {
        json.increment();
    }

    void countPrometheus() {
        prometheus.increment();
    }

    void countXml() {
        xml.increment();
    }

    void countWalk() {
        walks.increment();
    }

    public long json() {
        return json.sum();
    }

    /// Pages of the Prometheus exposition format.
    public long prometheus() {
        return prometheus.sum();
    }

    public long xml() {
        return xml.sum();
    }

    /// Texts of SNMP walks.
    public long walks() {
        return walks.sum();
    }
}
