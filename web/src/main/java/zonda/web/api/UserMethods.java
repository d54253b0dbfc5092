package zonda.web.api;

import java.util.Optional;
import tools.jackson.core.JsonGenerator;
import zonda.web.Accounts.Account;
import zonda.web.session.Sessions;

/// `user.login`, `user.logout` and `user.checkAuthentication`.
final class UserMethods {
    private final Sessions sessions;

    UserMethods(Sessions sessions) {
        this.sessions = sessions;
    }

    Answer login(Params params, String remote) throws RpcFault {
        // Clients made for versions before 5.4 say "user".
        Optional<String> old = params.text("user");
        String username = old.isPresent() ? old.get() : params.requiredText("username");
        params.allow("username");
        String password = params.requiredText("password");
        boolean userData = params.flag("userData");
        params.done();
        return switch (sessions.login(username, password, remote)) {
            case Sessions.Login.Refused(String reason) -> throw RpcFault.application(reason);
            case Sessions.Login.Granted(String token, Account account) ->
                userData ? out -> writeUser(out, account, token) : Answer.text(token);
        };
    }

    Answer logout(String token) {
        sessions.logout(token);
        return out -> out.writeBoolean(true);
    }

    Answer checkAuthentication(Params params) throws RpcFault {
        String token = params.text("sessionid").orElse("");
        String apiToken = params.text("token").orElse("");
        params.flag("extend");
        params.text("secret");
        params.done();
        String given = token.isEmpty() ? apiToken : token;
        if (given.isEmpty()) {
            throw RpcFault.params("Invalid parameter \"/\": the parameter \"sessionid\" is missing.");
        }
        Account account =
                sessions.account(given).orElseThrow(() -> RpcFault.params("Session terminated, re-login, please."));
        return out -> writeUser(out, account, given);
    }

    private static void writeUser(JsonGenerator out, Account account, String token) {
        out.writeStartObject();
        out.writeStringProperty("userid", Long.toString(account.id()));
        out.writeStringProperty("username", account.username());
        out.writeStringProperty("name", account.name());
        out.writeStringProperty("surname", account.surname());
        out.writeStringProperty("url", "");
        out.writeStringProperty("autologin", "0");
        out.writeStringProperty("autologout", "0");
        out.writeStringProperty("lang", "en_US");
        out.writeStringProperty("refresh", "30s");
        out.writeStringProperty("theme", "default");
        out.writeStringProperty("rows_per_page", "50");
        out.writeStringProperty("timezone", "default");
        out.writeStringProperty("roleid", "3");
        out.writeNumberProperty("type", 3);
        out.writeNumberProperty("gui_access", 0);
        out.writeNumberProperty("debug_mode", 0);
        out.writeStringProperty("sessionid", token);
        out.writeEndObject();
    }
}
