package muster.benchmarks.bottlenecks;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * A network that is slow: passes bytes on after a delay in each direction. Arguments: PORT of the server, DELAY_US one
 * way. It stands for netem where the kernel has none.
 */
final class DelayProxy {
    private static final int BACKLOG = 4096;
    private static final int LARGEST = 1 << 14;

    private final int server;
    private final long delayNs;

    private record Packet(long dueNs, byte[] bytes) {}

    private DelayProxy(int server, long delayNs) {
        this.server = server;
        this.delayNs = delayNs;
    }

    public static void main(String[] arguments) throws IOException {
        HelperProtocol.endWithParent();
        new DelayProxy(Integer.parseInt(arguments[0]), Long.parseLong(arguments[1]) * 1_000).serve();
    }

    private void serve() throws IOException {
        try (ServerSocket listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress())) {
            HelperProtocol.listening(listener.getLocalPort());
            while (true) {
                Socket client = listener.accept();
                Thread.ofVirtual().start(() -> connect(client));
            }
        }
    }

    private void connect(Socket client) {
        try {
            Socket backend = new Socket(InetAddress.getLoopbackAddress(), server);
            client.setTcpNoDelay(true);
            backend.setTcpNoDelay(true);
            direction(client, backend);
            direction(backend, client);
        } catch (IOException refused) {
            close(client);
        }
    }

    private void direction(Socket from, Socket to) {
        BlockingQueue<Packet> way = new LinkedBlockingQueue<>();
        Thread.ofVirtual().start(() -> send(way, from));
        Thread.ofVirtual().start(() -> deliver(way, to));
    }

    /** An empty packet ends the connection. */
    private void send(BlockingQueue<Packet> way, Socket from) {
        byte[] buffer = new byte[LARGEST];
        try (InputStream in = from.getInputStream()) {
            for (int read = in.read(buffer); read > 0; read = in.read(buffer)) {
                // Between half and one and a half of it: clients that all wait the same time come back in one burst,
                // and a burst of 512 is more than two cores can take, whatever the network does.
                long thisNs = ThreadLocalRandom.current().nextLong(delayNs / 2, delayNs + delayNs / 2 + 1);
                way.add(new Packet(System.nanoTime() + thisNs, Arrays.copyOf(buffer, read)));
            }
        } catch (IOException broken) {
            // It ends as one that was closed.
        }
        way.add(new Packet(System.nanoTime(), new byte[0]));
    }

    private static void deliver(BlockingQueue<Packet> way, Socket to) {
        try (OutputStream out = to.getOutputStream()) {
            for (Packet packet = way.take(); packet.bytes().length > 0; packet = way.take()) {
                for (long ns = packet.dueNs() - System.nanoTime(); ns > 0; ns = packet.dueNs() - System.nanoTime()) {
                    LockSupport.parkNanos(ns);
                }
                out.write(packet.bytes());
            }
        } catch (IOException broken) {
            // The other side is gone.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        close(to);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException already) {
            // It is closed.
        }
    }
}
