package muster.endtoend.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

/** A TCP proxy on loopback that treats what passes as bad networks do. */
public final class Wire implements AutoCloseable {
    /** What it does to bytes. */
    public enum Mode {
        PASS,
        /** Each piece waits for 300 ms. */
        DELAY,
        /** Connections stay open, and nothing passes; what comes is lost when the mode changes. */
        HALF_OPEN,
        /** One byte at a time. */
        TRICKLE
    }

    private static final long DELAY_NS = 300_000_000;

    private final ServerSocket server;
    private final int target;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private volatile Mode mode = Mode.PASS;

    public Wire(int target) {
        this.target = target;
        try {
            server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    public int port() {
        return server.getLocalPort();
    }

    public void mode(Mode next) {
        boolean silent = mode == Mode.HALF_OPEN && next != Mode.HALF_OPEN;
        mode = next;
        if (silent) {
            cut();
        }
    }

    /** Ends every connection. */
    public void cut() {
        sockets.forEach(Wire::end);
        sockets.clear();
    }

    private void accept() {
        try {
            while (true) {
                Socket near = server.accept();
                Socket far = new Socket(InetAddress.getLoopbackAddress(), target);
                near.setTcpNoDelay(true);
                far.setTcpNoDelay(true);
                sockets.addAll(List.of(near, far));
                Thread.ofVirtual().start(() -> pump(near, far));
                Thread.ofVirtual().start(() -> pump(far, near));
            }
        } catch (IOException closed) {
            // The end of the test, or the coordinator is not there: the worker tries again.
        }
    }

    private void pump(Socket from, Socket to) {
        byte[] piece = new byte[8_192];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                pass(piece, read, out);
            }
        } catch (IOException broken) {
            // The other direction ends, too.
        }
        end(from);
        end(to);
    }

    private void pass(byte[] piece, int length, OutputStream out) throws IOException {
        switch (mode) {
            case PASS -> out.write(piece, 0, length);
            case DELAY -> {
                LockSupport.parkNanos(DELAY_NS);
                out.write(piece, 0, length);
            }
            case HALF_OPEN -> {
                // Lost.
            }
            case TRICKLE -> {
                for (int i = 0; i < length; i++) {
                    out.write(piece, i, 1);
                }
            }
        }
    }

    private static void end(Socket socket) {
        try {
            socket.close();
        } catch (IOException alreadyClosed) {
            // That is what was wanted.
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        cut();
    }
}
