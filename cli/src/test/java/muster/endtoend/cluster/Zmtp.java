package muster.endtoend.cluster;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** ZMTP 3 by hand, byte by byte: what no library would send. */
final class Zmtp implements AutoCloseable {
    static final int LARGE = 2;
    static final int COMMAND = 4;
    private static final int GREETING_BYTES = 64;

    private final Socket socket = new Socket();
    private final OutputStream out;
    private final DataInputStream in;

    /** @param address "tcp://127.0.0.1:5557" */
    Zmtp(String address) throws IOException {
        int port = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 10_000);
        socket.setSoTimeout(100_000);
        out = socket.getOutputStream();
        in = new DataInputStream(socket.getInputStream());
    }

    static byte[] greeting() {
        ByteBuffer greeting = ByteBuffer.allocate(GREETING_BYTES);
        greeting.put((byte) 0xff)
                .put(new byte[8])
                .put((byte) 0x7f)
                .put((byte) 3)
                .put((byte) 0);
        greeting.put("NULL".getBytes(StandardCharsets.US_ASCII));
        return greeting.array();
    }

    /** Up to where messages may be sent. */
    Zmtp shakeHands() throws IOException {
        send(greeting());
        in.readFully(new byte[GREETING_BYTES]);
        ByteArrayOutputStream ready = new ByteArrayOutputStream();
        ready.write(5);
        ready.writeBytes("READY".getBytes(StandardCharsets.US_ASCII));
        property(ready, "Socket-Type", "DEALER");
        property(ready, "Identity", "");
        frame(COMMAND, ready.toByteArray());
        readFrame();
        return this;
    }

    private static void property(ByteArrayOutputStream ready, String name, String value) {
        ready.write(name.length());
        ready.writeBytes(name.getBytes(StandardCharsets.US_ASCII));
        ready.writeBytes(ByteBuffer.allocate(4).putInt(value.length()).array());
        ready.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
    }

    /** A short frame. */
    void frame(int flags, byte[] content) throws IOException {
        ByteBuffer frame = ByteBuffer.allocate(2 + content.length);
        send(frame.put((byte) flags).put((byte) content.length).put(content).array());
    }

    /** Only its length, of 64 bits. */
    void declare(long length) throws IOException {
        send(ByteBuffer.allocate(9).put((byte) LARGE).putLong(length).array());
    }

    /** The content of the next frame. */
    byte[] readFrame() throws IOException {
        int flags = in.readUnsignedByte();
        byte[] content = new byte[(flags & LARGE) == 0 ? in.readUnsignedByte() : Math.toIntExact(in.readLong())];
        in.readFully(content);
        return content;
    }

    void send(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    /** Whether the other side has ended the connection; waits for it for 10 s. */
    boolean isCut() throws IOException {
        try {
            while (in.read() >= 0) {
                // What it still had to say.
            }
            return true;
        } catch (java.net.SocketTimeoutException e) {
            return false;
        } catch (java.net.SocketException e) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
