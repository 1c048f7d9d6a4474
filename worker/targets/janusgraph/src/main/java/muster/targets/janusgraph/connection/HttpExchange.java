package muster.targets.janusgraph.connection;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import muster.targets.janusgraph.script.JanusGraphSettings;
import muster.workloads.target.IdleConnection;

/**
 * A socket over which requests of HTTP go one after the other. The Gremlin Server of TinkerPop 3.0.1 has what the header
 * Connection means the wrong way round: it closes after a request that says nothing, or "keep-alive", and keeps what the
 * client wants closed. The JDK's client lets nobody set that header; so this says "close", and keeps the connection where
 * the answer says "keep-alive".
 */
final class HttpExchange implements AutoCloseable {
    private static final int MAX_LINE = 8_192;
    private static final int MAX_BODY = 1 << 28;
    private static final int OK = 200;

    private final SocketChannel channel;
    private final Socket socket;
    private final String head;
    private boolean kept;

    HttpExchange(JanusGraphSettings settings) throws IOException {
        this.channel = SocketChannel.open();
        this.socket = channel.socket();
        this.head = "POST " + settings.path() + " HTTP/1.1\r\nHost: " + settings.address()
                + "\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ";
    }

    void connect(JanusGraphSettings settings) throws IOException {
        socket.setTcpNoDelay(true);
        socket.connect(new InetSocketAddress(settings.host(), settings.port()), (int)
                settings.connectTimeout().toMillis());
    }

    void send(byte[] body) throws IOException {
        kept = false;
        byte[] before = (head + body.length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
        OutputStream out = socket.getOutputStream();
        byte[] whole = new byte[before.length + body.length];
        System.arraycopy(before, 0, whole, 0, before.length);
        System.arraycopy(body, 0, whole, before.length, body.length);
        out.write(whole);
    }

    /** Waits for it. Errors have no length and end with the connection. */
    Reply receive() throws IOException {
        InputStream in = new BufferedInputStream(socket.getInputStream());
        int status = status(line(in));
        Map<String, String> headers = headers(in);
        String length = headers.get("content-length");
        byte[] body = length == null ? in.readNBytes(MAX_BODY) : body(in, Integer.parseInt(length.strip()));
        kept = length != null && headers.getOrDefault("connection", "").equalsIgnoreCase("keep-alive");
        return new Reply(status, body);
    }

    private static int status(String line) throws IOException {
        String[] words = line.split(" ", 3);
        if (words.length < 2 || !words[0].startsWith("HTTP/1.") || !words[1].matches("\\d{3}")) {
            throw new IOException("the server does not speak HTTP: " + line);
        }
        return Integer.parseInt(words[1]);
    }

    private static Map<String, String> headers(InputStream in) throws IOException {
        Map<String, String> headers = new HashMap<>();
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                headers.put(
                        line.substring(0, colon).toLowerCase(Locale.ROOT),
                        line.substring(colon + 1).strip());
            }
        }
        return headers;
    }

    private static byte[] body(InputStream in, int length) throws IOException {
        if (length < 0 || length > MAX_BODY) {
            throw new IOException("an answer of " + length + " bytes");
        }
        byte[] body = in.readNBytes(length);
        if (body.length < length) {
            throw new EOFException("the connection was closed in the middle of an answer");
        }
        return body;
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the connection was closed before an answer");
            }
            if (line.length() == MAX_LINE) {
                throw new IOException("a header that is longer than " + MAX_LINE + " bytes");
            }
            line.append((char) next);
        }
        return line.toString().strip();
    }

    /** Whether the next request can go over it. */
    boolean isKept() {
        return kept && !IdleConnection.isClosed(channel);
    }

    @Override
    public void close() {
        kept = false;
        IdleConnection.cut(channel);
    }

    record Reply(int status, byte[] body) {
        boolean isOk() {
            return status == OK;
        }
    }
}
