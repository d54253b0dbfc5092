package zonda.protocol.snmp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.snmp4j.security.SecurityProtocols;
import org.snmp4j.smi.OctetString;

class UsmKeyringTest {
    private final UsmKeyring keyring = new UsmKeyring();

    /// RFC 3414, appendix A.3.
    @ParameterizedTest
    @CsvSource({"MD5, 526f5eed9fcce26f8964c2930787d82b", "SHA1, 6695febc9288e36282235fc7151f128497b38f3f"})
    void makesTheKeysOfTheStandardsExamples(AuthProtocol protocol, String key) {
        UsmUser user = new UsmUser("u", protocol, "maplesyrup", PrivProtocol.NONE, "");
        byte[] engineId = Messages.hex("00 00 00 00 00 00 00 00 00 00 00 02");
        assertThat(keyring.keys(user, engineId).authOctets()).isEqualTo(Messages.hex(key));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void makesTheKeysThatSnmp4jMakes(AuthProtocol auth, PrivProtocol priv) {
        SplittableRandom random = new SplittableRandom(71);
        for (int round = 0; round < 2; round++) {
            byte[] engineId = new byte[random.nextInt(5, 33)];
            random.nextBytes(engineId);
            UsmUser user = new UsmUser("u", auth, passphrase(random), priv, passphrase(random));
            UsmKeys keys = keyring.keys(user, engineId);
            SecurityProtocols protocols = Snmp4jV3Test.protocols();
            assertThat(keys.authOctets())
                    .isEqualTo(protocols.passwordToKey(
                            Snmp4jV3Test.oid(auth), new OctetString(user.authPassphrase()), engineId));
            byte[] privKey = protocols.passwordToKey(
                    Snmp4jV3Test.oid(priv), Snmp4jV3Test.oid(auth), new OctetString(user.privPassphrase()), engineId);
            assertThat(privKey).startsWith(keys.privOctets());
        }
    }

    private static Stream<Arguments> pairs() {
        return Stream.of(AuthProtocol.values())
                .filter(auth -> auth != AuthProtocol.NONE)
                .flatMap(auth -> Stream.of(PrivProtocol.values())
                        .filter(priv -> priv != PrivProtocol.NONE)
                        .map(priv -> Arguments.of(auth, priv)));
    }

    private static String passphrase(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(8, 70); i > 0; i--) {
            text.append((char) random.nextInt(33, 127));
        }
        return text.toString();
    }

    /// net-snmp#470: what a key is remembered by holds the protocol and the passphrase.
    @Test
    void aChangedProtocolOrPassphraseGivesOtherKeysAtOnce() {
        byte[] engineId = Messages.hex("80 00 1F 88 04 61 62");
        UsmUser sha = new UsmUser("u", AuthProtocol.SHA1, "longenough1", PrivProtocol.AES128, "longenough2");
        UsmUser md5 = new UsmUser("u", AuthProtocol.MD5, "longenough1", PrivProtocol.AES128, "longenough2");
        UsmUser other = new UsmUser("u", AuthProtocol.SHA1, "longenough1", PrivProtocol.AES128, "longenough3");
        UsmKeys keys = keyring.keys(sha, engineId);
        assertThat(keyring.keys(md5, engineId).authOctets()).isNotEqualTo(keys.authOctets());
        assertThat(keyring.keys(other, engineId).privOctets()).isNotEqualTo(keys.privOctets());
        assertThat(keyring.keys(other, engineId).authOctets()).isEqualTo(keys.authOctets());
        assertThat(keyring.keys(sha, engineId).privOctets()).isEqualTo(keys.privOctets());
    }

    @Test
    void refusesShortPassphrasesAndEncryptionWithoutAuthentication() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new UsmUser("u", AuthProtocol.MD5, "short", PrivProtocol.NONE, ""))
                .withMessageContaining("wanted at least 8");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new UsmUser("u", AuthProtocol.MD5, "longenough", PrivProtocol.DES, "short"))
                .withMessageContaining("wanted at least 8");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new UsmUser("u", AuthProtocol.NONE, "", PrivProtocol.DES, "longenough"))
                .withMessageContaining("without authentication");
    }

    @Test
    void aUserTellsNoSecrets() {
        assertThat(new UsmUser("u", AuthProtocol.MD5, "longenough", PrivProtocol.DES, "secret-secret"))
                .hasToString("u (authPriv)");
    }
}
