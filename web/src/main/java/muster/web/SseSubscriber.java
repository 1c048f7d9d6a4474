package muster.web;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who looks: server-sent events that wait for one connection. The thread that writes may be blocked by a
 * connection that takes nothing; interrupting it closes that connection.
 */
final class SseSubscriber {
    /** Events that wait at most; at one a second whoever is so many behind does not read. */
    static final int QUEUE = 8;
    /** At once, so that the browser knows that it is connected: how long it waits before it tries again. */
    private static final String FIRST = "retry: 2000\n\n";

    private final BlockingQueue<String> queue = new ArrayBlockingQueue<>(QUEUE);
    private volatile boolean dropped;
    private volatile @Nullable Thread writer;

    /** False if it is too far behind. */
    boolean offer(String events) {
        return queue.offer(events);
    }

    void drop() {
        dropped = true;
        Thread thread = writer;
        if (thread != null) {
            thread.interrupt();
        }
    }

    /** Writes what comes, until the connection breaks or the viewer is dropped. */
    void serve(OutputStream out) throws IOException {
        writer = Thread.currentThread();
        try {
            write(FIRST, out);
            while (!dropped) {
                write(queue.take(), out);
            }
        } catch (InterruptedException e) {
            throw new IOException("dropped", e);
        }
    }

    private static void write(String events, OutputStream out) throws IOException {
        out.write(events.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
