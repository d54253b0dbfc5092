package zonda.trigger;

import static org.assertj.core.api.Assertions.assertThat;
import static zonda.model.ItemValueType.BINARY;
import static zonda.model.ItemValueType.CHARACTER;
import static zonda.model.ItemValueType.FLOAT;
import static zonda.model.ItemValueType.UNSIGNED;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import zonda.model.GlobalExpression;
import zonda.model.TriggerTransition;
import zonda.model.ValueBatch;
import zonda.model.ValueKind;

class TriggerEvaluatorTest {
    private static Rig rig(String expression) {
        Rig rig = new Rig().item(1, FLOAT).item(2, FLOAT).item(3, CHARACTER).item(4, UNSIGNED);
        rig.trigger(10, expression);
        assertThat(rig.apply()).isEmpty();
        return rig;
    }

    /// What an expression is after values 1 to 5 of item 1 at minutes 1 to 5: 1, 0 or unknown.
    private static String valueOf(String expression) {
        Rig rig = rig(expression);
        for (int minute = 1; minute <= 5; minute++) {
            rig.give(minute * 60, 1, minute);
            rig.give(minute * 60, 4, minute);
            rig.give(minute * 60, 3, "v" + minute);
        }
        TriggerState state = rig.state(10);
        return state.unknown() ? "unknown" : state.problem() ? "1" : "0";
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "last(/h/k1)=5; 1",
                "last(/h/k1,#1)=5; 1",
                "last(/h/k1,#2)=4; 1",
                "last(/h/k1,#5)=1; 1",
                "last(/h/k1,#6)=1; unknown",
                "last(/h/k1,#1:now-1m)=4; 1",
                "last(/h/k1,:now-90s)=3; 1",
                "last(/h/k1,#2:now-1m)=3; 1",
                "last(/h/k1,#1:now-10m)=1; unknown",
                "change(/h/k1)=1; 1",
                "min(/h/k1,3m)=3 and max(/h/k1,3m)=5; 1",
                "min(/h/k1,181s)=2; 1",
                "min(/h/k1,#2)=4; 1",
                "min(/h/k1,#99)=1; 1",
                "max(/h/k1,2m:now-1m)=4 and min(/h/k1,2m:now-1m)=3; 1",
                "min(/h/k1,1m:now-10m)=1; unknown",
                "avg(/h/k1,2m)=4.5; 1",
                "avg(/h/k4,#5)=3; 1",
                "sum(/h/k1,2m)=9; 1",
                "sum(/h/k4,#2:now-1m)=7; 1",
                "sum(/h/k1,1m:now-10m)=0; 1",
                "count(/h/k1,5m)=5; 1",
                "count(/h/k1,1m:now-10m)=0; 1",
                "count(/h/k1,#3,\"ge\",\"4\")=2; 1",
                "count(/h/k1,#3,,\"4\")=1; 1",
                "count(/h/k4,5m,\"bitand\",\"1\")=3; 1",
                "count(/h/k4,5m,\"bitand\",\"6/4\")=2; 1",
                "count(/h/k4,5m,\"regexp\",\"[23]\")=2; 1",
                "count(/h/k3,5m,\"like\",\"v\")=5; 1",
                "count(/h/k3,5m,,\"3\")=1; 1",
                "count(/h/k3,5m,\"eq\",\"v\")=0; 1",
                "count(/h/k3,5m,\"iregexp\",\"^V[12]$\")=2; 1",
                "last(/h/k3)=\"v5\"; 1",
                "last(/h/k3)<>\"v5\"; 0",
                "last(/h/k3,#2)=\"v4\"; 1",
                "change(/h/k3)=1; 1",
                "last(/h/k3)>1; unknown",
                "nodata(/h/k1,30s)=1; 0",
                "1/(last(/h/k1)-5) or 1; unknown",
                "last(/h/k2) or last(/h/k1); 1",
                "last(/h/k2) or last(/h/k1)=0; unknown",
                "last(/h/k2) and last(/h/k1)=0; 0",
                "last(/h/k2) and last(/h/k1); unknown",
                "not last(/h/k2) or last(/h/k1)=0; unknown",
                "last(/h/k2)+1>0 or last(/h/k1)=0; unknown",
                "last(/h/k2)*0=0 or last(/h/k1)=0; unknown",
                "abs(-last(/h/k1))=5; 1",
                "between(last(/h/k1),5,6) and in(last(/h/k1),1,5) and not in(last(/h/k3),\"v1\",\"v2\"); 1",
                "round(last(/h/k1)/3,2)=1.67 and truncate(last(/h/k1)/3,2)=1.66; 1",
                "mod(-last(/h/k1),3)=-2 and power(last(/h/k1),2)=25 and sqrt(25)=last(/h/k1); 1",
                "sqrt(-last(/h/k1))=1 or 1; unknown",
                "max(last(/h/k1),9)=9 and avg(1,last(/h/k1))=3 and sum(1,last(/h/k1))=6; 1",
                "last(/h/k1)*1e308*1e308>0; unknown",
                "0.1+0.2=0.3 and last(/h/k1)>0; 1",
                "last(/h/k1)>=5.0000000000000002 and last(/h/k1)<=4.9999999999999998; 1",
                "5K=5120 and 1m=60 and last(/h/k1)=5; 1",
            })
    void evaluates(String expression, String expected) {
        assertThat(valueOf(expression)).isEqualTo(expected);
    }

    @Test
    void keepsAndEndsAProblemByItsExpression() {
        Rig rig = rig("last(/h/k1)>10");
        rig.give(1, 1, 11).give(2, 1, 12).give(3, 1, 10).give(4, 1, 9).give(5, 1, 11);
        assertThat(rig.told()).isEqualTo("+10 -10 +10");
        assertThat(rig.state(10).sinceNanos()).isEqualTo(Rig.EPOCH + 5 * Rig.SECOND);
    }

    @Test
    void endsAProblemOnlyWhenTheRecoveryExpressionIsTrueToo() {
        Rig rig = new Rig().item(1, FLOAT).trigger(10, "last(/h/k1)>10", "last(/h/k1)<5");
        rig.apply();
        rig.give(1, 1, 3).give(2, 1, 11).give(3, 1, 7);
        assertThat(rig.told()).isEqualTo("+10");
        rig.give(4, 1, 4);
        assertThat(rig.told()).isEqualTo("-10");
        rig.give(5, 1, 7);
        assertThat(rig.told()).isEmpty();
    }

    @Test
    void readsItemsThatOnlyTheRecoveryExpressionNames() {
        Rig rig = new Rig().item(1, FLOAT).item(2, FLOAT).trigger(10, "last(/h/k1)>10", "last(/h/k2)=1");
        rig.apply();
        rig.give(1, 1, 11).give(2, 1, 5);
        assertThat(rig.told()).isEqualTo("+10");
        assertThat(rig.state(10).unknown()).isTrue();
        rig.give(3, 2, 1);
        assertThat(rig.told()).isEqualTo("-10");
    }

    @Test
    void keepsItsStateWhileUnknown() {
        Rig rig = rig("last(/h/k1)>10");
        rig.give(1, 1, 11);
        rig.fail(2, 1, "no such instance");
        assertThat(rig.state(10).problem()).isTrue();
        assertThat(rig.state(10).reason()).isEqualTo("/h/k1 is not supported: no such instance");
        assertThat(rig.evaluator.unknown()).isEqualTo(1);
        rig.give(3, 1, 1);
        assertThat(rig.state(10).unknown()).isFalse();
        assertThat(rig.state(10).reason()).isEmpty();
        assertThat(rig.evaluator.unknown()).isZero();
        assertThat(rig.told()).isEqualTo("+10 -10");
    }

    @Test
    void keepsAWindowOverAStretchWithoutSupport() {
        Rig rig = rig("max(/h/k1,5m)>10");
        rig.give(1, 1, 11);
        rig.fail(2, 1, "x");
        rig.give(3, 1, 1);
        assertThat(rig.state(10).problem()).isTrue();
        rig.give(301, 1, 1);
        assertThat(rig.told()).isEqualTo("+10 -10");
    }

    @Test
    void excludesTheStartOfATimeWindowAndIncludesItsEnd() {
        Rig rig = rig("count(/h/k1,10s)=1");
        rig.give(0, 1, 1);
        assertThat(rig.told()).isEqualTo("+10");
        rig.give(9.999999999, 1, 1);
        assertThat(rig.told()).isEqualTo("-10");
        Rig border = rig("count(/h/k1,10s)=1");
        border.give(0, 1, 1).give(10, 1, 1);
        assertThat(border.told()).isEqualTo("+10");
    }

    @Test
    void judgesTheValuesOfOneAnswerTogether() {
        Rig rig = rig("last(/h/k1)>last(/h/k2)");
        ValueBatch answer = new ValueBatch();
        rig.add(answer, 1, 1, 10);
        rig.add(answer, 1, 2, 20);
        rig.deliver(1, answer);
        answer.clear();
        rig.add(answer, 2, 1, 100);
        rig.add(answer, 2, 2, 200);
        rig.deliver(2, answer);
        assertThat(rig.told()).isEmpty();
        assertThat(rig.evaluator.evaluations()).isEqualTo(2);
    }

    @Test
    void judgesEachValueOfAnItemThatComesTwiceInABatch() {
        Rig rig = rig("last(/h/k1)>10");
        ValueBatch batch = new ValueBatch();
        rig.add(batch, 1, 1, 11);
        rig.add(batch, 1, 1, 9);
        rig.add(batch, 2, 1, 12);
        rig.deliver(2, batch);
        assertThat(rig.told()).isEqualTo("+10 -10 +10");
    }

    @Test
    void judgesTriggersOfOneStepInTheOrderOfTheirIds() {
        Rig rig = new Rig().item(1, FLOAT).item(2, FLOAT);
        for (long id : new long[] {30, 10, 20}) {
            rig.trigger(id, "last(/h/k" + (id == 10 ? 2 : 1) + ")>0");
        }
        rig.apply();
        ValueBatch batch = new ValueBatch();
        rig.add(batch, 1, 1, 1);
        rig.add(batch, 1, 2, 1);
        rig.deliver(1, batch);
        assertThat(rig.told()).isEqualTo("+10 +20 +30");
    }

    @Test
    void putsALateValueInItsPlaceAndJudgesAtTheNewestTime() {
        Rig rig = rig("last(/h/k1,#2)=7");
        rig.give(10, 1, 1);
        rig.give(5, 1, 7);
        assertThat(rig.transitions)
                .containsExactly(
                        new TriggerTransition(10, true, Rig.EPOCH + 10 * Rig.SECOND, TriggerTransition.Cause.VALUE));
        rig.give(7, 1, 8);
        assertThat(rig.state(10).problem()).isFalse();
    }

    @Test
    void alarmsOnSilenceAtItsDeadlineAndNotBefore() {
        Rig rig = rig("nodata(/h/k1,5m)=1");
        rig.give(60, 1, 1);
        rig.at(359.999);
        assertThat(rig.told()).isEmpty();
        assertThat(rig.evaluator.nextWakeNanos()).isLessThanOrEqualTo(rig.mono + 2_000_000);
        rig.at(360.001);
        assertThat(rig.told()).isEqualTo("~+10");
        rig.at(4_000);
        assertThat(rig.told()).isEmpty();
        rig.give(4_001, 1, 1);
        assertThat(rig.told()).isEqualTo("-10");
        rig.at(4_302);
        assertThat(rig.told()).isEqualTo("~+10");
    }

    @Test
    void takesNoNotSupportedRowForData() {
        Rig rig = rig("nodata(/h/k1,5m)=1");
        rig.give(0, 1, 1);
        rig.fail(200, 1, "timeout");
        assertThat(rig.state(10).unknown()).isFalse();
        rig.at(301);
        assertThat(rig.told()).isEqualTo("~+10");
    }

    /// ZBX-6294, ZBX-4476, ZBX-6190: no false alarm right after the start, nor of a new item.
    @Test
    void countsSilenceFromTheStartOfTheServer() {
        Rig rig = rig("nodata(/h/k1,5m)=1");
        rig.give(0, 1, 1);
        rig.mono += 7_200 * Rig.SECOND;
        rig.wall += 7_200 * Rig.SECOND;
        rig.restart();
        rig.at(7_210);
        rig.at(7_499);
        assertThat(rig.told()).isEmpty();
        rig.at(7_501);
        assertThat(rig.told()).isEqualTo("~+10");
    }

    @Test
    void countsSilenceForANewTriggerFromItsStart() {
        Rig rig = rig("last(/h/k1)>10");
        rig.give(0, 1, 1);
        rig.at(5_000);
        rig.trigger(11, "nodata(/h/k1,5m)=1").apply();
        rig.at(5_299);
        assertThat(rig.told()).isEmpty();
        rig.at(5_301);
        assertThat(rig.told()).isEqualTo("~+11");
    }

    @Test
    void hasNoAlarmOnSilenceWhereTheWallClockSteps() {
        Rig rig = rig("nodata(/h/k1,5m)=1");
        rig.give(0, 1, 1);
        rig.wall += 86_400 * Rig.SECOND;
        rig.evaluator.turn(rig.mono);
        assertThat(rig.told()).isEmpty();
        rig.wall -= 2 * 86_400 * Rig.SECOND;
        rig.mono += 299 * Rig.SECOND;
        rig.evaluator.turn(rig.mono);
        assertThat(rig.told()).isEmpty();
        rig.mono += 2 * Rig.SECOND;
        rig.evaluator.turn(rig.mono);
        assertThat(rig.told()).isEqualTo("~+10");
    }

    @Test
    void evaluatesTriggersThatReadTheClockEvery30Seconds() {
        Rig rig = rig("last(/h/k1)=1 and now()>=" + (Rig.EPOCH / Rig.SECOND + 100));
        rig.give(0, 1, 1);
        for (int second = 1; second < 100; second++) {
            rig.at(second);
        }
        assertThat(rig.told()).isEmpty();
        for (int second = 100; second <= 130; second++) {
            rig.at(second);
        }
        assertThat(rig.told()).isEqualTo("~+10");
        assertThat(rig.evaluator.timers()).isBetween(4L, 5L);
    }

    @Test
    void knowsTheLocalTime() {
        // 1,700,000,000 is Wednesday 2023-11-15 00:13:20 in Riga.
        Rig rig = rig("last(/h/k1)=1 and time()=1320 and date()=20231115 and dayofweek()=3 and dayofmonth()=15");
        rig.give(0, 1, 1);
        assertThat(rig.told()).isEqualTo("+10");
    }

    @Test
    void shiftsToTheStartOfTheLocalDay() {
        Rig rig = rig("max(/h/k1,1h:now/d)=7 and count(/h/k1,1d:now/d)=2");
        rig.give(-801, 1, 7);
        rig.give(-800, 1, 6);
        rig.give(-799, 1, 9);
        assertThat(rig.told()).isEqualTo("+10");
    }

    @Test
    void closesAProblemByHandAndMayBeginANewOne() {
        Rig rig = rig("last(/h/k1)>10");
        assertThat(rig.evaluator.manualClose(10)).isFalse();
        rig.give(1, 1, 11);
        rig.at(5);
        assertThat(rig.evaluator.manualClose(10)).isTrue();
        assertThat(rig.transitions.get(1).epochNanos()).isEqualTo(Rig.EPOCH + 5 * Rig.SECOND);
        rig.give(6, 1, 12);
        assertThat(rig.told()).isEqualTo("+10 !-10 +10");
        assertThat(rig.evaluator.manualClose(99)).isFalse();
    }

    @Test
    void endsTheProblemOfATriggerThatIsRemovedOrMeansSomethingElse() {
        Rig rig = rig("last(/h/k1)>10");
        rig.give(1, 1, 11);
        rig.trigger(10, "last(/h/k1)>5").apply();
        assertThat(rig.told()).isEqualTo("+10 ?-10");
        rig.give(2, 1, 11);
        rig.apply();
        assertThat(rig.told()).isEqualTo("+10");
        rig.withoutTrigger(10).apply();
        assertThat(rig.told()).isEqualTo("?-10");
        assertThat(rig.evaluator.size()).isZero();
        rig.trigger(11, "last(/h/k1)>5").apply();
        rig.give(3, 1, 11);
        rig.evaluator.remove(Rig.HOST);
        assertThat(rig.told()).isEqualTo("+11 ?-11");
        rig.give(4, 1, 11);
        assertThat(rig.told()).isEmpty();
    }

    @Test
    void startsWithTheStatesAndWindowsOfBefore() {
        Rig rig = rig("max(/h/k1,5m)>10");
        rig.give(0, 1, 11).give(60, 1, 1);
        rig.restart();
        assertThat(rig.state(10).problem()).isTrue();
        rig.give(120, 1, 1);
        assertThat(rig.told()).isEqualTo("+10");
        rig.give(300, 1, 1);
        assertThat(rig.told()).isEqualTo("-10");
        rig.fail(310, 1, "gone");
        rig.restart();
        rig.trigger(12, "last(/h/k1)=1 or last(/h/k2)=1").apply();
        rig.give(320, 2, 0);
        assertThat(rig.state(12).unknown()).isTrue();
    }

    @Test
    void readsThePastForAWindowThatIsNew() {
        Rig rig = rig("last(/h/k1)>100");
        for (int i = 0; i < 20; i++) {
            rig.give(i * 10, 1, i);
        }
        rig.trigger(11, "sum(/h/k1,1m)=" + (15 + 16 + 17 + 18 + 19 + 20));
        rig.trigger(12, "last(/h/k1,#3:now-100s)=8");
        assertThat(rig.apply()).isEmpty();
        rig.give(200, 1, 20);
        assertThat(rig.told()).isEqualTo("+11 +12");
    }

    @Test
    void restoresOnlyTriggersThatWereInProblem() {
        Rig rig = new Rig(Set.of(10L, 999L)).item(1, FLOAT);
        rig.trigger(10, "last(/h/k1)>10").trigger(11, "last(/h/k1)>10").apply();
        assertThat(rig.state(10).problem()).isTrue();
        assertThat(rig.state(11).problem()).isFalse();
        rig.withoutTrigger(10).apply();
        rig.trigger(10, "last(/h/k1)>10").apply();
        assertThat(rig.state(10).problem()).isFalse();
    }

    @Test
    void namesFaultsOfTriggersAndJudgesTheOthers() {
        Rig rig = new Rig().item(1, FLOAT).item(3, CHARACTER).item(5, BINARY);
        rig.trigger(1, "last(/h/k1)>>1");
        rig.trigger(2, "last(/h/k99)>1");
        rig.trigger(3, "avg(/h/k3,5m)>1");
        rig.trigger(4, "count(/h/k1,5m,\"gt\",\"x\")>1");
        rig.trigger(5, "count(/h/k3,5m,\"gt\",\"x\")>1");
        rig.trigger(6, "last(/h/k5)=1");
        rig.trigger(7, "last(/h/k1)>1 and count(/h/k1,5m,\"regexp\",\"(\")>0");
        rig.trigger(8, "last(/h/k1)>1");
        assertThat(rig.apply())
                .satisfiesExactly(
                        fault -> assertThat(fault).startsWith("h1, trigger 't1': expression: column 13"),
                        fault -> assertThat(fault).contains("no item /h/k99 that last() wants"),
                        fault -> assertThat(fault).contains("avg(/h/k3) reads text, wanted numbers"),
                        fault -> assertThat(fault).contains("pattern 'x', wanted a number"),
                        fault -> assertThat(fault).contains("operator 'gt' over text, wanted one of eq, ne, like"),
                        fault -> assertThat(fault).contains("binary"),
                        fault -> assertThat(fault).contains("the pattern '('"));
        rig.give(1, 1, 2);
        assertThat(rig.told()).isEqualTo("+8");
        assertThat(rig.evaluator.unknown()).isEqualTo(7);
        assertThat(rig.state(3).reason()).contains("reads text");
    }

    @Test
    void countsByAGlobalExpressionAndAnewWhenItIsChanged() {
        Rig rig = new Rig().item(3, CHARACTER);
        rig.trigger(1, "count(/h/k3,5m,\"regexp\",\"@up\")>=2", List.of(upAs("^UP$")))
                .apply();
        rig.give(1, 3, "up").give(2, 3, "down").give(3, 3, "UP");
        assertThat(rig.told()).isEqualTo("+1");
        rig.trigger(1, "count(/h/k3,5m,\"regexp\",\"@up\")>=2", List.of(upAs("^o")))
                .apply();
        rig.give(4, 3, "on");
        assertThat(rig.state(1).problem()).isFalse();
        rig.give(5, 3, "on");
        assertThat(rig.state(1).problem()).isTrue();
    }

    private static GlobalExpression upAs(String pattern) {
        return new GlobalExpression(
                "up", List.of(new GlobalExpression.Test(GlobalExpression.Type.RESULT_IS_TRUE, pattern, ',', false)));
    }

    @Test
    void givesUnsignedDifferencesAndSumsExactly() {
        Rig rig = new Rig().item(4, UNSIGNED);
        rig.trigger(1, "change(/h/k4)=-5")
                .trigger(2, "sum(/h/k4,#2)=36893488147419103225")
                .apply();
        ValueBatch batch = new ValueBatch();
        batch.addNumber(4, rig.slots.slotOf(4), Rig.EPOCH, ValueKind.UNSIGNED, -1);
        batch.addNumber(4, rig.slots.slotOf(4), Rig.EPOCH + 1, ValueKind.UNSIGNED, -6);
        rig.deliver(1, batch);
        assertThat(rig.told()).isEqualTo("+1 +2");
    }

    @Test
    void leavesNoTraceOfLargeValuesInASum() {
        Rig rig = rig("sum(/h/k1,#2)=0.3");
        rig.give(1, 1, 1e300).give(2, 1, -3).give(3, 1, 0.1).give(4, 1, 0.2);
        assertThat(rig.told()).isEqualTo("+10");
    }

    @Test
    void ignoresRowsOfItemsThatItDoesNotKnow() {
        Rig rig = rig("last(/h/k1)>10");
        ValueBatch batch = new ValueBatch();
        batch.addNumber(77, -1, Rig.EPOCH, ValueKind.UNSIGNED, 1);
        batch.addNumber(77, 5_000, Rig.EPOCH, ValueKind.UNSIGNED, 1);
        batch.addNumber(77, rig.slots.slotOf(1), Rig.EPOCH, ValueKind.UNSIGNED, 100);
        rig.evaluator.accept(batch);
        assertThat(rig.told()).isEmpty();
        assertThat(rig.evaluator.rows()).isEqualTo(3);
    }
}
