package zonda.devices.demo;

/// Printers (Printer-MIB, RFC 3805).
final class Printers {
    private static final String SUPPLY = "1.3.6.1.2.1.43.11.1.1.";
    private static final String LIFE_COUNT = "1.3.6.1.2.1.43.10.2.1.4.1.1";
    private static final String PRINTER_STATUS = "1.3.6.1.2.1.25.3.5.1.1.1";
    private static final String[] COLOURS = {"Black", "Cyan", "Magenta", "Yellow"};

    private Printers() {}

    /// @param low the number of the toner that is nearly empty, 1 to 4; 0 = none
    static void printer(Draft device, int low) {
        device.tag("kind", "printer");
        device.system("Zonda demo colour printer ZP-40", "1.3.6.1.4.1.99999.2.5", 72);
        Flow pages = new Flow(device.key("pages"), 3);
        device.object(LIFE_COUNT, Cell.counter32(millis -> device.counted(pages, Episodes.never(), millis) / 10));
        device.object(PRINTER_STATUS, Cell.integer(millis -> millis / 20_000 % 3 == 0 ? 4 : 3));
        for (int i = 1; i <= COLOURS.length; i++) {
            supply(device, i, i == low ? 5 : Chance.between(device.key("toner " + i), 25L, 95L));
        }
        device.item("printer.pages", "Pages printed", LIFE_COUNT, "unsigned", "", "5s");
        device.item("printer.status", "Status", PRINTER_STATUS, "unsigned", "", "5s");
    }

    private static void supply(Draft device, int index, long percent) {
        String colour = COLOURS[index - 1];
        device.object(SUPPLY + "6.1." + index, Cell.text(colour + " toner"));
        device.object(SUPPLY + "8.1." + index, Cell.integer(100));
        device.object(SUPPLY + "9.1." + index, Cell.integer(percent));
        String item = "printer.toner[" + index + "]";
        device.item(item, colour + " toner", SUPPLY + "9.1." + index, "unsigned", "%", "10s");
        device.trigger(
                colour + " toner of {HOST.NAME} is nearly empty",
                "last(" + device.reference(item) + ")<10",
                "",
                "information",
                "capacity");
    }
}
