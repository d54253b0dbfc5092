package zonda.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedHostsTest {
    private static boolean holds(String list, String address) {
        return AllowedHosts.parse(list).holds(InetAddress.ofLiteral(address));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | 192.0.2.1 | true",
                "127.0.0.1 | 127.0.0.1 | true",
                "127.0.0.1 | 127.0.0.2 | false",
                "::127.0.0.1 | 127.0.0.1 | true",
                "::ffff:127.0.0.1 | 127.0.0.1 | true",
                "127.0.0.1 | ::127.0.0.1 | true",
                "::1 | ::1 | true",
                "::1 | 127.0.0.1 | false",
                "0.0.0.1 | ::1 | false",
                "10.0.0.0/8 | 10.255.3.4 | true",
                "10.0.0.0/8 | 11.0.0.0 | false",
                "192.0.2.128/25 | 192.0.2.127 | false",
                "192.0.2.128/25 | 192.0.2.129 | true",
                "0.0.0.0/0 | 203.0.113.9 | true",
                "0.0.0.0/0 | 2001:db8::1 | false",
                "::/0 | 203.0.113.9 | true",
                "::/0 | 2001:db8::1 | true",
                "2001:db8::/32 | 2001:db8:ffff::1 | true",
                "2001:db8::/32 | 2001:db9::1 | false",
                "2001:db8::/96 | 2001:db8::9:1 | true",
                "2001:db8::/65 | 2001:db8:0:0:8000::1 | false",
                "'192.0.2.1, 10.0.0.0/8 ,::1' | 10.1.1.1 | true",
            })
    void anAddressIsAllowedByTheListsAddressesAndNetworks(String list, String address, boolean wanted) {
        assertThat(holds(list, address)).isEqualTo(wanted);
    }

    @Test
    void namesAreKeptForAResolver() {
        AllowedHosts list = AllowedHosts.parse("gate.example.org, 10.0.0.1,lab_2");
        assertThat(list.names()).containsExactly("gate.example.org", "lab_2");
        assertThat(list.isAnyone()).isFalse();
        assertThat(list.holds(InetAddress.ofLiteral("10.0.0.2"))).isFalse();
        assertThat(list.text()).isEqualTo("gate.example.org, 10.0.0.1,lab_2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10.0.0.0/33",
                "10.0.0.0/",
                "10.0.0.0/-1",
                "::/129",
                "1.2.3.400",
                "a b",
                "10.0.0.1,,::1",
                "x/8",
                "::g",
                "10.0.0.0/8x"
            })
    void aBadElementIsNamed(String list) {
        assertThatThrownBy(() -> AllowedHosts.parse(list))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("wanted");
    }
}
