package zonda.devices.recording;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import zonda.protocol.snmp.Ber;

/// Reads the value of a row that varies: `key=value,key=value`. A separator that also stands in a
/// value is doubled or tripled throughout.
final class VariationText {
    private static final double DEFAULT_WAIT_MILLIS = 500;
    private static final double LARGEST_32 = 4_294_967_295.0;
    private static final double LARGEST_64 = 0x1.fffffffffffffp63;

    private static final Map<String, Integer> STATUSES = Map.ofEntries(
            Map.entry("generror", Ber.GEN_ERR),
            Map.entry("noaccess", 6),
            Map.entry("wrongtype", 7),
            Map.entry("wrongvalue", 10),
            Map.entry("nocreation", 11),
            Map.entry("inconsistentvalue", 12),
            Map.entry("resourceunavailable", 13),
            Map.entry("commitfailed", 14),
            Map.entry("undofailed", 15),
            Map.entry("authorizationerror", 16),
            Map.entry("notwritable", Ber.NOT_WRITABLE),
            Map.entry("inconsistentname", 18),
            Map.entry("nosuchobject", Ber.NO_SUCH_OBJECT),
            Map.entry("nosuchinstance", Ber.NO_SUCH_INSTANCE),
            Map.entry("endofmib", Ber.END_OF_MIB_VIEW));

    private final int tag;
    private final Map<String, String> settings = new TreeMap<>();
    private final Variation variation;
    private final byte[] content;

    VariationText(String name, int tag, String text) throws Lines.Unreadable {
        this.tag = tag;
        for (String part : text.isBlank() ? List.<String>of() : split(text.strip(), ',')) {
            List<String> pair = split(part, '=');
            if (pair.size() != 2) {
                throw new Lines.Unreadable(Lines.UNREADABLE_VALUE);
            }
            settings.put(pair.get(0).strip(), pair.get(1));
        }
        variation = switch (name) {
            case "numeric" -> numeric();
            case "writecache" -> new Variation.WriteCache(status(), operation(), conditions("vlist", true));
            case "delay" ->
                new Variation.Delay(
                        setting("wait", DEFAULT_WAIT_MILLIS),
                        setting("deviation", 0),
                        conditions("vlist", false),
                        conditions("tlist", false));
            case "error" -> new Variation.Failure(status(), operation(), conditions("vlist", true));
            default -> throw new Lines.Unreadable("variation " + name);
        };
        content = first();
    }

    Variation variation() {
        return variation;
    }

    /// The value that it begins with; that of a number that moves is worked out when asked for.
    byte[] content() {
        return content;
    }

    private byte[] first() throws Lines.Unreadable {
        String hexadecimal = settings.getOrDefault("hexvalue", "");
        if (!hexadecimal.isEmpty()) {
            return Lines.hexadecimal(hexadecimal);
        }
        String value = settings.getOrDefault("value", "");
        if (value.isEmpty() || variation instanceof Variation.Numeric) {
            return switch (tag) {
                case Ber.OCTET_STRING, Ber.OPAQUE, Ber.NULL -> new byte[0];
                case Ber.IP_ADDRESS -> new byte[4];
                case Ber.OBJECT_IDENTIFIER -> new byte[1];
                default -> Lines.unsigned(0);
            };
        }
        return SnmprecLines.content(tag, ' ', value);
    }

