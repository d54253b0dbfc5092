package zonda.devices.demo;

/// A network port of a device: a row of ifTable and ifXTable (RFC 2863) and how it is monitored.
///
/// @param index ifIndex, 1 and up
/// @param name ifName
/// @param description ifDescr
/// @param alias what a person wrote beside it; empty = nothing
/// @param speed bits a second
/// @param inRate mean bytes a second that come in; 0 = nothing is plugged in
/// @param outRate mean bytes a second that go out
/// @param down when the link is down
record Port(
        int index,
        String name,
        String description,
        String alias,
        long speed,
        long inRate,
        long outRate,
        Episodes down) {
    private static final String IF_ENTRY = "1.3.6.1.2.1.2.2.1.";
    private static final String IFX_ENTRY = "1.3.6.1.2.1.31.1.1.1.";
    private static final int UP = 1;
    private static final int DOWN = 2;
    private static final long GAUGE_LIMIT = 0xFFFFFFFFL;

    boolean isUsed() {
        return inRate > 0;
    }

    private static String column(String entry, int column, int index) {
        return entry + column + "." + index;
    }

    /// Adds the rows.
    void write(Draft device) {
        long key = device.key("port " + index);
        Flow in = new Flow(key + 100, inRate);
        Flow out = new Flow(key + 200, outRate);
        long octetsPerPacket = Chance.between(key + 3, 350L, 900L);
        object(device, IF_ENTRY, 1, Cell.integer(index));
        object(device, IF_ENTRY, 2, Cell.text(description));
        object(device, IF_ENTRY, 3, Cell.integer(6));
        object(device, IF_ENTRY, 4, Cell.integer(1500));
        object(device, IF_ENTRY, 5, Cell.gauge(Math.min(speed, GAUGE_LIMIT)));
        object(device, IF_ENTRY, 6, Cell.octets(hardwareAddress(device)));
        object(device, IF_ENTRY, 7, Cell.integer(UP));
        object(device, IF_ENTRY, 8, Cell.integer(this::status));
        object(device, IF_ENTRY, 9, Cell.ticks(millis -> lastChange(device, millis)));
        counters(device, 10, 6, in, octetsPerPacket);
        counters(device, 16, 10, out, octetsPerPacket);
        object(device, IF_ENTRY, 21, Cell.gauge(0));
        object(device, IF_ENTRY, 22, Cell.oid("0.0"));
        object(device, IFX_ENTRY, 1, Cell.text(name));
        object(device, IFX_ENTRY, 14, Cell.integer(1));
        object(device, IFX_ENTRY, 15, Cell.gauge(speed / 1_000_000));
        object(device, IFX_ENTRY, 16, Cell.integer(2));
        object(device, IFX_ENTRY, 17, Cell.integer(1));
        object(device, IFX_ENTRY, 18, Cell.text(alias));
        object(device, IFX_ENTRY, 19, Cell.ticks(millis -> 0));
    }

    /// Octets and packets of one direction, which are counted in both tables.
    private void counters(Draft device, int ifColumn, int ifxColumn, Flow octets, long octetsPerPacket) {
        Flow errors = new Flow(device.key("errors " + index + " " + ifColumn), 1);
        counter(device, ifColumn, ifxColumn, octets, 1);
        counter(device, ifColumn + 1, ifxColumn + 1, octets, octetsPerPacket);
        // ifInMulticastPkts and its likes stand in ifXTable alone, in 32 bits from column 2 on.
        counter(device, 0, ifxColumn + 2, octets, octetsPerPacket * 40);
        counter(device, 0, ifxColumn + 3, octets, octetsPerPacket * 90);
        int narrow = ifxColumn == 6 ? 2 : 4;
        narrow(device, IFX_ENTRY, narrow, octets, octetsPerPacket * 40);
        narrow(device, IFX_ENTRY, narrow + 1, octets, octetsPerPacket * 90);
        narrow(device, IF_ENTRY, ifColumn + 2, octets, octetsPerPacket * 30);
        narrow(device, IF_ENTRY, ifColumn + 3, errors, 600);
        narrow(device, IF_ENTRY, ifColumn + 4, errors, 300);
        if (ifColumn == 10) {
            narrow(device, IF_ENTRY, 15, errors, 4_000);
        }
    }

    private void counter(Draft device, int ifColumn, int ifxColumn, Flow octets, long divisor) {
        if (ifColumn > 0) {
            narrow(device, IF_ENTRY, ifColumn, octets, divisor);
        }
        object(device, IFX_ENTRY, ifxColumn, Cell.counter64(millis -> count(device, octets, millis) / divisor));
    }

    private void narrow(Draft device, String entry, int column, Flow flow, long divisor) {
        object(device, entry, column, Cell.counter32(millis -> count(device, flow, millis) / divisor));
    }

    private long count(Draft device, Flow flow, long millis) {
        return isUsed() ? device.counted(flow, down, millis) : 0;
    }

    private long status(long millis) {
        return isUsed() && !down.isOn(millis) ? UP : DOWN;
    }

    private long lastChange(Draft device, long millis) {
        long started = device.startedAt(millis);
        return Math.max(0, down.lastChange(millis, started) - started) / 10;
    }

    private byte[] hardwareAddress(Draft device) {
        long key = device.key("hardware address");
        return new byte[] {2, (byte) key, (byte) (key >> 8), (byte) (key >> 16), (byte) (index >> 8), (byte) index};
    }

    private void object(Draft device, String entry, int column, Cell cell) {
        device.object(column(entry, column, index), cell);
    }

    /// Adds traffic and link state to what is monitored.
    ///
    /// @param interval of traffic and state
    /// @param severity of a link that is down
    void monitor(Draft device, String interval, String severity) {
        String in = column(IFX_ENTRY, 6, index);
        String out = column(IFX_ENTRY, 10, index);
        Plan.Step perSecond = Plan.Step.perSecond();
        Plan.Step bits = Plan.Step.multiplier("8");
        String title = alias.isEmpty() ? name : name + " (" + alias + ")";
        device.item(
                "net.if.in[" + index + "]",
                title + ": bits received",
                in,
                "unsigned",
                "bps",
                interval,
                perSecond,
                bits);
        device.item(
                "net.if.out[" + index + "]", title + ": bits sent", out, "unsigned", "bps", interval, perSecond, bits);
        device.item(
                "net.if.status[" + index + "]",
                title + ": operational status",
                column(IF_ENTRY, 8, index),
                "unsigned",
                "",
                interval);
        device.trigger(
                title + " is down on {HOST.NAME}",
                "last(" + device.reference("net.if.status[" + index + "]") + ")=2",
                "",
                severity,
                "availability");
    }

    /// Adds speed, errors and the trigger on saturation: for links that matter.
    void monitorClosely(Draft device) {
        String title = alias.isEmpty() ? name : name + " (" + alias + ")";
        device.item(
                "net.if.speed[" + index + "]",
                title + ": speed",
                column(IFX_ENTRY, 15, index),
                "unsigned",
                "bps",
                "30s",
                Plan.Step.multiplier("1000000"));
        device.item(
                "net.if.in.errors[" + index + "]",
                title + ": inbound packets with errors",
                column(IF_ENTRY, 14, index),
                "unsigned",
                "",
                "10s",
                new Plan.Step("simple_change", ""));
        String limit = "{$IF.UTIL.MAX}/100*last(" + device.reference("net.if.speed[" + index + "]") + ")";
        device.trigger(
                title + " is nearly full on {HOST.NAME}",
                "avg(" + device.reference("net.if.out[" + index + "]") + ",15s)>" + limit,
                "avg(" + device.reference("net.if.out[" + index + "]") + ",30s)<0.9*" + limit,
                "warning",
                "performance");
        device.trigger(
                title + " has many errors on {HOST.NAME}",
                "sum(" + device.reference("net.if.in.errors[" + index + "]") + ",1m)>100",
                "",
                "warning",
                "performance");
    }
}
