package zonda.web;

import java.time.Duration;

/// Settings of the HTTP server.
///
/// @param address the one IP address, or name of one, that is listened on
/// @param port 0 to 65,535; 0 takes any free one
/// @param operatorToken a token that is always accepted (the command line reads it from a file in
///     the data folder); empty: none
/// @param sessionIdle how long a session lives without a request
public record WebSettings(String address, int port, String operatorToken, Duration sessionIdle) {
    public WebSettings {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port " + port + ", wanted 0 to 65535");
        }
        if (!operatorToken.isEmpty() && operatorToken.length() < 32) {
            throw new IllegalArgumentException(
                    "operator token of " + operatorToken.length() + " characters, wanted 32 or more");
        }
        if (sessionIdle.isNegative() || sessionIdle.isZero()) {
            throw new IllegalArgumentException("session idle time " + sessionIdle + ", wanted above zero");
        }
    }
}
