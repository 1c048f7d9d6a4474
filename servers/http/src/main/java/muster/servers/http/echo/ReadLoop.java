package muster.servers.http.echo;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;

/** One thread that reads the requests of many connections. */
final class ReadLoop implements Executor, AutoCloseable {
    private static final int READ_BYTES = 64 << 10;

    private final Selector selector;
    private final Answers answers;
    private final Handler handler;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(READ_BYTES);
    private final Thread thread;

    private ReadLoop(String name, Answers answers, Handler handler) throws IOException {
        this.selector = Selector.open();
        this.answers = answers;
        this.handler = handler;
        this.thread = Thread.ofPlatform().name(name).unstarted(this::run);
    }

    static ReadLoop started(String name, Answers answers, Handler handler) throws IOException {
        ReadLoop loop = new ReadLoop(name, answers, handler);
        loop.thread.start();
        return loop;
    }

    void add(SocketChannel channel) {
        execute(() -> register(channel));
    }

    private void register(SocketChannel channel) {
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
            key.attach(new Connection(this, key, answers, handler));
        } catch (IOException gone) {
            // The client has closed it already.
            return;
        }
    }

    private void run() {
        try {
            while (selector.isOpen()) {
                selector.select(key -> ((Connection) key.attachment()).ready(buffer));
                for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                    task.run();
                }
            }
        } catch (IOException | ClosedSelectorException closed) {
            return;
        }
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
        if (!thread.equals(Thread.currentThread())) {
            selector.wakeup();
        }
    }

    boolean isCurrent() {
        return thread.equals(Thread.currentThread());
    }

    @Override
    public void close() {
        try {
            selector.close();
        } catch (IOException ignored) {
            // The process ends.
            return;
        }
    }
}
