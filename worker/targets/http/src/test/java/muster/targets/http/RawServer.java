package muster.targets.http;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A server that answers with whatever bytes a test wants, or worse; a thread a connection. */
final class RawServer implements AutoCloseable {
    private final ServerSocket listening;

    /** What happens on a connection once the head of a request has come; false ends it. */
    interface Behaviour {
        boolean answer(String head, Socket client, OutputStream out) throws Exception;
    }

    RawServer(Behaviour behaviour) {
        try {
            listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        Thread.startVirtualThread(() -> accept(behaviour));
    }

    /** Answers the HEAD with which a target is opened, and everything else as told. */
    static RawServer afterHead(Behaviour behaviour) {
        return new RawServer((head, client, out) -> {
            if (head.startsWith("HEAD")) {
                out.write(bytes("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"));
                return true;
            }
            return behaviour.answer(head, client, out);
        });
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private void accept(Behaviour behaviour) {
        try {
            while (true) {
                Socket client = listening.accept();
                Thread.startVirtualThread(() -> serve(client, behaviour));
            }
        } catch (IOException closed) {
            return;
        }
    }

    private static void serve(Socket client, Behaviour behaviour) {
        try (client) {
            InputStream in = new BufferedInputStream(client.getInputStream());
            String head = head(in);
            while (!head.isEmpty() && behaviour.answer(head, client, client.getOutputStream())) {
                head = head(in);
            }
        } catch (Exception gone) {
            return;
        }
    }

    /** Empty at the end of the stream. */
    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        for (int next = in.read(); next >= 0; next = in.read()) {
            head.append((char) next);
            if (head.toString().endsWith("\r\n\r\n")) {
                return head.toString();
            }
        }
        return "";
    }

    String uri() {
        return "http://127.0.0.1:" + listening.getLocalPort() + "/";
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
