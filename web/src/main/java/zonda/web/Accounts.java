package zonda.web;

import java.util.Optional;

/// Who may log in. `server` implements it over its file of users.
public interface Accounts {
    /// The account of a name and a password, or empty when they do not fit. Slow by intent (the
    /// password is hashed); called on virtual threads, a few at once.
    Optional<Account> authenticate(String username, String password);

    /// Somebody who logged in.
    ///
    /// @param id of the user, as the API's `userid`
    /// @param username to log in with
    /// @param name first name; may be empty
    /// @param surname may be empty
    record Account(long id, String username, String name, String surname) {}
}
