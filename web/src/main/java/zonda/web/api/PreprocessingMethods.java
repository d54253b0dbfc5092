package zonda.web.api;

import java.io.IOException;
import java.time.Duration;
import tools.jackson.core.JsonGenerator;
import zonda.web.MonitoringView;

/// `preprocessing.test`, a method of Zonda's own: tries steps on a value.
final class PreprocessingMethods {
    private static final long MOST_SECONDS = 1_000_000_000;

    private final MonitoringView view;

    PreprocessingMethods(MonitoringView view) {
        this.view = view;
    }

    Answer test(Params params) throws RpcFault {
        String steps = params.requiredText("steps");
        String value = params.requiredText("value");
        String valueType = params.text("value_type").orElse("text");
        boolean isReason = params.flag("not_supported");
        MonitoringView.Trial trial = new MonitoringView.Trial(
                steps,
                params.text("regular_expressions").orElse(""),
                valueType,
                value,
                isReason,
                params.text("previous"),
                Duration.ofSeconds(params.integer("seconds", 60, 1, MOST_SECONDS)));
        params.done();
        try {
            MonitoringView.TrialResult result = view.tryOut(trial);
            return out -> write(out, result);
        } catch (IOException e) {
            throw RpcFault.params(String.valueOf(e.getMessage()));
        }
    }

    private static void write(JsonGenerator out, MonitoringView.TrialResult result) {
        out.writeStartObject();
        out.writeArrayPropertyStart("steps");
        for (MonitoringView.TrialStep step : result.steps()) {
            out.writeStartObject();
            out.writeNumberProperty("number", step.number());
            out.writeStringProperty("name", step.name());
            write(out, step.outcome(), step.text());
            out.writeNumberProperty("time_us", step.nanos() / 1_000);
            out.writeEndObject();
        }
        out.writeEndArray();
        write(out, result.outcome(), result.text());
        out.writeEndObject();
    }

    private static void write(JsonGenerator out, MonitoringView.TrialOutcome outcome, String text) {
        switch (outcome) {
            case VALUE -> {
                out.writeStringProperty("outcome", "value");
                out.writeStringProperty("value", text);
            }
            case DISCARDED -> out.writeStringProperty("outcome", "discarded");
            case NOT_SUPPORTED -> {
                out.writeStringProperty("outcome", "error");
                out.writeStringProperty("error", text);
            }
        }
    }
}
