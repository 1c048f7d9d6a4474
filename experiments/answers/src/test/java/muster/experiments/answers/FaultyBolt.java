package muster.experiments.answers;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A server that speaks Bolt and answers wrongly now and then: it passes on what a real one says, but for one row in a
 * thousand. Rows are messages RECORD; the client is held to Bolt 5.4, whose handshake is of fixed length.
 */
final class FaultyBolt implements AutoCloseable {
    private static final int EVERY = 1000;
    private static final byte[] HANDSHAKE = {
        0x60, 0x60, (byte) 0xB0, 0x17, 0, 4, 4, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
    };
    private static final int RECORD = 0x71;

    enum Fault {
        NONE,
        DROP,
        /** With the row that follows it in the same answer. */
        SWAP
    }

    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final int server;
    private final Fault fault;
    private final AtomicLong rows = new AtomicLong();
    private final AtomicLong faults = new AtomicLong();

    FaultyBolt(int server, Fault fault) throws IOException {
        this.server = server;
        this.fault = fault;
        Thread.ofVirtual().start(this::accept);
    }

    String uri() {
        return "bolt://127.0.0.1:" + listener.getLocalPort();
    }

    /** Rows that were dropped, or swapped with another. */
    long faults() {
        return faults.get();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                Socket real = new Socket(InetAddress.getLoopbackAddress(), server);
                client.setTcpNoDelay(true);
                real.setTcpNoDelay(true);
                Thread.ofVirtual().start(() -> connected(client, real, this::questions));
                Thread.ofVirtual().start(() -> connected(client, real, this::answers));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private interface Direction {
        void pass(Socket client, Socket real) throws IOException;
    }

    private static void connected(Socket client, Socket real, Direction direction) {
        try (client;
                real) {
            direction.pass(client, real);
        } catch (EOFException | SocketException closed) {
            // One side has closed; now the other is, too.
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void questions(Socket client, Socket real) throws IOException {
        InputStream in = client.getInputStream();
        if (in.readNBytes(HANDSHAKE.length).length == HANDSHAKE.length) {
            real.getOutputStream().write(HANDSHAKE);
            in.transferTo(real.getOutputStream());
        }
    }

    private void answers(Socket client, Socket real) throws IOException {
        DataInputStream in = new DataInputStream(real.getInputStream());
        OutputStream out = client.getOutputStream();
        out.write(in.readNBytes(Integer.BYTES));
        byte @Nullable [] held = null;
        while (true) {
            byte[] message = message(in);
            boolean row = message.length > 3 && (message[3] & 0xFF) == RECORD;
            if (held != null) {
                faults.addAndGet(row ? 1 : 0);
                out.write(row ? joined(message, held) : joined(held, message));
                held = null;
            } else if (row && fault != Fault.NONE && rows.incrementAndGet() % EVERY == 0) {
                held = fault == Fault.SWAP ? message : null;
                faults.addAndGet(fault == Fault.DROP ? 1 : 0);
            } else {
                out.write(message);
            }
        }
    }

    /** Its chunks, each with its length, up to the empty one. */
    private static byte[] message(DataInputStream in) throws IOException {
        byte[] message = {};
        int length;
        do {
            length = in.readUnsignedShort();
            byte[] chunk = new byte[length];
            in.readFully(chunk);
            message = joined(
                    message,
                    ByteBuffer.allocate(2 + length)
                            .putShort((short) length)
                            .put(chunk)
                            .array());
        } while (length > 0);
        return message;
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
