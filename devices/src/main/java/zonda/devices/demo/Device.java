package zonda.devices.demo;

/// One simulated device.
///
/// @param host its technical name
/// @param name for people
/// @param address on the loopback network
/// @param silent when it does not answer
/// @param least milliseconds until it answers
/// @param most milliseconds until it answers
record Device(
        String host, String name, String address, CellTree tree, Episodes silent, long least, long most, Plan plan) {
    /// Milliseconds that it takes to answer.
    ///
    /// @param key of the request
    long latencyMillis(long key) {
        return most == 0 ? 0 : Chance.between(key, least, most);
    }
}
