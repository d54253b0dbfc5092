package zonda.preprocessing;

/// The items that take their values from one master item, with their programs. Immutable, as the
/// configuration that it came with.
record Dependents(int[] slots, long[] itemIds, Program[] programs) {}
