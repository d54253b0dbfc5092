package zonda.testing.soak;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import zonda.model.Item;
import zonda.model.ItemValueType;
import zonda.model.PreprocessingStep;
import zonda.model.UpdateInterval;
import zonda.runtime.simulation.SeededRandom;

/// Draws expressions that are sometimes true and sometimes not.
final class TriggerTexts {
    /// Within which numbers an item's values mostly lie.
    record Range(double least, double most) {
        static final Range NONE = new Range(0, 1);

        double somewhere(SeededRandom random) {
            return least + (most - least) * (0.1 + 0.8 * random.nextDouble());
        }
    }

    record Subject(String host, Item item, Range range) {
        boolean isNumber() {
            return item.valueType() == ItemValueType.FLOAT || item.valueType() == ItemValueType.UNSIGNED;
        }

        String query() {
            return "/" + host + "/" + item.key();
        }
    }

    /// @param recovery empty for none
    record Texts(String problem, String recovery) {}

    private TriggerTexts() {}

    static Range range(DeviceObject object, ItemRecipe recipe, UpdateInterval interval) {
        double least = switch (object.shape()) {
            case INTEGER, DOUBLE -> -object.scale() / 2;
            default -> 0;
        };
        double most = object.shape() == DeviceObject.Shape.INTEGER || object.shape() == DeviceObject.Shape.DOUBLE
                ? object.scale() / 2
                : object.scale();
        boolean counts =
                object.shape() == DeviceObject.Shape.COUNTER32 || object.shape() == DeviceObject.Shape.COUNTER64;
        if (counts) {
            least = object.scale() / 2;
            most = object.scale() * 1.5;
        }
        for (PreprocessingStep step : recipe.steps()) {
            switch (step.type()) {
                case MULTIPLIER -> {
                    double factor = Double.parseDouble(step.parameters().getFirst());
                    least *= factor;
                    most *= factor;
                }
                case SIMPLE_CHANGE -> {
                    double seconds = Math.max(60, interval.interval().toSeconds());
                    most = counts ? most * seconds : (most - least) * 0.2;
                    least = counts ? least * seconds : 0;
                }
                case CHANGE_PER_SECOND, DISCARD_UNCHANGED, DISCARD_UNCHANGED_HEARTBEAT, REGEX -> {}
                case RTRIM,
                        LTRIM,
                        TRIM,
                        BOOL_TO_DECIMAL,
                        OCTAL_TO_DECIMAL,
                        HEX_TO_DECIMAL,
                        XMLPATH,
                        JSONPATH,
                        IN_RANGE,
                        MATCHES_REGEX,
                        NOT_MATCHES_REGEX,
                        CHECK_JSON_ERROR,
                        CHECK_XML_ERROR,
                        CHECK_REGEX_ERROR,
                        JAVASCRIPT,
                        PROMETHEUS_PATTERN,
                        PROMETHEUS_TO_JSON,
                        CSV_TO_JSON,
                        STR_REPLACE,
                        CHECK_NOT_SUPPORTED,
                        XML_TO_JSON,
                        SNMP_WALK_VALUE,
                        SNMP_WALK_TO_JSON,
                        SNMP_GET_VALUE -> {}
            }
        }
        return new Range(least, most);
    }

    static Texts draw(List<Subject> subjects, SeededRandom random) {
        Subject first = subjects.getFirst();
        String problem = condition(first, random);
        problem = switch (random.below(6)) {
            case 0 -> problem + " and " + condition(subjects.getLast(), random);
            case 1 -> problem + " or " + condition(subjects.getLast(), random);
            case 2 -> "not (" + problem + ")";
            case 3 -> problem + " and " + clock(random);
            default -> problem;
        };
        String recovery = random.chance(0.3) ? condition(first, random) : "";
        return new Texts(problem, recovery);
    }

    private static String condition(Subject subject, SeededRandom random) {
        if (random.chance(0.2)) {
            return "nodata(" + subject.query() + "," + random.pick(List.of("2m", "3m", "5m", "90s")) + ")=1";
        }
        return subject.isNumber() ? ofNumber(subject, random) : ofText(subject, random);
    }

    private static String ofNumber(Subject subject, SeededRandom random) {
        String item = subject.query();
        String limit = number(subject.range().somewhere(random));
        String width = number((subject.range().most() - subject.range().least()) * random.nextDouble() * 0.6);
        String period = random.pick(List.of("3m", "5m", "10m", "1h", "#3", "#5", "#10"));
        String comparison = random.chance(0.5) ? ">" : "<";
        return switch (random.below(12)) {
            case 0, 1 -> "last(" + item + ")" + comparison + limit;
            case 2 -> "avg(" + item + "," + period + ")" + comparison + limit;
            case 3 -> "min(" + item + "," + period + ")>" + limit;
            case 4 -> "max(" + item + "," + period + ")<" + limit;
            case 5 -> "max(" + item + "," + period + ")-min(" + item + "," + period + ")>" + width;
            case 6 -> "abs(change(" + item + "))>" + width;
            case 7 -> "count(" + item + "," + period + ",\"gt\",\"" + limit + "\")>2";
            case 8 -> "sum(" + item + ",#3)/3" + comparison + limit;
            case 9 -> "last(" + item + ",#3)<last(" + item + ")";
            case 10 -> "avg(" + item + ",10m:now-10m)<avg(" + item + ",10m)";
            default -> "last(" + item + ")/last(" + item + ",#2)>1.1";
        };
    }

    private static String ofText(Subject subject, SeededRandom random) {
        String item = subject.query();
        return switch (random.below(5)) {
            case 0 -> "last(" + item + ")=\"down\"";
            case 1 -> "change(" + item + ")=1";
            case 2 -> "count(" + item + ",#5,\"like\",\"err\")>0";
            case 3 -> "count(" + item + ",10m,\"regexp\",\"^(up|ok)$\")<2";
            default -> "last(" + item + ")<>last(" + item + ",#2)";
        };
    }

    private static String clock(SeededRandom random) {
        return switch (random.below(3)) {
            case 0 -> "time()>=" + random.between(1, 20) * 10_000;
            case 1 -> "dayofweek()<" + random.between(2, 7);
            default -> "mod(now(),3600)<" + random.between(600, 3_000);
        };
    }

    private static String number(double value) {
        return BigDecimal.valueOf(value).setScale(2, RoundingMode.HALF_EVEN).toPlainString();
    }
}
