package zonda.preprocessing;

/// Watches a value go through its steps. On the thread that runs them.
interface StepObserver {
    /// Watches nothing.
    StepObserver NONE = new StepObserver() {
        @Override
        public void begins(Program.Step step) {}

        @Override
        public void gave(Program.Step step, Scalar value) {}

        @Override
        public void discarded(Program.Step step) {}

        @Override
        public void failed(String reason) {}
    };

    void begins(Program.Step step);

    /// @param value that goes on, valid during the call
    void gave(Program.Step step, Scalar value);

    void discarded(Program.Step step);

    /// The step that began last ended the value's way.
    void failed(String reason);
}
