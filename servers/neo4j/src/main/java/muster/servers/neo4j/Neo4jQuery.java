package muster.servers.neo4j;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import muster.servers.Ports;
import muster.servers.Secret;
import muster.servers.ServerContext;
import muster.servers.ServerException;

/** The question whether Neo4j is ready: its Bolt port must speak Bolt and its HTTP port must answer RETURN 1. */
final class Neo4jQuery {
    private static final int TIMEOUT_MILLISECONDS = 5_000;

    /** The magic number of Bolt, then four versions that the client could speak: 5.0 to 5.8, and none. */
    private static final byte[] BOLT = {0x60, 0x60, (byte) 0xB0, 0x17, 0, 8, 8, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};

    private static final String STATEMENT = "{\"statements\":[{\"statement\":\"RETURN 1 AS one\"}]}";

    private Neo4jQuery() {}

    static void answered(ServerContext context) throws IOException {
        speaksBolt(context.ports().of("bolt"));
        HttpURLConnection request = request(context);
        try {
            request.getOutputStream().write(STATEMENT.getBytes(StandardCharsets.UTF_8));
            refuseWrongPassword(context, request.getResponseCode());
            String answer = new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!answer.contains("\"row\":[1]")) {
                throw new IOException("RETURN 1 answered " + answer);
            }
        } finally {
            request.disconnect();
        }
    }

    private static void speaksBolt(int port) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(Ports.loopback(port), TIMEOUT_MILLISECONDS);
            socket.setSoTimeout(TIMEOUT_MILLISECONDS);
            OutputStream out = socket.getOutputStream();
            out.write(BOLT);
            InputStream in = socket.getInputStream();
            byte[] version = in.readNBytes(4);
            if (version.length < 4 || version[3] != 5) {
                throw new IOException("port " + port + " does not speak Bolt 5");
            }
        }
    }

    private static HttpURLConnection request(ServerContext context) throws IOException {
        URI uri = URI.create("http://" + context.ports().address("http") + "/db/neo4j/tx/commit");
        HttpURLConnection request = (HttpURLConnection) uri.toURL().openConnection(Proxy.NO_PROXY);
        request.setConnectTimeout(TIMEOUT_MILLISECONDS);
        request.setReadTimeout(TIMEOUT_MILLISECONDS);
        request.setDoOutput(true);
        request.setRequestProperty("Content-Type", "application/json");
        request.setRequestProperty("Accept", "application/json");
        context.password().ifPresent(password -> request.setRequestProperty("Authorization", basic(password)));
        return request;
    }

    private static String basic(Secret password) {
        byte[] pair = ("neo4j:" + password.value()).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(pair);
    }

    private static void refuseWrongPassword(ServerContext context, int status) throws IOException {
        if (status == HttpURLConnection.HTTP_UNAUTHORIZED) {
            throw new ServerException("Neo4j refuses the password of " + context.password()
                    + ": a password is set when the data folder is created; use that one, or another data folder");
        }
        if (status != HttpURLConnection.HTTP_OK) {
            throw new IOException("RETURN 1 answered with HTTP status " + status);
        }
    }
}
