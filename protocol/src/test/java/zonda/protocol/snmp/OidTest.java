package zonda.protocol.snmp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OidTest {
    @ParameterizedTest
    @ValueSource(strings = {"0.0", "0.39", "1.39.7", "2.40", "2.999.3", "1.3.6.1.4.1.4294967295.0", "2.4294967295"})
    void readsWritesAndDecodesTheSame(String text) {
        Oid oid = Oid.parse(text);
        byte[] encoded = oid.encoded();
        StringBuilder straight = new StringBuilder();
        assertThat(Oid.parse("." + text)).isEqualTo(oid).hasSameHashCodeAs(oid);
        assertThat(oid).hasToString(text);
        assertThat(Oid.decode(encoded, 0, encoded.length)).isEqualTo(oid);
        assertThat(Oid.appendText(encoded, 0, encoded.length, straight)).isTrue();
        assertThat(straight).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "1",
                "1.",
                "1..3",
                "..1.3",
                "1.3.-6",
                "1.3.x",
                "1.3.4294967296",
                "3.1",
                "0.40.1",
                "1.40.1"
            })
    void refusesWhatIsNoOidAndNamesIt(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Oid.parse(text))
                .withMessageContaining("'" + text + "'")
                .withMessageContaining("wanted");
    }

    @Test
    void holds128SubIdentifiersAndNoMore() {
        StringBuilder text = new StringBuilder("1.3");
        text.append(".4294967295".repeat(126));
        Oid longest = Oid.parse(text.toString());
        byte[] encoded = longest.encoded();
        assertThat(Oid.decode(encoded, 0, encoded.length)).isEqualTo(longest);
        byte[] longer = Messages.joined(encoded, new byte[] {1});
        assertThat(Oid.decode(longer, 0, longer.length)).isNull();
        assertThatIllegalArgumentException().isThrownBy(() -> longest.child(1));
        assertThatIllegalArgumentException().isThrownBy(() -> Oid.parse(text + ".1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2B 90 80 80 80 00", "2B FF FF FF FF FF 7F", "2B 81", "90 80 80 80 50"})
    void decodesNoSubIdentifierOfMoreThan32Bits(String octets) {
        byte[] encoded = Messages.hex(octets);
        assertThat(Oid.decode(encoded, 0, encoded.length)).isNull();
        assertThat(Oid.appendText(encoded, 0, encoded.length, new StringBuilder()))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void comparesEncodedOidsAsItComparesOids(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 20_000; i++) {
            Oid a = random(random);
            Oid b = i % 2 == 0 ? random(random) : a.child(random.nextInt() & 0xFFFFFFFFL);
            byte[] x = a.encoded();
            byte[] y = b.encoded();
            assertThat(Integer.signum(Oid.compareEncoded(x, 0, x.length, y, 0, y.length)))
                    .as("%s and %s, seed %d", a, b, seed)
                    .isEqualTo(Integer.signum(a.compareTo(b)));
        }
    }

    private static Oid random(SplittableRandom random) {
        int[] subids = new int[random.nextInt(2, 6)];
        subids[0] = random.nextInt(3);
        subids[1] = subids[0] == 2 ? random.nextInt() >>> random.nextInt(32) : random.nextInt(40);
        for (int i = 2; i < subids.length; i++) {
            subids[i] = random.nextInt() >>> random.nextInt(32);
        }
        return Oid.of(subids);
    }
}
