package zonda.collector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import zonda.protocol.snmp.RequestEncoder;

class InFlightTest {
    @Test
    void idsTakeFourOctetsAndAreNotUsedAgainForAMillionRequests() {
        InFlight inFlight = new InFlight(1_000, 7);
        Target target = new Target(1, 1);
        Set<Integer> seen = new HashSet<>();
        for (int i = 0; i < 1_000_000; i++) {
            int id = inFlight.open(target);
            assertThat(id).isGreaterThanOrEqualTo(RequestEncoder.SMALLEST_REQUEST_ID);
            assertThat(seen.add(id)).as("id %d again", id).isTrue();
            inFlight.close(id);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void eachIdFindsItsOwnTargetWhileInFlightAndNobodyAfterwards(long seed) {
        Random random = new Random(seed);
        InFlight inFlight = new InFlight(64, seed);
        ArrayDeque<Target> flying = new ArrayDeque<>();
        ArrayDeque<Integer> landed = new ArrayDeque<>();
        for (int i = 0; i < 20_000; i++) {
            if (inFlight.size() < 64 && random.nextBoolean()) {
                Target target = new Target(i, i);
                target.requestId = inFlight.open(target);
                flying.add(target);
            } else if (!flying.isEmpty()) {
                Target target = random.nextBoolean() ? flying.removeFirst() : flying.removeLast();
                assertThat(inFlight.find(target.requestId)).as("seed %d", seed).isSameAs(target);
                inFlight.close(target.requestId);
                landed.add(target.requestId);
                target.requestId = 0;
            }
            assertThat(inFlight.size()).isEqualTo(flying.size());
            if (landed.size() > 100) {
                landed.removeFirst();
            }
            for (int id : landed) {
                assertThat(inFlight.find(id)).as("seed %d, id %d", seed, id).isNull();
            }
        }
    }
}
