package zonda.protocol.snmp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Walks with agents as reporters of other systems met them.
class WalkTest {
    private static final String TABLE = "1.3.6.1.2.1.2.2.1";
    private static final int ZERO_LENGTH = -1;

    /// An agent: a function from a name to the next, and limits. Its values are numbers.
    private static final class Agent {
        final TreeMap<Oid, Integer> objects = new TreeMap<>();
        UnaryOperator<Oid> successor = this::sortedSuccessor;
        int version = Ber.VERSION_2C;
        int mostVarbinds = 1_000;
        int tooBigOver = 1_000;
        int silentOver = 1_000;
        int spoilsOver = 1_000;
        int genErrOver = 1_000;
        boolean isSilent;
        boolean isEndless;
        int requests;
        int largest;

        Oid sortedSuccessor(Oid name) {
            Oid next = objects.higherKey(name);
            return next == null ? name : next;
        }

        /// Its answer; none: empty.
        byte[] answer(byte[] request) {
            requests++;
            MessageDecoder in = new MessageDecoder();
            assertThat(in.open(request, 0, request.length)).isTrue();
            List<Oid> names = new ArrayList<>();
            int type = in.pduType();
            int repetitions = type == Ber.GET_BULK ? in.errorIndex() : 1;
            while (in.next()) {
                names.add(in.varbind().orElseThrow().name());
            }
            int size = names.size() * repetitions;
            largest = Math.max(largest, size);
            if (isSilent || size > silentOver) {
                return new byte[0];
            }
            if (size > tooBigOver || size > genErrOver) {
                return error(size > tooBigOver ? Ber.TOO_BIG : Ber.GEN_ERR, 0);
            }
            List<byte[]> out = new ArrayList<>();
            for (int row = 0; row < repetitions; row++) {
                for (int i = 0; i < names.size() && out.size() < mostVarbinds; i++) {
                    Oid asked = names.get(i);
                    Oid next = type == Ber.GET ? asked : successor.apply(asked);
                    boolean isThere = type == Ber.GET ? objects.containsKey(asked) : isEndless || !next.equals(asked);
                    if (!isThere && version == Ber.VERSION_1) {
                        return error(Ber.NO_SUCH_NAME, i + 1);
                    }
                    names.set(i, next);
                    String value = !isThere
                            ? type == Ber.GET ? "80 00" : "82 00"
                            : objects.getOrDefault(next, 1) == ZERO_LENGTH
                                            || (size > spoilsOver && out.size() >= spoilsOver)
                                    ? "02 00"
                                    : "02 01 2A";
                    out.add(Messages.wrapped(
                            Ber.SEQUENCE,
                            Messages.wrapped(Ber.OBJECT_IDENTIFIER, next.encoded()),
                            Messages.hex(value)));
                }
            }
            return message(0, 0, out);
        }

        private byte[] error(int status, int index) {
            return message(status, index, List.of());
        }

        private byte[] message(int status, int index, List<byte[]> varbinds) {
            return Messages.wrapped(
                    Ber.SEQUENCE,
                    Messages.wrapped(Ber.INTEGER, new byte[] {(byte) version}),
                    Messages.hex("04 01 70"),
                    Messages.wrapped(
                            Ber.RESPONSE,
                            Messages.hex("02 01 01"),
                            Messages.wrapped(Ber.INTEGER, new byte[] {(byte) status}),
                            Messages.wrapped(Ber.INTEGER, new byte[] {(byte) index}),
                            Messages.wrapped(Ber.SEQUENCE, varbinds.toArray(new byte[0][]))));
        }

        void column(int column, int rows) {
            for (int i = 1; i <= rows; i++) {
                objects.put(Oid.parse(TABLE + "." + column + "." + i), i);
            }
        }

        /// Goes through these names in this order, from whatever stands before them.
        void inOrder(String... names) {
            List<Oid> order = Arrays.stream(names).map(Oid::parse).toList();
            for (Oid name : order) {
                objects.put(name, 1);
            }
            successor = name -> {
                int at = order.indexOf(name);
                return at < 0 ? order.getFirst() : at + 1 < order.size() ? order.get(at + 1) : name;
            };
        }
    }

    private final Agent agent = new Agent();
    private final List<String> rows = new ArrayList<>();

