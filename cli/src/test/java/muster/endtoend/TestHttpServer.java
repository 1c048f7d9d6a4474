package muster.endtoend;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Answers every request with two bytes, after some work; a virtual thread a connection. */
public final class TestHttpServer implements AutoCloseable {
    private static final int BACKLOG = 4_096;
    private static final String HEAD = "HTTP/1.1 200 OK\r\nServer: test\r\nContent-Length: 2\r\n\r\n";

    private final ServerSocket server;
    private final Work work;

    /** Done by the thread of a connection before each answer. */
    @FunctionalInterface
    public interface Work {
        void before() throws InterruptedException;
    }

    public TestHttpServer(Duration delay) {
        this(() -> Thread.sleep(delay));
    }

    public TestHttpServer(Work work) {
        this.work = work;
        try {
            server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofPlatform().daemon().name("test-http-server").start(this::accept);
    }

    /** Serves until it is {@code dead}, then closes all connections and accepts no more, as after kill -9. */
    public static TestHttpServer mortal(BooleanSupplier dead) {
        TestHttpServer[] server = new TestHttpServer[1];
        server[0] = new TestHttpServer(() -> {
            Thread.sleep(10);
            if (dead.getAsBoolean()) {
                server[0].close();
                throw new InterruptedException("dead");
            }
        });
        return server[0];
    }

    public String uri() {
        return "http://127.0.0.1:" + server.getLocalPort() + "/";
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                socket.setTcpNoDelay(true);
                Thread.startVirtualThread(() -> serve(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket;
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
                OutputStream out = socket.getOutputStream()) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                boolean head = line.startsWith("HEAD ");
                while (!line.isEmpty()) {
                    line = in.readLine();
                }
                if (!head) {
                    work.before();
                }
                out.write((head ? HEAD : HEAD + "ok").getBytes(StandardCharsets.US_ASCII));
            }
        } catch (IOException closed) {
            // The client is gone.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
