package zonda.server;

import com.password4j.Argon2Function;
import com.password4j.BadParametersException;
import com.password4j.Password;
import com.password4j.types.Argon2;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import zonda.web.Accounts;

/// The one administrator's account: a name and an Argon2id hash in the file `account` of the data
/// folder. Any thread.
public final class AccountFile implements Accounts {
    static final String ADMIN = "Admin";
    private static final String FILE = "account";
    private static final String LETTERS = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

    /// RFC 9106, section 4, second recommended option, with half the memory so that it fits a small
    /// computer.
    private static final Argon2Function HASH = Argon2Function.getInstance(32 * 1024, 3, 1, 32, Argon2.ID);

    private final Path file;
    /// Hashing is dear on purpose: a flood of logins must not take all memory.
    private final Semaphore hashing = new Semaphore(2);

    AccountFile(Path dataFolder) {
        this.file = dataFolder.resolve(FILE);
    }

    boolean exists() {
        return Files.exists(file);
    }

    /// A password that nobody guesses and somebody can type: 16 letters and digits, 92 bits.
    static String generatePassword(SecureRandom random) {
        StringBuilder password = new StringBuilder();
        for (int i = 0; i < 16; i++) {
            password.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return password.toString();
    }

    /// Sets the administrator's password, in one step.
    void setPassword(String password) throws IOException {
        String hash = Password.hash(password).addRandomSalt(16).with(HASH).getResult();
        Path temporary = file.resolveSibling(FILE + ".tmp");
        Files.deleteIfExists(temporary);
        Files.createFile(temporary, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(temporary, ADMIN + " " + hash + "\n", StandardCharsets.UTF_8);
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public Optional<Account> authenticate(String username, String password) {
        try {
            String[] parts = Files.readString(file).strip().split(" ", 2);
            hashing.acquireUninterruptibly();
            try {
                boolean fits =
                        parts.length == 2 && Password.check(password, parts[1]).with(HASH);
                return fits && username.equals(parts[0])
                        ? Optional.of(new Account(1, username, "Zonda", "Administrator"))
                        : Optional.empty();
            } finally {
                hashing.release();
            }
        } catch (IOException | BadParametersException e) {
            // No account, or a damaged one: nobody gets in until 'zonda passwd' has made another.
            return Optional.empty();
        }
    }
}
