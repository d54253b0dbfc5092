package zonda.web.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import zonda.web.Accounts;
import zonda.web.Accounts.Account;

class SessionsTest {
    private final AtomicLong clock = new AtomicLong(5);
    private final AtomicInteger hashed = new AtomicInteger();
    private final Accounts accounts = (name, password) -> {
        hashed.incrementAndGet();
        return password.equals("right") ? Optional.of(new Account(3, name, "", "")) : Optional.empty();
    };
    private final Sessions sessions = new Sessions(
            accounts, clock::get, new SecureRandom(), "0123456789012345678901234567890123", Duration.ofMinutes(10));

    private String token(String name) {
        return switch (sessions.login(name, "right", "10.0.0.1")) {
            case Sessions.Login.Granted granted -> granted.token();
            case Sessions.Login.Refused(String reason) -> throw new AssertionError(reason);
        };
    }

    private boolean refused(String name, String password, String remote) {
        return sessions.login(name, password, remote) instanceof Sessions.Login.Refused;
    }

    @Test
    void aSessionLivesWhileItIsUsed() {
        String token = token("ann");
        for (int i = 0; i < 5; i++) {
            clock.addAndGet(Duration.ofMinutes(9).toNanos());
            assertThat(sessions.account(token)).map(Account::username).contains("ann");
        }
        clock.addAndGet(Duration.ofMinutes(11).toNanos());
        assertThat(sessions.account(token)).isEmpty();
        clock.addAndGet(-Duration.ofMinutes(11).toNanos());
        assertThat(sessions.account(token)).isEmpty();
    }

    @Test
    void tokensDifferAndEndAtLoggingOut() {
        String first = token("ann");
        String second = token("ann");
        assertThat(first).isNotEqualTo(second);
        sessions.logout(first);
        assertThat(sessions.account(first)).isEmpty();
        assertThat(sessions.account(second)).isPresent();
    }

    @Test
    void knowsTheOperatorTokenAndNoEmptyOne() {
        assertThat(sessions.account("0123456789012345678901234567890123")).contains(Sessions.OPERATOR);
        assertThat(sessions.account("012345678901234567890123456789012")).isEmpty();
        assertThat(sessions.account("")).isEmpty();
        Sessions without = new Sessions(accounts, clock::get, new SecureRandom(), "", Duration.ofMinutes(10));
        assertThat(without.account("")).isEmpty();
    }

    @Test
    void blocksANameAfterFiveWrongPasswordsForHalfAMinute() {
        for (int i = 0; i < 5; i++) {
            assertThat(refused("ann", "wrong", "10.0.0." + i)).isTrue();
        }
        int before = hashed.get();
        assertThat(refused("ann", "right", "10.0.0.9")).isTrue();
        assertThat(hashed.get()).as("a blocked name costs no hashing").isEqualTo(before);
        assertThat(refused("bob", "right", "10.0.0.9")).isFalse();
        clock.addAndGet(Duration.ofSeconds(31).toNanos());
        assertThat(refused("ann", "right", "10.0.0.9")).isFalse();
    }

    @Test
    void blocksAnAddressThatTriesManyNames() {
        for (int i = 0; i < 20; i++) {
            assertThat(refused("name" + i, "wrong", "10.0.0.1")).isTrue();
        }
        assertThat(refused("ann", "right", "10.0.0.1")).isTrue();
        assertThat(refused("ann", "right", "10.0.0.2")).isFalse();
    }

    @Test
    void aRightPasswordForgetsTheWrongOnesBefore() {
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 4; i++) {
                assertThat(refused("ann", "wrong", "10.0.0." + round + i)).isTrue();
            }
            assertThat(refused("ann", "right", "10.0.1.1")).isFalse();
        }
    }

    @Test
    void holdsABoundedNumberOfSessions() {
        String first = token("ann");
        for (int i = 0; i < 10_000; i++) {
            clock.incrementAndGet();
            token("ann");
        }
        assertThat(sessions.account(first))
                .as("the one that rested longest had to go")
                .isEmpty();
    }
}
