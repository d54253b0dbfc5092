package zonda.language;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// Random trees of every form that the parser can give, always the same from one seed.
final class RandomExpressions {
    private static final List<String> HOSTS = List.of("h", "sw-access-01", "A b.c_d", "10.0.0.1");
    private static final List<String> KEYS =
            List.of("k", "net.if.in[1]", "a[\"x,]\\\"\",[p,q], z]", "e[]", "log[/var/log/a b(c),,\"(\"]");
    private static final List<String> TEXTS = List.of("", "a", "a \"b\" \\ c", "\\", "1", "{$X}", "é)(,");

    private final SplittableRandom dice;

    RandomExpressions(long seed) {
        dice = new SplittableRandom(seed);
    }

    Expression expression(int depth) {
        if (depth == 0) {
            return leaf();
        }
        return switch (dice.nextInt(8)) {
            case 0 -> leaf();
            case 1 -> new Expression.Negate(expression(depth - 1));
            case 2 -> new Expression.Not(expression(depth - 1));
            case 3 -> math(depth);
            default ->
                new Expression.Binary(
                        one(List.of(Expression.Operator.values())), expression(depth - 1), expression(depth - 1));
        };
    }

    private Expression math(int depth) {
        String name = one(List.of("abs", "max", "round", "between", "now", "in"));
        int count = switch (name) {
            case "abs" -> 1;
            case "round" -> 2;
            case "between" -> 3;
            case "now" -> 0;
            case "max" -> dice.nextInt(1, 4);
            default -> dice.nextInt(2, 4);
        };
        return new Expression.MathCall(
                name,
                IntStream.range(0, count).mapToObj(i -> expression(depth - 1)).toList());
    }

    private Expression leaf() {
        return switch (dice.nextInt(4)) {
            case 0 -> new Expression.NumberLiteral(number());
            case 1 -> new Expression.TextLiteral(one(TEXTS));
            default -> history();
        };
    }

    private double number() {
        return switch (dice.nextInt(4)) {
            case 0 -> dice.nextInt(100);
            case 1 -> dice.nextDouble(1e6);
            case 2 -> Math.abs(Double.longBitsToDouble(dice.nextLong() & 0x7fdf_ffff_ffff_ffffL));
            default -> dice.nextLong(1L << 53);
        };
    }

    private Expression history() {
        String name = one(List.of("last", "min", "max", "avg", "sum", "count", "change", "nodata"));
        Expression.ItemQuery item = new Expression.ItemQuery(one(HOSTS), one(KEYS));
        long amount = dice.nextInt(1, 100_000);
        return switch (name) {
            case "change" -> new Expression.HistoryCall(name, item, Expression.Period.NONE, List.of());
            case "nodata" ->
                new Expression.HistoryCall(
                        name,
                        item,
                        new Expression.Period(false, amount, List.of()),
                        dice.nextBoolean() ? List.of() : List.of("strict"));
            case "last" ->
                new Expression.HistoryCall(
                        name,
                        item,
                        dice.nextBoolean() ? Expression.Period.NONE : new Expression.Period(true, amount, shift()),
                        List.of());
            case "count" ->
                new Expression.HistoryCall(
                        name, item, new Expression.Period(dice.nextBoolean(), amount, shift()), countParameters());
            default ->
                new Expression.HistoryCall(
                        name, item, new Expression.Period(dice.nextBoolean(), amount, shift()), List.of());
        };
    }

    private List<String> countParameters() {
        return switch (dice.nextInt(4)) {
            case 0 -> List.of();
            case 1 -> List.of("", one(TEXTS));
            case 2 -> List.of("regexp", "^a\"\\d+$");
            default -> List.of(one(List.of("eq", "ne", "gt", "like")), one(TEXTS));
        };
    }

    private List<Expression.Shift> shift() {
        List<Expression.Shift> shift = new ArrayList<>();
        for (int i = dice.nextInt(4); i > 1; i--) {
            shift.add(
                    dice.nextBoolean()
                            ? new Expression.Shift.Offset(dice.nextInt(1, 1_000_000) * (dice.nextBoolean() ? 1L : -1L))
                            : new Expression.Shift.StartOf("mhdwMy".charAt(dice.nextInt(6))));
        }
        return shift;
    }

    private <T> T one(List<T> of) {
        return of.get(dice.nextInt(of.size()));
    }
}
