package zonda.collector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import zonda.protocol.snmp.Ber;
import zonda.protocol.snmp.Oid;

class OidListTest {
    private static OidList list(int count, String prefix) {
        List<byte[]> oids = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            oids.add(Oid.parse(prefix + "." + i).encoded());
        }
        return new OidList(oids, count);
    }

    @Test
    void groupsThatAskTheSameShareTheirListAndRequests() {
        OidLists lists = new OidLists();
        OidList first = lists.shared(list(25, "1.3.6.1.2.1.2.2.1.10"));
        OidList second = lists.shared(list(25, "1.3.6.1.2.1.2.2.1.10"));
        assertThat(second).isSameAs(first);
        assertThat(second.cut(Ber.VERSION_2C, "public", 10)).isSameAs(first.cut(Ber.VERSION_2C, "public", 10));
        assertThat(lists.shared(list(25, "1.3.6.1.2.1.2.2.1.16"))).isNotSameAs(first);
        assertThat(first.cut(Ber.VERSION_2C, "other", 10)).isNotSameAs(first.cut(Ber.VERSION_2C, "public", 10));
    }

    @Test
    void requestsAreCutInOrder() {
        Requests requests = list(25, "1.3.6.1.2").cut(Ber.VERSION_2C, "public", 10);
        assertThat(requests.count()).isEqualTo(3);
        assertThat(requests.from(0)).isZero();
        assertThat(requests.from(2)).isEqualTo(20);
        assertThat(requests.from(3)).isEqualTo(25);
        assertThat(requests.holding(0)).isZero();
        assertThat(requests.holding(9)).isZero();
        assertThat(requests.holding(10)).isEqualTo(1);
        assertThat(requests.holding(24)).isEqualTo(2);
    }

    @Test
    void noRequestIsLongerThanADatagram() {
        String longest = "1.3.6.1" + ".4294967295".repeat(120);
        Requests requests = list(400, longest).cut(Ber.VERSION_2C, "public", 400);
        for (int i = 0; i < requests.count(); i++) {
            assertThat(requests.message(i).length).isLessThanOrEqualTo(65_507);
        }
        assertThat(requests.from(requests.count())).isEqualTo(400);
    }
}
