package muster.benchmarks.bottlenecks;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * An HTTP/1.1 server of one thread that answers every request with two bytes, after the work, the delay and the wait for
 * the lock that its arguments name. Arguments: WORK_US DELAY_US LOCK_US SEED. It prints its port and ends with the
 * process that started it.
 */
final class TestServer {
    private static final byte[] OK =
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] HEAD =
            "HTTP/1.1 200 OK\r\nServer: staged\r\nContent-Length: 2\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int BACKLOG = 4096;

    private final long workNs;
    private final long delayNs;
    private final long lockNs;
    private final SplittableRandom random;
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final PriorityQueue<Due> due = new PriorityQueue<>(Comparator.comparingLong(Due::atNs));
    private final ByteBuffer input = ByteBuffer.allocateDirect(1 << 16);
    private final Deque<Connection> readable = new ArrayDeque<>();
    /** When whoever holds the lock, or waits longest for it, has done its part. */
    private long lockFreeNs;

    private record Due(long atNs, Connection connection, byte[] answer) {}

    /** What is known of a request that is not whole yet: how much of its end is there, and its first letter. */
    private static final class Connection {
        final SocketChannel channel;
        int ending;
        boolean begun;
        boolean head;

        Connection(SocketChannel channel) {
            this.channel = channel;
        }
    }

    private TestServer(long workUs, long delayUs, long lockUs, long seed) {
        workNs = workUs * 1_000;
        delayNs = delayUs * 1_000;
        lockNs = lockUs * 1_000;
        random = new SplittableRandom(seed);
    }

    public static void main(String[] arguments) throws IOException {
        HelperProtocol.endWithParent();
        new TestServer(
                        Long.parseLong(arguments[0]),
                        Long.parseLong(arguments[1]),
                        Long.parseLong(arguments[2]),
                        Long.parseLong(arguments[3]))
                .serve();
    }

    private void serve() throws IOException {
        try (Selector selector = Selector.open();
                ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
            server.configureBlocking(false).register(selector, SelectionKey.OP_ACCEPT);
            HelperProtocol.listening(server.socket().getLocalPort());
            while (true) {
                await(selector);
                Iterator<SelectionKey> keys = selector.selectedKeys().iterator();
                while (keys.hasNext()) {
                    SelectionKey key = keys.next();
                    keys.remove();
                    if (key.isAcceptable()) {
                        accept(server, selector);
                    } else if (key.attachment() instanceof Connection connection) {
                        readable.add(connection);
                    }
                }
                while (!readable.isEmpty()) {
                    read(readable.remove());
                    answerDue();
                }
            }
        }
    }

    private void await(Selector selector) throws IOException {
        answerDue();
        Due next = due.peek();
        if (next == null) {
            selector.select();
            return;
        }
        long ns = next.atNs() - System.nanoTime();
        // A millisecond is the selector's least wait; what is due sooner is waited for without it.
        if (ns >= 1_000_000) {
            selector.select(ns / 1_000_000);
        } else {
            selector.selectNow();
        }
    }

    private static void accept(ServerSocketChannel server, Selector selector) throws IOException {
        SocketChannel channel = server.accept();
        if (channel != null) {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.register(selector, SelectionKey.OP_READ, new Connection(channel));
        }
    }

    private void read(Connection connection) throws IOException {
        input.clear();
        try {
            if (connection.channel.read(input) < 0) {
                connection.channel.close();
                return;
            }
        } catch (IOException reset) {
            connection.channel.close();
            return;
        }
        input.flip();
        while (input.hasRemaining()) {
            take(connection, input.get());
        }
    }

    /** Requests have no body: an empty line ends one. */
    private void take(Connection connection, byte letter) {
        if (!connection.begun) {
            connection.begun = true;
            connection.head = letter == 'H';
        }
        boolean resumed = letter == (connection.ending % 2 == 0 ? '\r' : '\n');
        connection.ending = resumed ? connection.ending + 1 : letter == '\r' ? 1 : 0;
        if (connection.ending == 4) {
            connection.ending = 0;
            connection.begun = false;
            request(connection);
        }
    }

    private void request(Connection connection) {
        if (connection.head) {
            due.add(new Due(System.nanoTime(), connection, HEAD));
            return;
        }
        work();
        long atNs = System.nanoTime();
        if (delayNs > 0) {
            // Between half and one and a half of it: clients that all wait the same time would come back all at once.
            atNs += random.nextLong(delayNs / 2, delayNs + delayNs / 2 + 1);
        }
        if (lockNs > 0) {
            lockFreeNs = Math.max(lockFreeNs, atNs) + lockNs;
            atNs = lockFreeNs;
        }
        due.add(new Due(atNs, connection, OK));
    }

    /** By processor time, so that a request costs the same however busy the machine is. */
    private void work() {
        if (workNs > 0) {
            long untilNs = threads.getCurrentThreadCpuTime() + workNs;
            while (threads.getCurrentThreadCpuTime() < untilNs) {
                Thread.onSpinWait();
            }
        }
    }

    private void answerDue() throws IOException {
        for (Due next = due.peek(); next != null && next.atNs() <= System.nanoTime(); next = due.peek()) {
            due.remove();
            try {
                next.connection().channel.write(ByteBuffer.wrap(next.answer()));
            } catch (IOException gone) {
                next.connection().channel.close();
            }
        }
    }
}
