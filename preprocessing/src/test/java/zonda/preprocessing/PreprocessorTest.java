package zonda.preprocessing;

import static org.assertj.core.api.Assertions.assertThat;
import static zonda.model.ItemValueType.BINARY;
import static zonda.model.ItemValueType.CHARACTER;
import static zonda.model.ItemValueType.FLOAT;
import static zonda.model.ItemValueType.TEXT;
import static zonda.model.ItemValueType.UNSIGNED;
import static zonda.model.PreprocessingStep.Type.CHANGE_PER_SECOND;
import static zonda.model.PreprocessingStep.Type.DISCARD_UNCHANGED;
import static zonda.model.PreprocessingStep.Type.DISCARD_UNCHANGED_HEARTBEAT;
import static zonda.model.PreprocessingStep.Type.MULTIPLIER;
import static zonda.model.PreprocessingStep.Type.REGEX;
import static zonda.model.PreprocessingStep.Type.SIMPLE_CHANGE;
import static zonda.preprocessing.Bench.step;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import zonda.model.PreprocessingStep.OnFail;
import zonda.model.RawBatch;
import zonda.model.WireType;

class PreprocessorTest {
    private static final long U64_MAX = -1L;

    @Test
    void passesUnsignedNumbersExactlyToTheLastBit() {
        Bench bench = new Bench(UNSIGNED);
        assertThat(bench.give(0, WireType.COUNTER64, U64_MAX)).isEqualTo("18446744073709551615");
        assertThat(bench.give(1, WireType.TEXT, " 18446744073709551615 ")).isEqualTo("18446744073709551615");
        assertThat(bench.give(2, WireType.TEXT, "18446744073709551616")).startsWith("!Value of type \"double\"");
    }

    @Test
    void multipliesWholeNumbersExactlyAndNamesAnOverflow() {
        Bench bench = new Bench(UNSIGNED, step(MULTIPLIER, "8"));
        assertThat(bench.give(0, WireType.COUNTER64, (1L << 60) + 1)).isEqualTo("9223372036854775816");
        assertThat(bench.give(1, WireType.COUNTER64, 1L << 61))
                .isEqualTo("!preprocessing step 1 (multiplier): value \"2305843009213693952\" times 8 is above the"
                        + " largest unsigned 64-bit number");
        Bench largest = new Bench(UNSIGNED, step(MULTIPLIER, "18446744073709551615"));
        assertThat(largest.give(0, WireType.GAUGE32, 1)).isEqualTo("18446744073709551615");
    }

    @Test
    void multipliesByFractionsAndExponents() {
        assertThat(new Bench(FLOAT, step(MULTIPLIER, "0.125")).give(0, WireType.GAUGE32, 3))
                .isEqualTo("0.375");
        assertThat(new Bench(FLOAT, step(MULTIPLIER, "1e-3")).give(0, WireType.INTEGER, -1500))
                .isEqualTo("-1.5");
        assertThat(new Bench(UNSIGNED, step(MULTIPLIER, "0.01")).give(0, WireType.TIME_TICKS, 199))
                .isEqualTo("1");
        assertThat(new Bench(UNSIGNED, step(MULTIPLIER, "-1")).give(0, WireType.GAUGE32, 5))
                .isEqualTo("!Value of type \"double\" is not suitable for value type \"Numeric (unsigned)\". Value"
                        + " \"-5\"");
    }

