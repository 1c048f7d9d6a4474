package muster.servers;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import muster.servers.host.Secret;
import muster.servers.host.ServerException;

/**
 * A question to a server, in JSON over HTTP, of which only the answer tells that it is ready: an open port says little.
 *
 * @param role that of the port
 * @param user who asks, if the server has a password
 * @param timeout of connecting, and of each read
 */
public record HttpProbe(ServerContext context, String role, String path, Optional<String> user, Duration timeout) {
    /**
     * Sends it, and waits for the answer.
     *
     * @throws ServerException if the password is refused
     * @throws IOException if there is no answer, or none of HTTP status 200
     */
    public String ask(String json) throws IOException {
        return send(Optional.of(json));
    }

    /**
     * Asks, and throws an IOException if the answer holds none of these texts.
     *
     * @param what is asked for, for its message
     */
    public void expect(String what, String json, String... texts) throws IOException {
        String answer = ask(json);
        if (Stream.of(texts).noneMatch(answer::contains)) {
            throw new IOException(what + " answered " + answer);
        }
    }

    /** The same by GET, without a question but the path. */
    public String get() throws IOException {
        return send(Optional.empty());
    }

    private String send(Optional<String> json) throws IOException {
        HttpURLConnection request = request();
        try {
            if (json.isPresent()) {
                request.setDoOutput(true);
                request.getOutputStream().write(json.get().getBytes(StandardCharsets.UTF_8));
            }
            refuse(request.getResponseCode());
            return answer(request);
        } finally {
            request.disconnect();
        }
    }

    private HttpURLConnection request() throws IOException {
        URI uri = URI.create("http://" + context.ports().address(role) + path);
        HttpURLConnection request = (HttpURLConnection) uri.toURL().openConnection(Proxy.NO_PROXY);
        request.setConnectTimeout((int) timeout.toMillis());
        request.setReadTimeout((int) timeout.toMillis());
        request.setRequestProperty("Content-Type", "application/json");
        request.setRequestProperty("Accept", "application/json");
        user.flatMap(name -> context.password().map(password -> basic(name, password)))
                .ifPresent(authorization -> request.setRequestProperty("Authorization", authorization));
        return request;
    }

    private static String basic(String user, Secret password) {
        byte[] pair = (user + ":" + password.value()).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(pair);
    }

    /** Most servers answer a wrong password with 401, ArcadeDB with 403. */
    private void refuse(int status) throws IOException {
        boolean refused = status == HttpURLConnection.HTTP_UNAUTHORIZED || status == HttpURLConnection.HTTP_FORBIDDEN;
        if (refused && context.password().isPresent()) {
            throw new ServerException("the server refuses the password of "
                    + context.password().get()
                    + ": a password is set when the data folder is created; use that one, or another data folder");
        }
        if (status != HttpURLConnection.HTTP_OK) {
            throw new IOException("a query was answered with HTTP status " + status);
        }
    }

    /** HugeGraph compresses whatever it is asked for. */
    private static String answer(HttpURLConnection request) throws IOException {
        boolean compressed = "gzip".equals(request.getContentEncoding());
        try (InputStream body = request.getInputStream();
                InputStream in = compressed ? new GZIPInputStream(body) : body) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
