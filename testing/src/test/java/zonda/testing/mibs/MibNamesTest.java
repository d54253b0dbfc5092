package zonda.testing.mibs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The table of names of SNMP objects is what the modules say.
class MibNamesTest {
    @Test
    void theTableIsWhatTheModulesGive() throws IOException {
        String named = System.getenv("ZONDA_TEST_DATA");
        String root = System.getProperty("zonda.root", "..");
        Path modules = Path.of(named != null ? named : root + "/../shared/data", "mibs");
        boolean there = Files.isDirectory(modules);
        String missing = "needs the MIB modules of " + modules + "; name its parent folder in ZONDA_TEST_DATA";
        if ("true".equals(System.getenv("CI"))) {
            assertTrue(there, missing);
        }
        assumeTrue(there, missing);
        Path table = Path.of(root, "configuration/src/main/resources/zonda/configuration/snmp-names.txt");
        List<String> lines = MibNamesCommand.table(modules);
        assertThat(lines).isEqualTo(Files.readAllLines(table));
        assertThat(lines)
                .contains(
                        "SNMPv2-MIB sysUpTime 1.3.6.1.2.1.1.3 TimeTicks",
                        "IF-MIB ifHCInOctets 1.3.6.1.2.1.31.1.1.1.6 Counter64",
                        "HOST-RESOURCES-MIB hrSystemDate 1.3.6.1.2.1.25.1.2 DateAndTime",
                        "UCD-SNMP-MIB laLoad 1.3.6.1.4.1.2021.10.1.3 DisplayString",
                        "LLDP-MIB lldpRemSysName 1.0.8802.1.1.2.1.4.1.1.9 SnmpAdminString");
    }

    @Test
    void readsWhatItUnderstandsAndLeavesOutTheRest() {
        MibModules modules = new MibModules();
        modules.add("""
                A-MIB DEFINITIONS ::= BEGIN
                a MODULE-IDENTITY LAST-UPDATED "x ::= { b 1 }" ::= { iso org(3) 6 }
                -- c OBJECT IDENTIFIER ::= { a 9 }
                d OBJECT IDENTIFIER ::= { a 1 }
                e OBJECT-TYPE SYNTAX OCTET STRING (SIZE (0..2)) MAX-ACCESS read-only STATUS current
                  DESCRIPTION "SYNTAX Gauge32" ::= { d 5 }
                f OBJECT IDENTIFIER ::= { unknown 1 }
                g OBJECT IDENTIFIER ::= { g 1 }
                END
                """);
        assertThat(modules.known())
                .containsExactly(
                        new MibModules.Known("A-MIB", "a", "1.3.6", "-"),
                        new MibModules.Known("A-MIB", "d", "1.3.6.1", "-"),
                        new MibModules.Known("A-MIB", "e", "1.3.6.1.5", "OCTET_STRING"));
    }
}
