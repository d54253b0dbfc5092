package zonda.devices.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import zonda.devices.Asker;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.MessageDecoder;
import zonda.protocol.snmp.Oid;
import zonda.protocol.snmp.RequestEncoder;
import zonda.protocol.snmp.ResponseEncoder;

class AgentTest {
    private static final byte[] PUBLIC = "public".getBytes(StandardCharsets.UTF_8);

    /// Two columns of three rows, of which the second is Counter64, and a last scalar.
    private final ListTree tree = new ListTree(
            List.of(
                    "1.3.6.1.1.1",
                    "1.3.6.1.1.2",
                    "1.3.6.1.1.200",
                    "1.3.6.1.2.1",
                    "1.3.6.1.2.2",
                    "1.3.6.1.2.200",
                    "1.3.6.1.9.0"),
            "1.3.6.1.2.");

    private final Agent agent = new Agent(1472);

    @Test
    void getTellsWhatIsNotThereApart() {
        List<Asker.Varbind> answer = Asker.read(ask(
                get(Ber.VERSION_2C, "1.3.6.1.1.2", "1.3.6.1.1.3", "1.3.6.1.5.1", "1.3.6.1.2.200", "1.3.6.1.1", "0.0")));
        assertThat(answer.stream().map(Asker.Varbind::tag))
                .containsExactly(
                        Ber.INTEGER,
                        Ber.NO_SUCH_INSTANCE,
                        Ber.NO_SUCH_OBJECT,
                        Ber.COUNTER64,
                        Ber.NO_SUCH_INSTANCE,
                        Ber.NO_SUCH_OBJECT);
        assertThat(answer.get(1).name()).hasToString("1.3.6.1.1.3");
    }

    @Test
    void getNextWalksInTheOrderOfUnsignedNumbersToTheEnd() {
        assertThat(walk(Ber.VERSION_2C)).isEqualTo(tree.names());
    }

    /// RFC 3584, section 4.2.2.1.
    @Test
    void aWalkInVersion1LeavesOutCounter64AndEndsWithNoSuchName() {
        assertThat(walk(Ber.VERSION_1))
                .isEqualTo(tree.names().stream()
                        .filter(name -> !name.startsWith("1.3.6.1.2."))
                        .toList());
        MessageDecoder decoder = open(ask(get(Ber.VERSION_1, "1.3.6.1.1.1", "1.3.6.1.2.1")));
        assertThat(decoder.errorStatus()).isEqualTo(Ber.NO_SUCH_NAME);
        assertThat(decoder.errorIndex()).isEqualTo(2);
        assertThat(decoder.next()).isTrue();
        assertThat(decoder.tag()).isEqualTo(Ber.NULL);
    }

    /// RFC 3416, section 4.2.3.
    @Test
    void getBulkBringsRowsAndRepeatsTheLastNameAtTheEnd() {
        List<Asker.Varbind> answer = Asker.read(ask(RequestEncoder.getBulk(
                "public",
                1,
                4,
                Stream.of("1.3.6.1.1.1", "1.3.6.1.1", "1.3.6.1.2.2")
                        .map(this::encoded)
                        .toList())));
        assertThat(answer.stream().map(row -> row.name() + (row.tag() == Ber.END_OF_MIB_VIEW ? " end" : "")))
                .containsExactly(
                        "1.3.6.1.1.2",
                        "1.3.6.1.1.1",
                        "1.3.6.1.2.200",
                        "1.3.6.1.1.2",
                        "1.3.6.1.9.0",
                        "1.3.6.1.1.200",
                        "1.3.6.1.9.0 end",
                        "1.3.6.1.2.1",
                        "1.3.6.1.9.0 end");
        answer = Asker.read(ask(RequestEncoder.getBulk("public", 0, 50, List.of(encoded("1.3.6.1.9.0")))));
        assertThat(answer).hasSize(1);
        assertThat(answer.getFirst().tag()).isEqualTo(Ber.END_OF_MIB_VIEW);
        assertThat(Asker.read(ask(RequestEncoder.getBulk("public", 0, 0, List.of(encoded("1.3.6.1.1"))))))
                .isEmpty();
    }

