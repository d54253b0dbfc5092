package zonda.testing.conformance;

import java.io.IOException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.TimeZone;
import java.util.random.RandomGenerator;
import zonda.preprocessing.script.Allowance;
import zonda.preprocessing.script.HttpAnswer;
import zonda.preprocessing.script.HttpQuestion;
import zonda.preprocessing.script.Realm;
import zonda.preprocessing.script.Script;
import zonda.preprocessing.script.ScriptEngine;
import zonda.preprocessing.script.ScriptException;
import zonda.preprocessing.script.ScriptResult;
import zonda.preprocessing.script.ScriptSurroundings;
import zonda.preprocessing.step.ScriptCompiler;
import zonda.preprocessing.step.StepException;
import zonda.preprocessing.step.TextStep;
import zonda.runtime.MonotonicClock;
import zonda.runtime.WallClock;

/// Scripts of cases, run by the server's engine without a network. One thread.
final class ScriptSteps implements ScriptCompiler, ScriptSurroundings {
    private static final long HEAP_BYTES = 512L << 20;
    private static final long NANOS_PER_MILLISECOND = 1_000_000;

    private final MonotonicClock clock = MonotonicClock.system();
    private final WallClock wall = WallClock.system(ZoneOffset.UTC);
    private final RandomGenerator random = RandomGenerator.of("L64X128MixRandom");
    private final ScriptEngine engine = new ScriptEngine(this);
    private final Realm realm = engine.newRealm();

    @Override
    public TextStep compile(String source) throws StepException {
        Script script;
        try {
            script = engine.compile(source);
        } catch (ScriptException e) {
            throw new StepException(String.valueOf(e.getMessage()));
        }
        return value -> switch (realm.run(script, value.text(), Allowance.full(HEAP_BYTES))) {
            case ScriptResult.Returned returned -> returned.text();
            case ScriptResult.Nothing _ -> "";
            case ScriptResult.Failed failed -> throw StepException.at(value.text(), failed.reason());
            case ScriptResult.Postponed _ -> throw StepException.at(value.text(), "postponed");
        };
    }

    @Override
    public long wallMillis() {
        return wall.epochNanos() / NANOS_PER_MILLISECOND;
    }

    @Override
    public long monotonicNanos() {
        return clock.nanos();
    }

    @Override
    public double random() {
        return random.nextDouble();
    }

    @Override
    public TimeZone timeZone() {
        return TimeZone.getTimeZone(ZoneOffset.UTC);
    }

    @Override
    public void sleep(Duration time) {
        // No case waits for anything to happen meanwhile.
    }

    @Override
    public void log(int level, String message) {
        // What scripts tell is no part of a case.
    }

    @Override
    public HttpAnswer send(HttpQuestion question) throws IOException {
        throw new IOException("there is no network here");
    }
}
