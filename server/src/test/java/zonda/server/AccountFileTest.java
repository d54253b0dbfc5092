package zonda.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccountFileTest {
    @TempDir
    Path folder;

    @Test
    void knowsTheOnePasswordAndNoOther() throws IOException {
        AccountFile accounts = new AccountFile(folder);
        assertThat(accounts.exists()).isFalse();
        assertThat(accounts.authenticate("Admin", "")).isEmpty();
        accounts.setPassword("Grüße, 7 Zwerge");
        assertThat(accounts.exists()).isTrue();
        assertThat(accounts.authenticate("Admin", "Grüße, 7 Zwerge"))
                .hasValueSatisfying(account -> assertThat(account.username()).isEqualTo("Admin"));
        assertThat(accounts.authenticate("Admin", "Grüße, 7 Zwerg")).isEmpty();
        assertThat(accounts.authenticate("admin", "Grüße, 7 Zwerge")).isEmpty();
        assertThat(accounts.authenticate("", "")).isEmpty();
        accounts.setPassword("another one");
        assertThat(accounts.authenticate("Admin", "Grüße, 7 Zwerge")).isEmpty();
        assertThat(accounts.authenticate("Admin", "another one")).isPresent();
    }

    @Test
    void keepsAHashForTheOwnersEyesOnly() throws IOException {
        new AccountFile(folder).setPassword("secret word");
        Path file = folder.resolve("account");
        assertThat(Files.readString(file)).startsWith("Admin $argon2id$").doesNotContain("secret");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void aDamagedFileLetsNobodyIn() throws IOException {
        AccountFile accounts = new AccountFile(folder);
        for (String text : new String[] {"", "Admin", "Admin ", "Admin secret", "Admin $argon2id$", "\u0000\u0001 x"}) {
            Files.writeString(folder.resolve("account"), text);
            assertThat(accounts.authenticate("Admin", "secret")).as(text).isEmpty();
            assertThat(accounts.authenticate("Admin", "")).as(text).isEmpty();
        }
    }

    @Test
    void makesPasswordsThatDiffer() {
        Set<String> made = new TreeSet<>();
        SecureRandom random = new SecureRandom();
        for (int i = 0; i < 100; i++) {
            String password = AccountFile.generatePassword(random);
            assertThat(password).matches("[a-zA-Z2-9]{16}").doesNotContainPattern("[ilIOo01]");
            made.add(password);
        }
        assertThat(made).hasSize(100);
    }
}