    @Test
    void getBulkIsCutWhereTheDatagramIsFullAndGetIsTooBig() {
        List<String> many = Stream.iterate(1, i -> i + 1)
                .limit(500)
                .map(i -> "1.3.6.1.4.1.99999.1." + i)
                .toList();
        ListTree large = new ListTree(many, "none");
        Agent small = new Agent(484);
        byte[] request = patched(RequestEncoder.getBulk("public", 0, 60_000, List.of(encoded("1.3.6.1"))));
        int bytes = small.respond(request, 0, request.length, large, PUBLIC);
        List<Asker.Varbind> rows = Asker.read(copied(small, bytes));
        assertThat(bytes).isBetween(420, 484);
        assertThat(rows.stream().map(row -> row.name().toString())).isEqualTo(many.subList(0, rows.size()));
        byte[] get = patched(RequestEncoder.get(
                Ber.VERSION_2C,
                "public",
                many.stream().limit(60).map(this::encoded).toList()));
        bytes = small.respond(get, 0, get.length, large, PUBLIC);
        MessageDecoder decoder = open(copied(small, bytes));
        assertThat(decoder.errorStatus()).isEqualTo(Ber.TOO_BIG);
        assertThat(decoder.errorIndex()).isZero();
        assertThat(decoder.next()).isFalse();
    }

    @Test
    void setIsRefusedAndAnotherCommunityGetsNoAnswer() {
        byte[] set = get(Ber.VERSION_2C, "1.3.6.1.1.1");
        // The PDU's tag stands behind message, version and community.
        set[2 + 3 + 2 + PUBLIC.length] = (byte) Ber.SET;
        MessageDecoder decoder = open(ask(set));
        assertThat(decoder.errorStatus()).isEqualTo(Ber.NOT_WRITABLE);
        byte[] other = patched(RequestEncoder.get(Ber.VERSION_2C, "private", List.of(encoded("1.3.6.1.1.1"))));
        assertThat(agent.respond(other, 0, other.length, tree, PUBLIC)).isZero();
        assertThat(agent.respond(other, 0, other.length, tree, new byte[0])).isPositive();
    }

    @ParameterizedTest
    @ValueSource(longs = {71, 72, 73})
    void noRequestMakesItThrowOrAnswerMoreThanFits(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        byte[][] requests = {
            get(Ber.VERSION_2C, "1.3.6.1.1.1", "1.3.6.1.2.200"),
            get(Ber.VERSION_1, "1.3.6.1.1.1", "1.3.6.1.9.0"),
            patched(RequestEncoder.getNext(Ber.VERSION_1, "public", List.of(encoded("1.3.6.1.1.1")))),
            patched(RequestEncoder.getBulk("public", 1, 40, List.of(encoded("1.3.6.1.1.1"), encoded("1.3.6.1"))))
        };
        for (int i = 0; i < 60_000; i++) {
            byte[] request = requests[random.nextInt(requests.length)].clone();
            for (int changes = random.nextInt(4); changes >= 0; changes--) {
                request[random.nextInt(request.length)] = (byte) random.nextInt(256);
            }
            int length = random.nextInt(8) == 0 ? random.nextInt(request.length) : request.length;
            String what = "seed " + seed + ": " + HexFormat.of().formatHex(request, 0, length);
            try {
                int bytes = agent.respond(request, 0, length, tree, new byte[0]);
                if (bytes > 0) {
                    assertThat(bytes).as(what).isLessThanOrEqualTo(1472);
                    assertThat(open(copied(agent, bytes)).pduType()).as(what).isEqualTo(Ber.RESPONSE);
                }
            } catch (RuntimeException e) {
                throw new AssertionError(what, e);
            }
        }
    }

