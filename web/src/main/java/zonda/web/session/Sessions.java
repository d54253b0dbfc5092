package zonda.web.session;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import zonda.runtime.MonotonicClock;
import zonda.web.Accounts;
import zonda.web.Accounts.Account;

/// Who is logged in: tokens in memory, forgotten when they rest too long or the server stops. Any
/// thread.
///
/// Guessing is slowed: after five wrong passwords a name, and likewise an address, is refused for
/// half a minute; and only a few passwords are hashed at once, so that a flood of logins cannot
/// take the processor from the shards.
public final class Sessions {
    /// The account of the operator token.
    public static final Account OPERATOR = new Account(1, "operator", "", "");

    private static final int MOST_SESSIONS = 10_000;
    private static final int MOST_REMEMBERED = 10_000;
    private static final int TRIES = 5;
    private static final long BLOCK_NANOS = Duration.ofSeconds(30).toNanos();
    private static final int HASHED_AT_ONCE = 2;
    private static final long HASH_WAIT_SECONDS = 5;

    private final Accounts accounts;
    private final MonotonicClock clock;
    private final SecureRandom random;
    private final byte[] operatorToken;
    private final long idleNanos;
    private final Map<String, Session> sessions = new ConcurrentHashMap<>();
    private final Failures failures = new Failures();
    private final Semaphore hashing = new Semaphore(HASHED_AT_ONCE);

    /// @param operatorToken always accepted; empty: none
    public Sessions(Accounts accounts, MonotonicClock clock, SecureRandom random, String operatorToken, Duration idle) {
        this.accounts = accounts;
        this.clock = clock;
        this.random = random;
        this.operatorToken = operatorToken.getBytes(StandardCharsets.UTF_8);
        this.idleNanos = idle.toNanos();
    }

    /// What became of a login.
    public sealed interface Login {
        record Granted(String token, Account account) implements Login {}

        record Refused(String reason) implements Login {}
    }

    /// Logs in. Takes as long as hashing a password does.
    ///
    /// @param remote the address that asks
    public Login login(String username, String password, String remote) {
        long now = clock.nanos();
        String byName = "name " + username;
        String byAddress = "address " + remote;
        if (failures.blocked(byName, now, TRIES) || failures.blocked(byAddress, now, TRIES * 4)) {
            return new Login.Refused("Incorrect user name or password or account is temporarily blocked.");
        }
        Optional<Account> account;
        try {
            if (!hashing.tryAcquire(HASH_WAIT_SECONDS, TimeUnit.SECONDS)) {
                return new Login.Refused("Too many logins at once; try again in a moment.");
            }
            try {
                account = accounts.authenticate(username, password);
            } finally {
                hashing.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Login.Refused("The server is stopping.");
        }
        if (account.isEmpty()) {
            failures.failed(byName, now);
            failures.failed(byAddress, now);
            return new Login.Refused("Incorrect user name or password or account is temporarily blocked.");
        }
        failures.forget(byName);
        return new Login.Granted(open(account.get(), now), account.get());
    }

    private String open(Account account, long now) {
        if (sessions.size() >= MOST_SESSIONS) {
            sessions.values().removeIf(session -> now - session.usedNanos > idleNanos);
        }
        if (sessions.size() >= MOST_SESSIONS) {
            String oldest = "";
            long most = Long.MIN_VALUE;
            for (Map.Entry<String, Session> each : sessions.entrySet()) {
                if (now - each.getValue().usedNanos > most) {
                    most = now - each.getValue().usedNanos;
                    oldest = each.getKey();
                }
            }
            sessions.remove(oldest);
        }
        byte[] bytes = new byte[32];
        random.nextBytes(bytes);
        String token = HexFormat.of().formatHex(bytes);
        sessions.put(token, new Session(account, now));
        return token;
    }

    /// The account behind a token, or empty; keeps the session alive.
    public Optional<Account> account(String token) {
        if (token.isEmpty()) {
            return Optional.empty();
        }
        if (operatorToken.length > 0 && MessageDigest.isEqual(operatorToken, token.getBytes(StandardCharsets.UTF_8))) {
            return Optional.of(OPERATOR);
        }
        Session session = sessions.get(token);
        if (session == null) {
            return Optional.empty();
        }
        long now = clock.nanos();
        if (now - session.usedNanos > idleNanos) {
            sessions.remove(token);
            return Optional.empty();
        }
        session.usedNanos = now;
        return Optional.of(session.account);
    }

    /// Ends a session; nothing happens when there is none.
    public void logout(String token) {
        sessions.remove(token);
    }

    private static final class Session {
        final Account account;
        volatile long usedNanos;

        Session(Account account, long now) {
            this.account = account;
            this.usedNanos = now;
        }
    }

    /// Wrong passwords by name and by address; remembers a bounded number, the oldest go first.
    private static final class Failures {
        private record Tries(int count, long lastNanos) {}

        private final Map<String, Tries> records = new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Tries> eldest) {
                return size() > MOST_REMEMBERED;
            }
        };

        synchronized boolean blocked(String key, long now, int tries) {
            Tries record = records.get(key);
            if (record == null) {
                return false;
            }
            if (now - record.lastNanos > BLOCK_NANOS) {
                records.remove(key);
                return false;
            }
            return record.count >= tries;
        }

        synchronized void failed(String key, long now) {
            Tries before = records.remove(key);
            records.put(key, new Tries(before == null ? 1 : before.count + 1, now));
        }

        synchronized void forget(String key) {
            records.remove(key);
        }
    }
}
