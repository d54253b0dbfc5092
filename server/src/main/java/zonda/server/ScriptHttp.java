package zonda.server;

import java.io.IOException;
import java.io.InputStream;
import java.net.Authenticator;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.net.ProxySelector;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import zonda.preprocessing.script.HttpAnswer;
import zonda.preprocessing.script.HttpQuestion;

/// Requests of scripts over the JDK's HTTP client. As in Zabbix, redirects are followed and
/// certificates are not verified: scripts ask devices, which sign their own. Any thread.
final class ScriptHttp {
    private static final Pattern CHARSET = Pattern.compile("charset=\"?([^\";, ]+)", Pattern.CASE_INSENSITIVE);
    private static final int DEFAULT_PROXY_PORT = 1080;

    HttpAnswer send(HttpQuestion question) throws IOException, InterruptedException {
        try (HttpClient client = client(question)) {
            HttpResponse<InputStream> response =
                    client.send(request(question), HttpResponse.BodyHandlers.ofInputStream());
            return new HttpAnswer(response.statusCode(), response.headers().map(), body(response, question));
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static HttpClient client(HttpQuestion question) throws IOException {
        HttpClient.Builder builder = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.ALWAYS)
                .connectTimeout(question.time())
                .sslContext(trustingAll());
        if (!question.proxy().isEmpty()) {
            String written = question.proxy().contains("://") ? question.proxy() : "http://" + question.proxy();
            URI proxy = URI.create(written);
            if (proxy.getHost() == null) {
                throw new IOException("the proxy '" + question.proxy() + "', wanted [http://]host[:port]");
            }
            int port = proxy.getPort() < 0 ? DEFAULT_PROXY_PORT : proxy.getPort();
            builder.proxy(ProxySelector.of(new InetSocketAddress(proxy.getHost(), port)));
            proxyLogin(proxy).ifPresent(builder::authenticator);
        }
        return builder.build();
    }

    private static Optional<Authenticator> proxyLogin(URI proxy) {
        String login = proxy.getUserInfo();
        if (login == null) {
            return Optional.empty();
        }
        int colon = login.indexOf(':');
        String user = colon < 0 ? login : login.substring(0, colon);
        String password = colon < 0 ? "" : login.substring(colon + 1);
        return Optional.of(new Authenticator() {
            @Override
            protected PasswordAuthentication getPasswordAuthentication() {
                return new PasswordAuthentication(user, password.toCharArray());
            }
        });
    }

    private static HttpRequest request(HttpQuestion question) throws IOException {
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(question.url()))
                .timeout(question.time())
                .method(
                        question.method(),
                        question.body().length == 0
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofByteArray(question.body()));
        for (String header : question.headers()) {
            int colon = header.indexOf(':');
            if (colon > 0) {
                builder.header(
                        header.substring(0, colon).strip(),
                        header.substring(colon + 1).strip());
            }
        }
        if (question.credentials().isPresent()) {
            HttpQuestion.Credentials login = question.credentials().get();
            if (!login.scheme().equals("basic")) {
                throw new IOException("authentication of kind " + login.scheme() + ", wanted basic");
            }
            byte[] pair = (login.user() + ":" + login.password()).getBytes(StandardCharsets.UTF_8);
            builder.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair));
        }
        return builder.build();
    }

    private static String body(HttpResponse<InputStream> response, HttpQuestion question) throws IOException {
        int most = (int) Math.clamp(question.mostBytes(), 0, Integer.MAX_VALUE - 8L);
        try (InputStream in = response.body()) {
            byte[] bytes = in.readNBytes(most);
            if (in.read() >= 0) {
                throw new IOException("an answer of more than " + most + " bytes, which the script has no room for");
            }
            return new String(bytes, charset(response));
        }
    }

    private static Charset charset(HttpResponse<InputStream> response) {
        String type = response.headers().firstValue("content-type").orElse("");
        Matcher matcher = CHARSET.matcher(type);
        if (!matcher.find()) {
            return StandardCharsets.UTF_8;
        }
        try {
            return Charset.forName(matcher.group(1).toUpperCase(Locale.ROOT));
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            return StandardCharsets.UTF_8;
        }
    }

    private static SSLContext trustingAll() throws IOException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new AnyCertificate()}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("no TLS: " + e.getMessage(), e);
        }
    }

    /// Takes every certificate, whatever name is on it.
    private static final class AnyCertificate extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
