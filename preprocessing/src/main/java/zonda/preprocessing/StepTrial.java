package zonda.preprocessing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import zonda.model.Host;
import zonda.model.Item;
import zonda.model.ItemSlots;
import zonda.model.RawBatch;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;
import zonda.model.WireType;
import zonda.preprocessing.step.StepCompiler;
import zonda.runtime.MonotonicClock;

/// Tries steps on a value, by the pipeline that values of the server go through, and tells what
/// each step made of it. Scripts run here, with all the time and memory that they may take. One
/// thread.
public final class StepTrial {
    private StepTrial() {}

    /// What goes in.
    ///
    /// @param value as a device or a sender would give it
    /// @param isReason whether it is the reason why there is no value
    /// @param previous the value before it, for steps that compare
    /// @param age how long before
    public record Input(String value, boolean isReason, Optional<String> previous, Duration age) {}

    /// What came of a step.
    ///
    /// @param number from 1
    /// @param name of the step, as the configuration writes it
    /// @param outcome what happened
    /// @param text the value after it, or the reason why there is none; empty where it was
    ///     discarded
    /// @param nanos that it took
    public record Stop(int number, String name, Outcome outcome, String text, long nanos) {}

    /// How a step, or all of them, ended.
    public enum Outcome {
        VALUE,
        DISCARDED,
        NOT_SUPPORTED
    }

    /// @param stops one for each step that was reached
    /// @param outcome in the end
    /// @param text the value that would be stored, or the reason why there is none
    public record Result(List<Stop> stops, Outcome outcome, String text) {}

    /// @param item whose steps and value type count
    /// @param nowNanos since the epoch
    public static Result run(Item item, Scripts scripts, Input input, MonotonicClock clock, long nowNanos) {
        ItemSlots slots = new ItemSlots();
        Taker taker = new Taker();
        Watch watch = new Watch(clock);
        Preprocessor preprocessor = new Preprocessor(slots, taker::take, new StepCompiler(scripts));
        Host host =
                new Host(item.hostId(), "trial", "Trial", List.of(), List.of(), List.of(item), List.of(), List.of(), 1);
        List<String> faults = preprocessor.apply(host);
        if (!faults.isEmpty()) {
            return new Result(List.of(), Outcome.NOT_SUPPORTED, faults.getFirst());
        }
        int slot = slots.slotOf(item.id());
        if (input.previous().isPresent()) {
            long then = nowNanos - input.age().toNanos();
            preprocessor.accept(
                    batch(item.id(), slot, then, WireType.TEXT, input.previous().get()));
            taker.reset();
        }
        preprocessor.observe(watch);
        preprocessor.accept(batch(
                item.id(), slot, nowNanos, input.isReason() ? WireType.NOT_SUPPORTED : WireType.TEXT, input.value()));
        return new Result(List.copyOf(watch.stops), taker.outcome, taker.text);
    }

    private static RawBatch batch(long itemId, int slot, long nanos, WireType wire, String text) {
        RawBatch batch = new RawBatch(1);
        batch.monotonicNanos = nanos;
        batch.addText(itemId, slot, nanos, wire, text);
        return batch;
    }

    private static String display(ValueBatch batch, int row, ValueKind kind) {
        return switch (kind) {
            case UNSIGNED -> Long.toUnsignedString(batch.bits[row]);
            case DOUBLE -> Scalar.asText(Scalar.Form.DOUBLE, batch.bits[row]);
            case TEXT, LOG, BINARY, NOT_SUPPORTED -> batch.text(row);
        };
    }

    private static final class Taker {
        private Outcome outcome = Outcome.DISCARDED;
        private String text = "";

        void take(ValueBatch batch) {
            for (int row = 0; row < batch.size(); row++) {
                ValueKind kind = batch.kind(row);
                outcome = kind == ValueKind.NOT_SUPPORTED ? Outcome.NOT_SUPPORTED : Outcome.VALUE;
                text = display(batch, row, kind);
            }
        }

        void reset() {
            outcome = Outcome.DISCARDED;
            text = "";
        }
    }

    private static final class Watch implements StepObserver {
        private final MonotonicClock clock;
        private final List<Stop> stops = new ArrayList<>();
        private Optional<Program.Step> running = Optional.empty();
        private long beganNanos;

        Watch(MonotonicClock clock) {
            this.clock = clock;
        }

        @Override
        public void begins(Program.Step step) {
            running = Optional.of(step);
            beganNanos = clock.nanos();
        }

        @Override
        public void gave(Program.Step step, Scalar value) {
            stop(step, Outcome.VALUE, value.asText());
        }

        @Override
        public void discarded(Program.Step step) {
            stop(step, Outcome.DISCARDED, "");
        }

        @Override
        public void failed(String reason) {
            running.ifPresent(step -> stop(step, Outcome.NOT_SUPPORTED, reason));
        }

        private void stop(Program.Step step, Outcome outcome, String text) {
            stops.add(
                    new Stop(step.number(), Program.nameOf(step.source()), outcome, text, clock.nanos() - beganNanos));
            running = Optional.empty();
        }
    }
}