    private Walk walk(WalkOptions options, String... roots) {
        Walk walk = new Walk(Arrays.stream(roots).map(WalkRoot::parse).toList(), options);
        MessageDecoder decoder = new MessageDecoder();
        int tries = 0;
        int exchanges = 0;
        while (!walk.isOver()) {
            assertThat(++exchanges).as("exchanges").isLessThan(10_000);
            byte[] answer = agent.answer(walk.next(agent.version, "p", 0).bytes());
            tries++;
            if (answer.length == 0) {
                walk.silent(tries <= 1);
                continue;
            }
            tries = 0;
            assertThat(decoder.open(answer, 0, answer.length))
                    .as(decoder.fault())
                    .isTrue();
            walk.answered(
                    decoder,
                    0,
                    (subtree, row) -> rows.add(subtree + ":" + row.nameText() + (row.tag() == Ber.INTEGER ? "" : "!")
                            + (row.valueFault().isEmpty() ? "" : "?")));
        }
        return walk;
    }

    private List<String> column(int subtree, int column, int count) {
        List<String> all = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            all.add(subtree + ":" + TABLE + "." + column + "." + i);
        }
        return all;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 7, 10, 50})
    void readsAllRowsOfASubtreeAndNothingElse(int repetitions) {
        agent.column(1, 3);
        agent.column(2, 23);
        agent.column(3, 3);
        Walk walk = walk(WalkOptions.forItems(repetitions), TABLE + ".2");
        assertThat(rows).isEqualTo(column(0, 2, 23));
        assertThat(walk.end()).isEqualTo(Walk.End.COMPLETE);
        assertThat(walk.words()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 10})
    void readsColumnsTogetherEachToItsEnd(int repetitions) {
        agent.column(1, 30);
        agent.column(2, 7);
        agent.column(3, 30);
        agent.column(8, 1);
        walk(WalkOptions.forItems(repetitions), TABLE + ".3", TABLE + ".1", TABLE + ".2", TABLE + ".5");
        rows.sort(null);
        List<String> wanted = new ArrayList<>(column(0, 3, 30));
        wanted.addAll(column(1, 1, 30));
        wanted.addAll(column(2, 2, 7));
        wanted.sort(null);
        assertThat(rows).isEqualTo(wanted);
    }

    /// puresnmp#94, easysnmp#205, ZBX-6370: agents that give the same name for ever.
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 10})
    void anAgentThatRepeatsItsRowForEverIsLeftAfterIt(int repetitions) {
        agent.isEndless = true;
        agent.successor = name -> Oid.parse(TABLE + ".2.1");
        Walk walk = walk(WalkOptions.forItems(repetitions), TABLE + ".2");
        assertThat(rows).containsExactly("0:" + TABLE + ".2.1");
        assertThat(walk.end()).isEqualTo(Walk.End.LOOPING);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 10})
    void anAgentThatGoesInCirclesIsLeftWithTheRowsSoFar(int repetitions) {
        Oid a = Oid.parse(TABLE + ".2.1");
        Oid b = Oid.parse(TABLE + ".2.2");
        agent.successor = name -> name.equals(a) ? b : a;
        Walk walk = walk(WalkOptions.forItems(repetitions), TABLE + ".2");
        assertThat(rows).containsExactly("0:" + a, "0:" + b);
        assertThat(walk.end()).isEqualTo(Walk.End.LOOPING);
        assertThat(walk.words()).contains("same names");
        assertThat(agent.requests).isLessThan(5);
    }

    /// snmp_exporter PR#31, FRRouting/frr#15680: rows that are not in order.
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 4, 5, 10})
    void anAgentWithoutOrderGivesAllItsRows(int repetitions) {
        agent.inOrder(TABLE + ".2.5", TABLE + ".2.1", TABLE + ".2.4", TABLE + ".2.3", TABLE + ".2.2");
        Walk walk = walk(WalkOptions.forItems(repetitions), TABLE + ".2");
        assertThat(rows)
                .containsExactly(
                        "0:" + TABLE + ".2.5",
                        "0:" + TABLE + ".2.1",
                        "0:" + TABLE + ".2.4",
                        "0:" + TABLE + ".2.3",
                        "0:" + TABLE + ".2.2");
        assertThat(walk.end()).isEqualTo(Walk.End.COMPLETE);
    }

    /// gosnmp PR#29: the last rows were lost, since endOfMibView repeats the last name.
    @Test
    void endOfMibViewThatRepeatsTheLastNameIsANormalEnd() {
        agent.column(2, 3);
        Walk walk = walk(WalkOptions.forItems(10), TABLE + ".2");
        assertThat(rows).isEqualTo(column(0, 2, 3));
        assertThat(walk.end()).isEqualTo(Walk.End.COMPLETE);
        rows.clear();
        walk(WalkOptions.likeNetSnmp(10, 0), TABLE + ".2");
        assertThat(rows.subList(0, 3)).isEqualTo(column(0, 2, 3));
        assertThat(rows.subList(3, rows.size())).hasSize(7).containsOnly("0:" + TABLE + ".2.3!");
    }

    /// node-net-snmp PR#205: an answer may end in the middle of a row.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 5, 7, 11})
    void aPartialLastRowIsGoneOnFromColumnByColumn(int mostVarbinds) {
        agent.column(1, 20);
        agent.column(2, 20);
        agent.column(3, 20);
        agent.mostVarbinds = mostVarbinds;
        walk(WalkOptions.forItems(10), TABLE + ".1", TABLE + ".2", TABLE + ".3");
        rows.sort(null);
        List<String> wanted = new ArrayList<>(column(0, 1, 20));
        wanted.addAll(column(1, 2, 20));
        wanted.addAll(column(2, 3, 20));
        wanted.sort(null);
        assertThat(rows).isEqualTo(wanted);
    }

    /// net-snmp#212, devmon#102: tooBig with index 0 and an empty list, above 50 varbinds.
    @Test
    void tooBigMakesRequestsSmallerAndIsRemembered() {
        agent.column(2, 1_000);
        agent.tooBigOver = 50;
        Walk walk = walk(WalkOptions.forItems(1_000), TABLE + ".2");
        assertThat(rows).isEqualTo(column(0, 2, 1_000));
        assertThat(walk.repetitions()).isBetween(25, 50);
        assertThat(agent.requests).isLessThan(50);
        Walk next = new Walk(List.of(WalkRoot.parse(TABLE + ".2")), WalkOptions.forItems(1_000));
        next.startWith(walk.repetitions());
        assertThat(next.repetitions()).isEqualTo(walk.repetitions());
    }

    /// ZBX-21069.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 9})
    void genErrMakesRequestsSmaller(int genErrOver) {
        agent.column(1, 30);
        agent.column(2, 30);
        agent.genErrOver = genErrOver;
        Walk walk = walk(WalkOptions.forItems(20), TABLE + ".1", TABLE + ".2");
        assertThat(rows).hasSize(60).doesNotHaveDuplicates();
        assertThat(walk.end()).isEqualTo(Walk.End.COMPLETE);
    }

    /// snmp_exporter#756, snmpcollector#161: too many repetitions, no answer at all.
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 20})
    void silenceIsTriedSmallerBeforeTheDeviceIsCalledDead(int silentOver) {
        agent.column(2, 100);
        agent.silentOver = silentOver;
        Walk walk = walk(WalkOptions.forItems(50), TABLE + ".2");
        assertThat(rows).isEqualTo(column(0, 2, 100));
        assertThat(walk.end()).isEqualTo(Walk.End.COMPLETE);
    }

    /// collectd#3468: a size of 0, computed from others, asked for nothing.
    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1})
    void repetitionsAreNeverLessThanOne(int learned) {
        agent.column(1, 3);
        Walk walk = new Walk(List.of(WalkRoot.parse(TABLE + ".1")), WalkOptions.forItems(10));
        walk.startWith(learned);
        assertThat(walk.repetitions()).isEqualTo(1);
        MessageDecoder decoder = new MessageDecoder();
        byte[] request = walk.next(agent.version, "p", 0).bytes();
        assertThat(decoder.open(request, 0, request.length)).isTrue();
        assertThat(decoder.errorIndex()).isEqualTo(1);
    }

    @Test
    void aDeadDeviceIsFoundDeadAfterOneSmallRequest() {
        agent.isSilent = true;
        Walk walk = walk(WalkOptions.forItems(50), TABLE + ".2");
        assertThat(walk.end()).isEqualTo(Walk.End.SILENT);
        assertThat(agent.requests).isLessThanOrEqualTo(3);
    }

    /// snmp_exporter#1080: values without octets, in some places of large answers only.
    @Test
    void badValuesOfLargeAnswersAreAskedForAgainInSmallerOnes() {
        agent.column(2, 40);
        agent.spoilsOver = 12;
        Walk walk = walk(WalkOptions.forItems(25), TABLE + ".2");
        assertThat(rows).isEqualTo(column(0, 2, 40));
        assertThat(walk.repetitions()).isLessThanOrEqualTo(12);
    }

    @Test
    void aValueThatIsAlwaysBadIsARowOfItsOwn() {
        agent.column(2, 10);
        agent.objects.put(Oid.parse(TABLE + ".2.5"), ZERO_LENGTH);
        walk(WalkOptions.forItems(4), TABLE + ".2");
        assertThat(rows).hasSize(10).contains("0:" + TABLE + ".2.5?");
    }

    @Test
    void version1EndsWithNoSuchName() {
        agent.version = Ber.VERSION_1;
        agent.column(1, 4);
        agent.column(2, 9);
        Walk walk = walk(WalkOptions.forItems(0), TABLE + ".1", TABLE + ".2");
        assertThat(rows).hasSize(13).doesNotHaveDuplicates();
        assertThat(walk.end()).isEqualTo(Walk.End.END_OF_MIB);
    }

    @ParameterizedTest
    @ValueSource(ints = {Ber.VERSION_1, Ber.VERSION_2C})
    void anInstanceIsReadByAGet(int version) {
        agent.version = version;
        agent.column(2, 9);
        walk(WalkOptions.forItems(version == Ber.VERSION_1 ? 0 : 10), TABLE + ".2.9");
        assertThat(rows).containsExactly("0:" + TABLE + ".2.9");
        rows.clear();
        walk(WalkOptions.likeNetSnmp(0, 0), TABLE + ".2.77");
        assertThat(rows).isEqualTo(version == Ber.VERSION_1 ? List.of() : List.of("0:" + TABLE + ".2.77!"));
    }

    @Test
    void rowsAndOctetsAreBounded() {
        agent.successor = name -> name.size() < 11 ? Oid.parse(TABLE + ".2.1") : next(name);
        WalkOptions few = new WalkOptions(10, 0, true, false, 25, 1 << 20, java.time.Duration.ofMinutes(1));
        assertThat(walk(few, TABLE + ".2").end()).isEqualTo(Walk.End.TOO_MANY_ROWS);
        assertThat(rows).hasSize(25);
        WalkOptions small = new WalkOptions(10, 0, true, false, 1_000_000, 500, java.time.Duration.ofMinutes(1));
        assertThat(walk(small, TABLE + ".2").end()).isEqualTo(Walk.End.TOO_MANY_BYTES);
    }

    private static Oid next(Oid name) {
        long last = name.subid(name.size() - 1);
        return Oid.parse(TABLE + ".2." + (last + 1));
    }

    @Test
    void timeIsBounded() {
        Walk walk = new Walk(List.of(WalkRoot.parse(TABLE)), WalkOptions.forItems(10));
        MessageDecoder decoder = new MessageDecoder();
        agent.column(2, 100);
        byte[] answer = agent.answer(walk.next(Ber.VERSION_2C, "p", 0).bytes());
        assertThat(decoder.open(answer, 0, answer.length)).isTrue();
        walk.answered(decoder, java.time.Duration.ofMinutes(3).toNanos(), (subtree, row) -> {});
        assertThat(walk.end()).isEqualTo(Walk.End.TOO_LONG);
    }

    /// snmp_exporter#714: an index above 2^31.
    @Test
    void anIndexAbove31BitsIsNoStepBack() {
        agent.objects.put(Oid.parse(TABLE + ".2.5"), 1);
        agent.objects.put(Oid.parse(TABLE + ".2.3882534660.65536"), 1);
        agent.objects.put(Oid.parse(TABLE + ".2.4294967295"), 1);
        agent.objects.put(Oid.parse(TABLE + ".3.1"), 1);
        walk(WalkOptions.likeNetSnmp(0, 0), TABLE + ".2");
        assertThat(rows).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {".", ".1", "1", "1.3", ".1.3.6.1.2.1"})
    void rootsMayBeShort(String root) {
        agent.objects.put(Oid.parse("0.0.5"), 1);
        agent.column(2, 5);
        agent.objects.put(Oid.parse("2.5.1"), 1);
        walk(WalkOptions.forItems(3), root);
        assertThat(rows).hasSize(root.equals(".") ? 7 : 5);
    }

    /// Whatever an agent's function and limits are, a walk ends, and gives no row twice.
    @ParameterizedTest
    @ValueSource(longs = {81, 82, 83, 84})
    void everyWalkEnds(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 200; round++) {
            agent.objects.clear();
            List<Oid> names = new ArrayList<>();
            for (int i = random.nextInt(1, 12); i > 0; i--) {
                names.add(Oid.parse(TABLE + "." + random.nextInt(1, 4) + "." + random.nextInt(9)));
            }
            int salt = random.nextInt();
            agent.successor = name -> names.get(Math.floorMod(name.hashCode() * 31 + salt, names.size()));
            agent.mostVarbinds = random.nextInt(1, 20);
            agent.tooBigOver = random.nextInt(1, 60);
            agent.silentOver = random.nextInt(1, 60);
            agent.spoilsOver = random.nextInt(1, 60);
            rows.clear();
            WalkOptions options = random.nextBoolean()
                    ? WalkOptions.forItems(random.nextInt(30))
                    : WalkOptions.likeNetSnmp(random.nextInt(30), 0);
            walk(options, TABLE + ".1", TABLE + ".2");
            if (!options.isLiteral()) {
                assertThat(rows).as("seed %d, round %d", seed, round).doesNotHaveDuplicates();
            }
        }
    }
}
