package muster.targets.janusgraph;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/** A TCP proxy in front of the server, which cuts or silences connections when told. */
final class Cutter implements AutoCloseable {
    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final int target;
    private volatile Predicate<byte[]> cut = bytes -> false;
    private volatile boolean silent;

    Cutter(int target) throws IOException {
        this.target = target;
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Cuts all connections as soon as the server sends bytes that fulfil this; once. */
    void cutWhenServerSends(Predicate<byte[]> bytes) {
        cut = bytes;
    }

    /** From now on nothing gets through, and nothing is closed. */
    void silence(boolean on) {
        silent = on;
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.add(client);
                sockets.add(server);
                Thread.ofVirtual().start(() -> pump(client, server, false));
                Thread.ofVirtual().start(() -> pump(server, client, true));
            }
        } catch (IOException e) {
            return;
        }
    }

    private void pump(Socket from, Socket to, boolean answers) {
        byte[] buffer = new byte[65_536];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                byte[] bytes = Arrays.copyOf(buffer, n);
                if (answers && cut.test(bytes)) {
                    cut = other -> false;
                    cutAll();
                }
                if (!silent) {
                    out.write(bytes);
                }
            }
        } catch (IOException e) {
            return;
        }
    }

    void cutAll() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        sockets.clear();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        cutAll();
    }
}
