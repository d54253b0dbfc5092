package zonda.preprocessing.script;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;

/// Runs scripts in tests. Owned by one thread.
final class Runs implements ScriptSurroundings {
    static final long HEAP = 512L << 20;

    final List<String> logged = new ArrayList<>();
    final List<HttpQuestion> questions = new ArrayList<>();
    HttpAnswer answer = new HttpAnswer(200, java.util.Map.of(), "");
    long wallMillis = 1_700_000_000_000L;
    private final ScriptEngine engine = new ScriptEngine(this);
    final Realm realm = engine.newRealm();
    Allowance allowance = Allowance.full(HEAP);

    Script compile(String source) {
        try {
            return engine.compile(source);
        } catch (ScriptException e) {
            throw new AssertionError(source + ": " + e.getMessage(), e);
        }
    }

    ScriptResult run(String source, String value) {
        return realm.run(compile(source), value, allowance);
    }

    /// What a script that returns a text returns; else what it came to.
    String text(String source) {
        return switch (run(source, "")) {
            case ScriptResult.Returned(String text) -> text;
            case ScriptResult.Failed(String reason) -> "failed: " + reason;
            case ScriptResult.Nothing() -> "nothing";
            case ScriptResult.Postponed() -> "postponed";
        };
    }

    String fault(String source) {
        try {
            engine.compile(source);
            return "compiles";
        } catch (ScriptException e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Override
    public long wallMillis() {
        return wallMillis;
    }

    @Override
    public long monotonicNanos() {
        return System.nanoTime();
    }

    @Override
    public double random() {
        return 0.25;
    }

    @Override
    public TimeZone timeZone() {
        return TimeZone.getTimeZone("Europe/Riga");
    }

    @Override
    public void sleep(Duration time) {
        logged.add("slept " + time.toMillis());
    }

    @Override
    public void log(int level, String message) {
        logged.add(level + " " + message);
    }

    @Override
    public HttpAnswer send(HttpQuestion question) throws IOException {
        questions.add(question);
        if (answer.status() == 0) {
            throw new IOException(answer.body());
        }
        return answer;
    }
}
