package muster.targets.contract;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** A TCP proxy in front of a server, which cuts, silences or falsifies connections when told. */
public final class FaultProxy implements AutoCloseable {
    private static final long NOTICED_MS = 1_000;

    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Socket> clients = new CopyOnWriteArrayList<>();
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final AtomicInteger cuts = new AtomicInteger();
    private final InetSocketAddress server;
    private volatile Predicate<byte[]> answers = FaultProxy::never;
    private volatile Predicate<byte[]> requests = FaultProxy::never;
    private volatile UnaryOperator<byte[]> rewriting = UnaryOperator.identity();
    private volatile boolean silent;

    public FaultProxy(InetSocketAddress server) throws IOException {
        this.server = new InetSocketAddress(InetAddress.getAllByName(server.getHostString())[0], server.getPort());
        Thread.ofVirtual().start(this::accept);
    }

    public InetSocketAddress address() {
        return InetSocketAddress.createUnresolved("127.0.0.1", listener.getLocalPort());
    }

    /** Cuts all connections as soon as the server sends bytes that fulfil this, which do not arrive; once. */
    public void cutWhenServerSends(Predicate<byte[]> bytes) {
        answers = bytes;
    }

    /** Cuts all connections instead of passing on part {@code number}, from 1, of what the server sends from now on. */
    public void cutAnswer(int number) {
        answers = counting(number);
    }

    /** Cuts all connections instead of passing on part {@code number}, from 1, of what the client sends from now on. */
    public void cutRequest(int number) {
        requests = counting(number);
    }

    private static boolean never(byte[] bytes) {
        return false;
    }

    private static Predicate<byte[]> counting(int number) {
        AtomicInteger parts = new AtomicInteger();
        return bytes -> parts.incrementAndGet() == number;
    }

    /** Forgets what was to be cut; says how often that came about since the last call. */
    public int disarm() {
        answers = FaultProxy::never;
        requests = FaultProxy::never;
        return cuts.getAndSet(0);
    }

    /** From now on the server says this in place of that, which is as long. */
    public void rewriteAnswers(String said, String instead) {
        rewriting = bytes -> new String(bytes, StandardCharsets.ISO_8859_1)
                .replace(said, instead)
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    /** While on, nothing gets through, and nothing is closed. */
    public void silence(boolean on) {
        silent = on;
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                Socket upstream = new Socket(server.getAddress(), server.getPort());
                clients.add(client);
                sockets.add(client);
                sockets.add(upstream);
                Thread.ofVirtual().start(() -> pump(client, upstream, false));
                Thread.ofVirtual().start(() -> pump(upstream, client, true));
            }
        } catch (IOException e) {
            return;
        }
    }

    private void pump(Socket from, Socket to, boolean fromServer) {
        byte[] buffer = new byte[65_536];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                byte[] bytes = Arrays.copyOf(buffer, n);
                if ((fromServer ? answers : requests).test(bytes)) {
                    cuts.incrementAndGet();
                    answers = FaultProxy::never;
                    requests = FaultProxy::never;
                    cutAll();
                }
                if (!silent) {
                    out.write(fromServer ? rewriting.apply(bytes) : bytes);
                }
            }
            from.close();
            to.close();
        } catch (IOException e) {
            return;
        }
    }

    /** Ends every connection while nothing is under way; clients that watch theirs have a second to notice it. */
    public void endIdle() throws IOException, InterruptedException {
        for (Socket client : clients) {
            if (!client.isClosed()) {
                client.shutdownOutput();
            }
        }
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(NOTICED_MS);
        while (!clients.stream().allMatch(Socket::isClosed) && System.nanoTime() < end) {
            Thread.sleep(1);
        }
        cutAll();
    }

    /** Ends every connection at once. */
    public void cutAll() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        sockets.clear();
        clients.clear();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        cutAll();
    }
}
