package zonda.devices.demo;

/// Routers at branches and at the edge: a line to the provider, local ports, a BGP peer
/// (BGP4-MIB, RFC 4273).
final class Routers {
    private static final long MEGABIT = 1_000_000L;
    private static final String PEER = "1.3.6.1.2.1.15.3.1.";
    private static final int ESTABLISHED = 6;
    private static final int ACTIVE = 3;

    private Routers() {}

    /// @param number of the router, which gives its peer's address
    /// @param crowded whether its line to the provider is nearly full at times
    /// @param peerLost when its BGP peer is away
    static void router(Draft device, int number, boolean crowded, Episodes peerLost) {
        device.tag("kind", "router");
        device.tag("role", "wan");
        if (crowded) {
            device.macro("{$IF.UTIL.MAX}", "70");
        }
        device.system("Zonda demo router ZR-6, 6 x 1000BASE-T", "1.3.6.1.4.1.99999.2.3", 4);
        for (int i = 1; i <= 6; i++) {
            port(device, i, crowded);
        }
        device.object("1.3.6.1.2.1.2.1.0", Cell.integer(6));
        peer(device, number, peerLost);
        Sensors.processor(device, 1, 25, Episodes.never());
        Sensors.monitorProcessor(device, 1, "5s");
        Sensors.memory(device, 1, 4L << 30, new Wave(device.key("memory"), 55, 5));
        Sensors.temperature(device, 1, "Board", 44, Episodes.never());
    }

    private static void port(Draft device, int index, boolean crowded) {
        long key = device.key("rate " + index);
        boolean line = index == 1;
        boolean used = index <= 4;
        long speed = line ? 200 * MEGABIT : 1000 * MEGABIT;
        // A flow reaches at most twice its mean: 12.6 of 25 MB/s never fill the line of 200 Mbit/s,
        // and pass 70 % of it in
        // their busy minutes.
        long lineRate = crowded ? 12_600_000L : Chance.between(key, 2_000_000L, 8_000_000L);
        long rate = line ? lineRate : Chance.between(key, 200_000L, 4_000_000L);
        Port port = new Port(
                index,
                "Gi0/" + (index - 1),
                "GigabitEthernet0/" + (index - 1),
                line ? "line to provider" : "",
                speed,
                used ? rate : 0,
                used ? rate * 3 / 4 + (line && crowded ? rate / 4 : 0) : 0,
                Episodes.never());
        port.write(device);
        if (used) {
            port.monitor(device, line ? "2s" : "5s", line ? "high" : "average");
        }
        if (line) {
            port.monitorClosely(device);
        }
    }

    private static void peer(Draft device, int number, Episodes lost) {
        String address = "192.0.2." + number;
        byte[] octets = {(byte) 192, 0, 2, (byte) number};
        device.object(PEER + "2." + address, Cell.integer(millis -> lost.isOn(millis) ? ACTIVE : ESTABLISHED));
        device.object(PEER + "3." + address, Cell.integer(2));
        device.object(PEER + "7." + address, Cell.address(octets));
        device.object(PEER + "9." + address, Cell.integer(64_500 + number));
        device.object(
                PEER + "16." + address,
                Cell.gauge(millis -> (millis - lost.lastChange(millis, device.startedAt(millis))) / 1000));
        String item = "bgp.peer.state[" + address + "]";
        device.item(item, "BGP peer " + address + ": state", PEER + "2." + address, "unsigned", "", "5s");
        device.trigger(
                "BGP session of {HOST.NAME} with " + address + " is not established",
                "last(" + device.reference(item) + ")<>" + ESTABLISHED,
                "",
                "high",
                "availability");
    }
}