    @Test
    void convertsToTheItemsValueType() {
        assertThat(new Bench(UNSIGNED).give(0, WireType.DOUBLE, Double.doubleToRawLongBits(3.99)))
                .isEqualTo("3");
        assertThat(new Bench(UNSIGNED).give(0, WireType.INTEGER, -1))
                .isEqualTo("!Value of type \"integer\" is not suitable for value type \"Numeric (unsigned)\". Value"
                        + " \"-1\"");
        assertThat(new Bench(UNSIGNED).give(0, WireType.OCTET_STRING, "\n 0 \n"))
                .isEqualTo("0");
        assertThat(new Bench(UNSIGNED).give(0, WireType.OCTET_STRING, "0")).isEqualTo("0");
        assertThat(new Bench(FLOAT).give(0, WireType.TEXT, " -.5e1 ")).isEqualTo("-5");
        assertThat(new Bench(FLOAT).give(0, WireType.TEXT, "5.")).isEqualTo("5");
        assertThat(new Bench(FLOAT).give(0, WireType.TEXT, "0x10")).startsWith("!Value of type \"string\"");
        assertThat(new Bench(FLOAT).give(0, WireType.TEXT, "1e400")).startsWith("!Value of type");
        assertThat(new Bench(FLOAT).give(0, WireType.TEXT, "")).startsWith("!Value of type");
        assertThat(new Bench(FLOAT).give(0, WireType.DOUBLE, Double.doubleToRawLongBits(Double.NaN)))
                .isEqualTo("!Value of type \"double\" is not suitable for value type \"Numeric (float)\". Value"
                        + " \"nan\"");
        assertThat(new Bench(TEXT).give(0, WireType.COUNTER64, U64_MAX)).isEqualTo("18446744073709551615");
        assertThat(new Bench(TEXT).give(0, WireType.DOUBLE, Double.doubleToRawLongBits(0.1)))
                .isEqualTo("0.1");
        assertThat(new Bench(CHARACTER).give(0, WireType.TEXT, "x".repeat(300))).hasSize(255);
    }

