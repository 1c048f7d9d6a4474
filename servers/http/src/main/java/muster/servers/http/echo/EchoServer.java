package muster.servers.http.echo;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Accepts connections and gives them to loops that read requests. In mode "blocking" one loop reads and a pool of
 * threads works and writes, a thread a request, as in Jetty and Tomcat; in mode "event-loop" the loops do all of it and
 * never wait.
 */
final class EchoServer implements AutoCloseable {
    private static final int BACKLOG = 4096;

    private final ServerSocketChannel listening;
    private final ExecutorService pool;
    private final List<ReadLoop> loops = new ArrayList<>();

    private EchoServer(ServerSocketChannel listening, ExecutorService pool) {
        this.listening = listening;
        this.pool = pool;
    }

    /** @param threads of the pool, or event loops */
    static EchoServer listen(InetSocketAddress address, boolean eventLoop, int threads, Answers answers, Work work)
            throws IOException {
        ServerSocketChannel listening = ServerSocketChannel.open();
        listening.bind(address, BACKLOG);
        ExecutorService pool = Executors.newFixedThreadPool(
                eventLoop ? 1 : threads,
                Thread.ofPlatform().name("echo-worker-", 0).daemon().factory());
        EchoServer server = new EchoServer(listening, pool);
        for (int i = 0; i < (eventLoop ? threads : 1); i++) {
            server.loops.add(
                    ReadLoop.started("echo-loop-" + i, answers, eventLoop ? new Inline(work) : new Pooled(work, pool)));
        }
        Thread.ofPlatform().name("echo-accept").start(server::accept);
        return server;
    }

    private void accept() {
        try {
            for (int number = 0; ; number++) {
                SocketChannel accepted = listening.accept();
                loops.get(number % loops.size()).add(accepted);
            }
        } catch (IOException closed) {
            pool.shutdownNow();
        }
    }

    SocketAddress address() throws IOException {
        return listening.getLocalAddress();
    }

    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException ignored) {
            // The process ends.
            return;
        } finally {
            loops.forEach(ReadLoop::close);
        }
    }
}
