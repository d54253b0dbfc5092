package zonda.preprocessing.script;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A request that a script sends.
///
/// @param method GET, POST, ...
/// @param url as the script wrote it
/// @param headers as `Name: value` lines, in order
/// @param body empty for none
/// @param proxy as `[scheme://][user[:password]@]host[:port]`; empty for none
/// @param credentials for basic or digest authentication
/// @param time that is left for all of it
/// @param mostBytes of the answer's body
public record HttpQuestion(
        String method,
        String url,
        List<String> headers,
        byte[] body,
        String proxy,
        Optional<Credentials> credentials,
        Duration time,
        long mostBytes) {
    public HttpQuestion {
        headers = List.copyOf(headers);
    }

    /// @param scheme `basic` or `digest`
    public record Credentials(String scheme, String user, String password) {}
}