    @Test
    void showsOctetStringsAsTextWhereTheyAreText() {
        assertThat(new Bench(TEXT).giveBytes(0, WireType.OCTET_STRING, "Zürich\0".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo("Zürich");
        assertThat(new Bench(TEXT)
                        .giveBytes(0, WireType.OCTET_STRING, new byte[] {(byte) 0xC0, (byte) 0xFF, (byte) 0xEE}))
                .isEqualTo("C0 FF EE");
        assertThat(new Bench(TEXT).giveBytes(0, WireType.OCTET_STRING, new byte[] {0, 1, 'A'}))
                .isEqualTo("00 01 41");
        assertThat(new Bench(TEXT).give(0, WireType.OBJECT_IDENTIFIER, "1.3.6.1"))
                .isEqualTo("1.3.6.1");
        Bench bytes = new Bench(BINARY);
        bytes.giveBytes(0, WireType.OCTET_STRING, new byte[] {0, 1, (byte) 0xFF});
        assertThat(bytes.out.arena).startsWith(new byte[] {0, 1, (byte) 0xFF});
        assertThat(bytes.out.bits[0]).isEqualTo(3);
    }

    @Test
    void printsDoublesAsZabbixDoes() {
        assertThat(Numbers.print(0.1 + 0.2)).isEqualTo("0.30000000000000004");
        assertThat(Numbers.print(1e15)).isEqualTo("1E+15");
        assertThat(Numbers.print(123456789012345.0)).isEqualTo("123456789012345");
        assertThat(Numbers.print(1.5e-5)).isEqualTo("1.5E-05");
        assertThat(Numbers.print(-1.5e300)).isEqualTo("-1.5E+300");
        assertThat(Numbers.print(0.0001)).isEqualTo("0.0001");
        assertThat(Numbers.print(0)).isEqualTo("0");
    }

    @Test
    void takesRatesOverNanosecondsOfTheMonotonicClock() {
        Bench bench = new Bench(FLOAT, step(CHANGE_PER_SECOND));
        assertThat(bench.give(0, WireType.COUNTER64, 100)).isEqualTo("-");
        assertThat(bench.give(0.5, WireType.COUNTER64, 200)).isEqualTo("200");
        assertThat(bench.give(60.5, WireType.COUNTER64, 800)).isEqualTo("10");
        assertThat(new Bench(UNSIGNED, step(CHANGE_PER_SECOND)).give(0, WireType.COUNTER64, 1))
                .isEqualTo("-");
    }

    @Test
    void cutsTheFractionOfARateOfAnUnsignedItem() {
        Bench bench = new Bench(UNSIGNED, step(CHANGE_PER_SECOND));
        bench.give(0, WireType.COUNTER64, 100);
        assertThat(bench.give(3, WireType.COUNTER64, 120)).isEqualTo("6");
    }

    /// snmp_exporter#350, #351, #54.
    @Test
    void keepsEveryByteOfACounterBeyond2To53() {
        Bench change = new Bench(UNSIGNED, step(SIMPLE_CHANGE));
        change.give(0, WireType.COUNTER64, (1L << 53) + 1);
        assertThat(change.give(1, WireType.COUNTER64, (1L << 53) + 2)).isEqualTo("1");
        Bench high = new Bench(UNSIGNED, step(CHANGE_PER_SECOND), step(MULTIPLIER, "8"));
        high.give(0, WireType.COUNTER64, U64_MAX - 1_000_000_000_007L);
        assertThat(high.give(1, WireType.COUNTER64, U64_MAX)).isEqualTo("8000000000056");
        Bench huge = new Bench(UNSIGNED, step(CHANGE_PER_SECOND));
        huge.give(0, WireType.COUNTER64, 1);
        assertThat(huge.give(10, WireType.COUNTER64, U64_MAX)).isEqualTo("1844674407370955161");
    }

    /// NetworkOptimizer PR#764.
    @Test
    void losesOneSampleAtAResetAndIsCorrectThereafter() {
        Bench bench = new Bench(FLOAT, step(CHANGE_PER_SECOND));
        bench.give(0, WireType.COUNTER64, 1_000_000_000_000L);
        assertThat(bench.give(10, WireType.COUNTER64, 500)).isEqualTo("-");
        assertThat(bench.give(20, WireType.COUNTER64, 1500)).isEqualTo("100");
    }

    /// nagios-plugins#410, manubulon-snmp#62, Cacti#3901.
    @Test
    void givesNoRateAfterAResetThatTheUptimeTells() {
        Bench bench = new Bench(FLOAT, step(CHANGE_PER_SECOND));
        bench.uptimeTicks = 100_000;
        bench.give(0, WireType.COUNTER32, 4_294_967_000L);
        bench.uptimeTicks = 500;
        assertThat(bench.give(10, WireType.COUNTER32, 200)).isEqualTo("-");
        bench.uptimeTicks = 1500;
        assertThat(bench.give(20, WireType.COUNTER32, 1200)).isEqualTo("100");
    }

    @Test
    void givesNoRateWhereTheDeviceStartedAfterTheBaseAndHasBeenUpLongerThanBefore() {
        Bench bench = new Bench(FLOAT, step(CHANGE_PER_SECOND));
        bench.uptimeTicks = 1_000;
        bench.give(0, WireType.COUNTER64, 100);
        bench.uptimeTicks = 30_000;
        assertThat(bench.give(3_600, WireType.COUNTER64, 5_000_000)).isEqualTo("-");
    }

    @Test
    void keepsRatesOfAnAgentWhoseUptimeStandsStill() {
        Bench bench = new Bench(FLOAT, step(CHANGE_PER_SECOND));
        bench.uptimeTicks = 1_000;
        bench.give(0, WireType.COUNTER64, 100);
        assertThat(bench.give(3_600, WireType.COUNTER64, 3_700)).isEqualTo("1");
    }

    @Test
    void takesAWrapOfTheUptimeItselfForNoReboot() {
        Bench bench = new Bench(FLOAT, step(CHANGE_PER_SECOND));
        bench.uptimeTicks = (1L << 32) - 500;
        bench.give(0, WireType.COUNTER64, 100);
        bench.uptimeTicks = 500;
        assertThat(bench.give(10, WireType.COUNTER64, 200)).isEqualTo("10");
    }

    @Test
    void givesNoRateOverADiscontinuity() {
        Bench bench = new Bench(FLOAT, step(CHANGE_PER_SECOND));
        bench.uptimeTicks = 1_000;
        bench.discontinuityTicks = 0;
        bench.give(0, WireType.COUNTER64, 100);
        bench.uptimeTicks = 2_000;
        bench.discontinuityTicks = 1_500;
        assertThat(bench.give(10, WireType.COUNTER64, 1_000_000)).isEqualTo("-");
        bench.uptimeTicks = 3_000;
        assertThat(bench.give(20, WireType.COUNTER64, 1_000_010)).isEqualTo("1");
    }

    @Test
    void repairsAWrapOfACounter32() {
        Bench change = new Bench(UNSIGNED, step(SIMPLE_CHANGE));
        change.give(0, WireType.COUNTER32, 4_294_967_000L);
        assertThat(change.give(10, WireType.COUNTER32, 200)).isEqualTo("496");
        Bench rate = new Bench(FLOAT, step(CHANGE_PER_SECOND));
        rate.give(0, WireType.COUNTER32, 4_294_967_000L);
        assertThat(rate.give(10, WireType.COUNTER32, 200)).isEqualTo("49.6");
        assertThat(rate.give(20, WireType.COUNTER32, 300)).isEqualTo("10");
    }

    @Test
    void repairsALargeWrapOnlyWhereTheRateBeforeMakesItLikely() {
        Bench fast = new Bench(FLOAT, step(CHANGE_PER_SECOND));
        fast.give(0, WireType.COUNTER32, 2_800_000_000L);
        assertThat(fast.give(60, WireType.COUNTER32, 3_400_000_000L)).isEqualTo("10000000");
        assertThat(fast.give(120, WireType.COUNTER32, 4_000_000_000L)).isEqualTo("10000000");
        assertThat(fast.give(180, WireType.COUNTER32, 305_032_704L)).isEqualTo("10000000");
        Bench idle = new Bench(FLOAT, step(CHANGE_PER_SECOND));
        idle.give(0, WireType.COUNTER32, 4_000_000_000L);
        idle.give(60, WireType.COUNTER32, 4_000_000_600L);
        assertThat(idle.give(120, WireType.COUNTER32, 5_000)).isEqualTo("-");
        assertThat(idle.give(180, WireType.COUNTER32, 5_600)).isEqualTo("10");
        Bench half = new Bench(FLOAT, step(CHANGE_PER_SECOND));
        half.give(0, WireType.COUNTER32, 1_000_000_000L);
        assertThat(half.give(60, WireType.COUNTER32, 5)).isEqualTo("-");
    }

    /// netdata#6077, luci#2659: the kernel sometimes reads 0.
    @Test
    void discardsBothDeltasOfALoneZero() {
        Bench bench = new Bench(FLOAT, step(CHANGE_PER_SECOND));
        bench.give(0, WireType.COUNTER64, 5_000);
        assertThat(bench.give(10, WireType.COUNTER64, 0)).isEqualTo("-");
        assertThat(bench.give(20, WireType.COUNTER64, 5_000)).isEqualTo("-");
        assertThat(bench.give(30, WireType.COUNTER64, 5_100)).isEqualTo("10");
        Bench counter32 = new Bench(FLOAT, step(CHANGE_PER_SECOND));
        counter32.give(0, WireType.COUNTER32, 4_294_967_000L);
        assertThat(counter32.give(10, WireType.COUNTER32, 0)).isEqualTo("-");
        assertThat(counter32.give(20, WireType.COUNTER32, 4_294_967_000L)).isEqualTo("-");
    }

    @Test
    void takesAChangeOfTheCountersWidthForANewBase() {
        Bench bench = new Bench(FLOAT, step(CHANGE_PER_SECOND));
        bench.give(0, WireType.COUNTER32, 1_000);
        assertThat(bench.give(10, WireType.COUNTER64, 900_000_000_000L)).isEqualTo("-");
        assertThat(bench.give(20, WireType.COUNTER64, 900_000_000_100L)).isEqualTo("10");
    }

    /// ntopng#2183, ZBX-4884.
    @Test
    void takesTheRateOverTheWholeGapAfterAnUnsupportedPeriod() {
        Bench bench = new Bench(FLOAT, step(CHANGE_PER_SECOND));
        bench.give(0, WireType.COUNTER64, 1_000);
        assertThat(bench.give(60, WireType.COUNTER64, 7_000)).isEqualTo("100");
        assertThat(bench.give(120, WireType.NOT_SUPPORTED, "noSuchInstance")).isEqualTo("!noSuchInstance");
        assertThat(bench.give(180, WireType.NOT_SUPPORTED, "noSuchInstance")).isEqualTo("-");
        assertThat(bench.give(240, WireType.COUNTER64, 25_000)).isEqualTo("100");
    }

    /// Glaber 2.11.13 and 2.11.19.
    @Test
    void waitsWhereTwoPollsCameTooCloseToMakeARate() {
        Bench bench = new Bench(FLOAT, step(CHANGE_PER_SECOND));
        bench.give(0, WireType.COUNTER64, 0);
        assertThat(bench.give(0.02, WireType.COUNTER64, 50_000)).isEqualTo("-");
        assertThat(bench.give(0, WireType.COUNTER64, 50_000)).isEqualTo("-");
        assertThat(bench.give(1, WireType.COUNTER64, 100_000)).isEqualTo("100000");
    }

    @Test
    void comparesSignedNumbersAcrossZero() {
        Bench bench = new Bench(FLOAT, step(SIMPLE_CHANGE));
        bench.give(0, WireType.INTEGER, -5);
        assertThat(bench.give(1, WireType.INTEGER, 7)).isEqualTo("12");
        assertThat(bench.give(2, WireType.INTEGER, 3)).isEqualTo("-");
    }

    @Test
    void treatsPushedValuesAsZabbixDoes() {
        Bench bench = new Bench(FLOAT, step(CHANGE_PER_SECOND));
        bench.give(0, WireType.TEXT, "100");
        assertThat(bench.give(10, WireType.TEXT, "200.5")).isEqualTo("10.05");
        assertThat(bench.give(20, WireType.UNSIGNED, 0)).isEqualTo("-");
        assertThat(bench.give(30, WireType.UNSIGNED, 100)).isEqualTo("10");
        assertThat(bench.give(30, WireType.UNSIGNED, 200)).isEqualTo("-");
        assertThat(bench.give(40, WireType.UNSIGNED, 300)).isEqualTo("10");
    }

    @Test
    void storesPolledValuesInWholeMillisecondsAndPushedOnesAsTheyCame() {
        Bench bench = new Bench(UNSIGNED);
        bench.give(0, WireType.GAUGE32, 1);
        assertThat(bench.out.epochNanos[0]).isEqualTo(1_700_000_000_123_000_000L);
        bench.give(1, WireType.UNSIGNED, 1);
        assertThat(bench.out.epochNanos[0]).isEqualTo(1_700_000_001_123_456_789L);
    }

    @Test
    void advancesTheStoredTimeByAMillisecondWhileTheWallClockIsBehind() {
        Bench bench = new Bench(UNSIGNED);
        bench.give(10, WireType.GAUGE32, 1);
        bench.give(7, WireType.GAUGE32, 2);
        assertThat(bench.out.epochNanos[0]).isEqualTo(1_700_000_010_124_000_000L);
        bench.give(8, WireType.GAUGE32, 3);
        assertThat(bench.out.epochNanos[0]).isEqualTo(1_700_000_010_125_000_000L);
        bench.give(11, WireType.GAUGE32, 4);
        assertThat(bench.out.epochNanos[0]).isEqualTo(1_700_000_011_123_000_000L);
        assertThat(bench.preprocessor.heldTimes()).isEqualTo(2);
    }

    @Test
    void discardsUnchangedValuesButNotTheirHeartbeat() {
        Bench bench = new Bench(UNSIGNED, step(DISCARD_UNCHANGED_HEARTBEAT, "1m"));
        assertThat(bench.give(0, WireType.GAUGE32, 1)).isEqualTo("1");
        assertThat(bench.give(30, WireType.GAUGE32, 1)).isEqualTo("-");
        assertThat(bench.give(59.9, WireType.GAUGE32, 1)).isEqualTo("1");
        assertThat(bench.give(119.5, WireType.GAUGE32, 1)).isEqualTo("-");
        assertThat(bench.give(119.7, WireType.GAUGE32, 2)).isEqualTo("2");
        Bench text = new Bench(TEXT, step(DISCARD_UNCHANGED));
        assertThat(text.give(0, WireType.TEXT, "up")).isEqualTo("up");
        assertThat(text.give(9_000, WireType.TEXT, "up")).isEqualTo("-");
        assertThat(text.give(9_001, WireType.TEXT, "down")).isEqualTo("down");
    }

    /// ZBX-16036.
    @Test
    void recoversFromNotSupportedThoughTheValueIsUnchanged() {
        Bench bench = new Bench(UNSIGNED, step(DISCARD_UNCHANGED));
        assertThat(bench.give(0, WireType.GAUGE32, 1)).isEqualTo("1");
        assertThat(bench.give(1, WireType.NOT_SUPPORTED, "timeout")).isEqualTo("!timeout");
        assertThat(bench.give(2, WireType.GAUGE32, 1)).isEqualTo("1");
        assertThat(bench.give(3, WireType.GAUGE32, 1)).isEqualTo("-");
    }

    @Test
    void tellsNotSupportedOnceForEachReason() {
        Bench bench = new Bench(UNSIGNED);
        assertThat(bench.give(0, WireType.NOT_SUPPORTED, "a")).isEqualTo("!a");
        assertThat(bench.give(1, WireType.NOT_SUPPORTED, "a")).isEqualTo("-");
        assertThat(bench.give(2, WireType.NOT_SUPPORTED, "b")).isEqualTo("!b");
        assertThat(bench.give(3, WireType.GAUGE32, 1)).isEqualTo("1");
        assertThat(bench.give(4, WireType.NOT_SUPPORTED, "b")).isEqualTo("!b");
        assertThat(bench.preprocessor.notSupported()).isEqualTo(4);
    }

    @Test
    void extractsByPatternAndFillsGroupsThatAreMissingWithNothing() {
        Bench bench = new Bench(TEXT, step(REGEX, "(\\d+)-(\\d+)?", "\\1:\\2:\\7\\x"));
        assertThat(bench.give(0, WireType.TEXT, "ab 12- cd")).isEqualTo("12::\\x");
        assertThat(bench.give(1, WireType.TEXT, "none"))
                .isEqualTo(
                        "!preprocessing step 1 (regex): value \"none\": the pattern '(\\d+)-(\\d+)?' does not match");
        assertThat(new Bench(UNSIGNED, step(REGEX, "(\\d+)", "\\1")).give(0, WireType.COUNTER64, U64_MAX))
                .isEqualTo("18446744073709551615");
    }

    /// ZBX-16020, ZBX-17691.
    @Test
    void stopsAPatternThatBacktracksWithoutEnd() {
        Bench bench = new Bench(TEXT, step(REGEX, "(a*)(a*)(a*)(a*)(a*)\\5\\4x", "\\1"));
        assertThat(bench.give(0, WireType.TEXT, "a".repeat(400) + "b")).contains("takes too many steps");
        assertThat(bench.give(1, WireType.TEXT, "aaax")).isEqualTo("aaa");
        Bench deep = new Bench(TEXT, step(REGEX, "^(a|b)*$", "\\0"));
        assertThat(deep.give(0, WireType.TEXT, "ab".repeat(200_000))).contains("too deep a recursion");
        assertThat(deep.give(1, WireType.TEXT, "ab")).isEqualTo("ab");
    }

    @Test
    void doesOnFailWhatTheStepSays() {
        assertThat(new Bench(UNSIGNED, step(MULTIPLIER, OnFail.DISCARD_VALUE, "", "2")).give(0, WireType.TEXT, "x"))
                .isEqualTo("-");
        assertThat(new Bench(UNSIGNED, step(MULTIPLIER, OnFail.SET_VALUE, "5", "2"), step(MULTIPLIER, "3"))
                        .give(0, WireType.TEXT, "x"))
                .isEqualTo("15");
        assertThat(new Bench(UNSIGNED, step(MULTIPLIER, OnFail.SET_ERROR, "not today", "2"))
                        .give(0, WireType.TEXT, "x"))
                .isEqualTo("!not today");
        assertThat(new Bench(UNSIGNED, step(MULTIPLIER, "2")).give(0, WireType.TEXT, "10x"))
                .isEqualTo("!preprocessing step 1 (multiplier): value \"10x\" is no number");
    }

    @Test
    void namesFaultsOfStepsAndHoldsTheOtherItemsUnharmed() {
        Bench bench = new Bench(UNSIGNED);
        assertThat(bench.change(UNSIGNED, step(MULTIPLIER, "eight")))
                .containsExactly("switch, key: step 1 (multiplier) has the factor 'eight', wanted a number");
        assertThat(bench.give(0, WireType.GAUGE32, 1))
                .isEqualTo("!step 1 (multiplier) has the factor 'eight', wanted a number");
        assertThat(bench.change(UNSIGNED, step(REGEX, "([0-9]+", "\\1")).get(0)).contains("the pattern '([0-9]+': ");
        assertThat(bench.change(UNSIGNED, step(REGEX, "x")))
                .containsExactly("switch, key: step 1 (regex) has 1 parameters, wanted two: the pattern, and the"
                        + " output such as \\1");
        assertThat(bench.change(UNSIGNED, step(DISCARD_UNCHANGED_HEARTBEAT, "0"))
                        .get(0))
                .contains("at least 1s");
        assertThat(bench.change(UNSIGNED, step(SIMPLE_CHANGE), step(CHANGE_PER_SECOND))
                        .get(0))
                .contains("is the second of its sort");
        assertThat(bench.change(UNSIGNED)).isEmpty();
        assertThat(bench.give(1, WireType.GAUGE32, 1)).isEqualTo("1");
    }

    @Test
    void resetsOnlyTheStateThatAChangeOfStepsTouches() {
        Bench bench = new Bench(FLOAT, step(CHANGE_PER_SECOND));
        bench.give(0, WireType.COUNTER64, 0);
        bench.change(FLOAT, step(CHANGE_PER_SECOND), step(MULTIPLIER, "8"));
        assertThat(bench.give(1, WireType.COUNTER64, 10)).isEqualTo("80");
        bench.change(FLOAT, step(MULTIPLIER, "8"), step(CHANGE_PER_SECOND));
        assertThat(bench.give(2, WireType.COUNTER64, 20)).isEqualTo("-");
        bench.change(UNSIGNED, step(MULTIPLIER, "8"), step(CHANGE_PER_SECOND));
        assertThat(bench.give(3, WireType.COUNTER64, 30)).isEqualTo("-");
        assertThat(bench.give(4, WireType.COUNTER64, 40)).isEqualTo("80");
    }

    @Test
    void forgetsARemovedItem() {
        Bench bench = new Bench(FLOAT, step(CHANGE_PER_SECOND));
        bench.give(0, WireType.COUNTER64, 0);
        bench.preprocessor.remove(Bench.host(FLOAT, java.util.List.of()));
        assertThat(bench.give(1, WireType.COUNTER64, 10)).isEqualTo("-");
        bench.change(FLOAT, step(CHANGE_PER_SECOND));
        assertThat(bench.give(2, WireType.COUNTER64, 20)).isEqualTo("-");
        assertThat(bench.give(3, WireType.COUNTER64, 30)).isEqualTo("10");
    }

    @Test
    void hasAnUnknownUptimeForNothing() {
        Bench bench = new Bench(FLOAT, step(CHANGE_PER_SECOND));
        bench.uptimeTicks = 100_000;
        bench.give(0, WireType.COUNTER64, 0);
        bench.uptimeTicks = RawBatch.UNKNOWN;
        assertThat(bench.give(1, WireType.COUNTER64, 10)).isEqualTo("10");
    }
}
