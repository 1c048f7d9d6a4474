package muster.endtoend.torture;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** As much of Redis's protocol as a ledger needs that shares no code with a driver: strings, numbers, lists. */
final class RedisConnection implements AutoCloseable {
    private final Socket socket;
    private final InputStream in;

    RedisConnection(String uri) {
        URI address = URI.create(uri);
        try {
            socket = new Socket(address.getHost(), address.getPort());
            in = new BufferedInputStream(socket.getInputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(uri, e);
        }
    }

    /** The answer: a String, a Long, or a List of these. */
    Object ask(String... words) {
        send(words);
        return answer();
    }

    private void send(String... words) {
        StringBuilder text = new StringBuilder("*" + words.length + "\r\n");
        for (String word : words) {
            int bytes = word.getBytes(StandardCharsets.UTF_8).length;
            text.append('$').append(bytes).append("\r\n").append(word).append("\r\n");
        }
        try {
            socket.getOutputStream().write(text.toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The next answer; MONITOR has many. */
    Object answer() {
        try {
            String line = line();
            return switch (line.charAt(0)) {
                case '+' -> line.substring(1);
                case ':' -> Long.valueOf(line.substring(1));
                case '$' -> bulk(Integer.parseInt(line.substring(1)));
                case '*' -> list(Integer.parseInt(line.substring(1)));
                default -> throw new AssertionError("Redis answered " + line);
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String bulk(int bytes) throws IOException {
        if (bytes < 0) {
            return "";
        }
        String text = new String(in.readNBytes(bytes), StandardCharsets.UTF_8);
        in.skipNBytes(2);
        return text;
    }

    private List<Object> list(int size) {
        List<Object> items = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            items.add(answer());
        }
        return items;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\r'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("Redis closed the connection");
            }
            line.append((char) next);
        }
        in.skipNBytes(1);
        return line.toString();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
