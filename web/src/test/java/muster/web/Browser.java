package muster.web;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Requests as bytes on a socket, so that a test may lie in any header. */
record Browser(URI page) {
    private static final int PATIENCE_S = 100;

    /** What a server answered. */
    record Reply(int status, String head, String body) {}

    Reply ask(String method, String path, String... headers) throws IOException {
        try (Socket socket = open(method, path, headers)) {
            String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int end = all.indexOf("\r\n\r\n");
            return new Reply(Integer.parseInt(all.substring(9, 12)), all.substring(0, end), all.substring(end + 4));
        }
    }

    /** Asks, and leaves it to the caller to read or not to read. */
    Socket open(String method, String path, String... headers) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4_096);
        socket.connect(new java.net.InetSocketAddress(page.getHost(), page.getPort()));
        socket.setSoTimeout(PATIENCE_S * 1_000);
        StringBuilder request = new StringBuilder(method + " " + path + " HTTP/1.1\r\nConnection: close\r\n");
        if (List.of(headers).stream().noneMatch(header -> header.startsWith("Host:"))) {
            request.append("Host: ").append(page.getAuthority()).append("\r\n");
        }
        List.of(headers).forEach(header -> request.append(header).append("\r\n"));
        socket.getOutputStream().write(request.append("\r\n").toString().getBytes(StandardCharsets.UTF_8));
        return socket;
    }

    /** Reads until this has come. */
    static String readUntil(Socket socket, String text) throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder got = new StringBuilder();
        while (got.indexOf(text) < 0) {
            int next = in.read();
            if (next < 0) {
                throw new AssertionError("the connection ended after " + got);
            }
            got.append((char) next);
        }
        return got.toString();
    }

    static void until(BooleanSupplier condition) {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > endNs) {
                throw new AssertionError("it did not come about within " + PATIENCE_S + " s");
            }
            LockSupport.parkNanos(5_000_000);
        }
    }
}
