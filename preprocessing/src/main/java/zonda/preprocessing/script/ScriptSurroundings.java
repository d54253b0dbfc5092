package zonda.preprocessing.script;

import java.io.IOException;
import java.time.Duration;
import java.util.TimeZone;

/// The world as scripts see it. Called on the thread that runs the script.
public interface ScriptSurroundings {
    /// Milliseconds since the epoch, for `Date`.
    long wallMillis();

    /// For time limits; nanoseconds of any origin.
    long monotonicNanos();

    /// For `Math.random`, 0 up to but not including 1.
    double random();

    /// For local times in `Date`.
    TimeZone timeZone();

    /// `Zabbix.sleep`: waits so long.
    void sleep(Duration time) throws InterruptedException;

    /// `Zabbix.log`, of a run that was not postponed.
    ///
    /// @param level as Zabbix counts: 0 none, 1 critical, 2 error, 3 warning, 4 debug, 5 trace
    void log(int level, String message);

    /// `HttpRequest`: sends and waits for the answer.
    ///
    /// @throws IOException with a message for people when there is none
    HttpAnswer send(HttpQuestion question) throws IOException, InterruptedException;
}