    private Variation numeric() throws Lines.Unreadable {
        boolean numeric = switch (tag) {
            case Ber.INTEGER, Ber.OCTET_STRING, Ber.COUNTER32, Ber.GAUGE32, Ber.TIME_TICKS, Ber.COUNTER64 -> true;
            default -> false;
        };
        if (!numeric) {
            throw new Lines.Unreadable(Lines.UNREADABLE_VALUE);
        }
        double most = tag == Ber.COUNTER64 ? LARGEST_64 : tag == Ber.INTEGER ? Integer.MAX_VALUE : LARGEST_32;
        double min = setting("min", 0);
        double max = Math.min(most, setting("max", most));
        List<String> function = split(settings.getOrDefault("function", "linear"), '%');
        List<Double> arguments = new ArrayList<>();
        for (String argument : function.subList(1, function.size())) {
            arguments.add(argument.equals("<time>") ? Double.NaN : number(argument));
        }
        Variation.Function named = function(function.getFirst());
        boolean two = named == Variation.Function.POW || named == Variation.Function.FMOD;
        if (arguments.isEmpty() ? two : arguments.size() != (two ? 2 : 1)) {
            throw new Lines.Unreadable(Lines.UNREADABLE_VALUE);
        }
        return new Variation.Numeric(
                named,
                arguments,
                setting("rate", 1),
                setting("scale", 1),
                setting("offset", 0),
                setting("deviation", 0),
                min,
                max,
                setting("initial", min),
                settings.containsKey("cumulative"),
                settings.containsKey("wrap"));
    }

    private static Variation.Function function(String name) throws Lines.Unreadable {
        for (Variation.Function function : Variation.Function.values()) {
            if (function.name().toLowerCase(Locale.ROOT).equals(name)) {
                return function;
            }
        }
        throw new Lines.Unreadable("variation numeric with function " + name);
    }

    private int status() throws Lines.Unreadable {
        String name = settings.getOrDefault("status", "");
        return name.isEmpty() ? Ber.NO_ERROR : status(name);
    }

    private static int status(String name) throws Lines.Unreadable {
        Integer status = STATUSES.get(name.toLowerCase(Locale.ROOT));
        if (status == null) {
            throw new Lines.Unreadable(Lines.UNREADABLE_VALUE);
        }
        return status;
    }

    private Variation.Operation operation() throws Lines.Unreadable {
        return switch (settings.getOrDefault("op", "any")) {
            case "any" -> Variation.Operation.ANY;
            case "get" -> Variation.Operation.READ;
            case "set" -> Variation.Operation.WRITE;
            default -> throw new Lines.Unreadable(Lines.UNREADABLE_VALUE);
        };
    }

    /// `eq:1:RESULT:lt:5:RESULT`, each result a status's name or a number.
    private Variation.Conditions conditions(String key, boolean statuses) throws Lines.Unreadable {
        String text = settings.getOrDefault(key, "");
        if (text.isEmpty()) {
            return Variation.Conditions.NONE;
        }
        List<String> parts = split(text, ':');
        if (parts.size() % 3 != 0) {
            throw new Lines.Unreadable(Lines.UNREADABLE_VALUE);
        }
        List<Variation.Condition> conditions = new ArrayList<>();
        for (int i = 0; i < parts.size(); i += 3) {
            int comparison = switch (parts.get(i)) {
                case "lt" -> -1;
                case "eq" -> 0;
                case "gt" -> 1;
                default -> throw new Lines.Unreadable(Lines.UNREADABLE_VALUE);
            };
            String result = parts.get(i + 2);
            conditions.add(new Variation.Condition(
                    comparison, number(parts.get(i + 1)), statuses ? status(result) : number(result)));
        }
        return new Variation.Conditions(conditions);
    }

    private double setting(String key, double otherwise) throws Lines.Unreadable {
        String text = settings.getOrDefault(key, "");
        return text.isEmpty() ? otherwise : number(text);
    }

    private static double number(String text) throws Lines.Unreadable {
        try {
            double number = Double.parseDouble(text.strip());
            if (Double.isFinite(number)) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new Lines.Unreadable(Lines.UNREADABLE_VALUE);
        }
        throw new Lines.Unreadable(Lines.UNREADABLE_VALUE);
    }

    private static List<String> split(String text, char separator) {
        for (int times = 3; times > 1; times--) {
            String composite = String.valueOf(separator).repeat(times);
            if (text.contains(composite)) {
                return List.of(text.split(java.util.regex.Pattern.quote(composite), -1));
            }
        }
        return List.of(text.split(java.util.regex.Pattern.quote(String.valueOf(separator)), -1));
    }
}
