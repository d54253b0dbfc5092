package zonda.language.snmp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import zonda.language.LanguageException;

class SnmpWalkTest {
    private static final String WALK = """
            .1.3.6.1.2.1.2.2.1.2.1 = STRING: "eth \\"0\\"
            up"
            .1.3.6.1.2.1.2.2.1.6.1 = Hex-STRING: 00 1A
            2B
            .1.3.6.1.2.1.2.2.1.10.1 = Counter32: 4294967295
            .1.3.6.1.2.1.2.2.1.2.2 = STRING: lo
            .1.3.6.1.2.1.2.2.1.9.2 = No Such Instance currently exists at this OID
            """;

    @Test
    void findsValuesByNumberAndName() throws LanguageException {
        assertThat(value("IF-MIB::ifDescr.1", "0")).isEqualTo("eth \"0\"\nup");
        assertThat(value("ifPhysAddress.1", "2")).isEqualTo("00:1A:2B");
        assertThat(value("1.3.6.1.2.1.2.2.1.10.1", "0")).isEqualTo("4294967295");
        assertThat(SnmpWalk.parse(WALK).value(SnmpOid.parse("ifLastChange.2"), SnmpFormat.UNCHANGED))
                .isEmpty();
    }

    @Test
    void makesATable() throws LanguageException {
        assertThat(WalkToJson.compile(List.of("{#NAME}", "ifDescr", "0", "{#MAC}", "ifPhysAddress", "2"))
                        .convert(SnmpWalk.parse(WALK)))
                .isEqualTo("[{\"{#SNMPINDEX}\":\"2\",\"{#NAME}\":\"lo\"},"
                        + "{\"{#SNMPINDEX}\":\"1\",\"{#NAME}\":\"eth \\\"0\\\"\\nup\",\"{#MAC}\":\"00:1A:2B\"}]");
    }

    @Test
    void namesWhatItCannotRead() {
        assertThatThrownBy(() -> SnmpWalk.parse("end of walk"))
                .hasMessage("no walk: has 'end of walk', wanted an OID and ' = '");
        assertThatThrownBy(() -> SnmpOid.parse("NO-MIB::thing")).hasMessageContaining("wanted numbers with dots");
        assertThatThrownBy(() -> SnmpFormat.MAC.apply("0 1")).hasMessageContaining("wanted two hexadecimal digits");
    }

    private static String value(String oid, String format) throws LanguageException {
        return SnmpWalk.parse(WALK)
                .value(SnmpOid.parse(oid), SnmpFormat.of(format))
                .orElse("nothing");
    }
}