    private List<String> walk(int version) {
        List<String> names = new java.util.ArrayList<>();
        String last = "1.3";
        while (names.size() <= tree.names().size()) {
            MessageDecoder decoder =
                    open(ask(patched(RequestEncoder.getNext(version, "public", List.of(encoded(last))))));
            if (decoder.errorStatus() == Ber.NO_SUCH_NAME) {
                return names;
            }
            assertThat(decoder.next()).isTrue();
            if (decoder.tag() == Ber.END_OF_MIB_VIEW) {
                return names;
            }
            last = decoder.nameText();
            names.add(last);
        }
        throw new AssertionError("a walk without end: " + names);
    }

    private byte[] ask(RequestEncoder.Encoded request) {
        return ask(patched(request));
    }

    private byte[] ask(byte[] request) {
        return copied(agent, agent.respond(request, 0, request.length, tree, PUBLIC));
    }

    private static byte[] copied(Agent agent, int bytes) {
        return Arrays.copyOfRange(agent.answer(), agent.answerOffset(), agent.answerOffset() + bytes);
    }

    private static MessageDecoder open(byte[] answer) {
        MessageDecoder decoder = new MessageDecoder();
        assertThat(decoder.open(answer, 0, answer.length)).as(decoder.fault()).isTrue();
        assertThat(decoder.requestId()).isNotZero();
        return decoder;
    }

    private byte[] get(int version, String... names) {
        return patched(RequestEncoder.get(
                version, "public", Arrays.stream(names).map(this::encoded).toList()));
    }

    private byte[] encoded(String name) {
        return Oid.parse(name).encoded();
    }

    private static byte[] patched(RequestEncoder.Encoded request) {
        request.patch(RequestEncoder.SMALLEST_REQUEST_ID + 5);
        return request.bytes();
    }

    /// The plain, slow tree: names in a sorted map, each with its place as its value.
    private static final class ListTree implements ObjectTree {
        private final TreeMap<Oid, Long> places = new TreeMap<>();
        private final List<String> names;
        private final String wide;

        ListTree(List<String> names, String wide) {
            this.names = names;
            this.wide = wide;
            for (String name : names) {
                places.put(Oid.parse(name), (long) places.size());
            }
        }

        List<String> names() {
            return names;
        }

        private static Oid oid(byte[] data, int offset, int length) {
            Oid oid = Oid.decode(data, offset, length);
            return oid == null ? Oid.of(2, 999) : oid;
        }

        @Override
        public long exact(byte[] data, int offset, int length) {
            return places.getOrDefault(oid(data, offset, length), NONE);
        }

        @Override
        public long after(byte[] data, int offset, int length) {
            var entry = places.higherEntry(oid(data, offset, length));
            return entry == null ? NONE : entry.getValue();
        }

        @Override
        public long following(long position) {
            return position + 1 < names.size() ? position + 1 : NONE;
        }

        @Override
        public boolean hasObjectOf(byte[] data, int offset, int length) {
            String name = oid(data, offset, length) + "";
            String column = name.equals("1.3.6.1.1") ? name : name.substring(0, name.lastIndexOf('.'));
            return names.stream().anyMatch(other -> other.startsWith(column + "."));
        }

        @Override
        public boolean isCounter64(long position) {
            return names.get((int) position).startsWith(wide);
        }

        @Override
        public void put(ResponseEncoder encoder, long position) {
            byte[] name = Oid.parse(names.get((int) position)).encoded();
            if (isCounter64(position)) {
                encoder.unsigned(name, Ber.COUNTER64, position);
            } else {
                encoder.integer(name, position);
            }
        }

        @Override
        public void putEmpty(ResponseEncoder encoder, long position, int tag) {
            encoder.empty(Oid.parse(names.get((int) position)).encoded(), tag);
        }
    }
}
