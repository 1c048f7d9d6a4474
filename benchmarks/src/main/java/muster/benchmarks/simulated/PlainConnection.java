package muster.benchmarks.simulated;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import muster.protocol.Frame;
import org.jspecify.annotations.Nullable;

/** The wire of a DEALER, without security and with messages of one frame: ZMTP 3.0 (https://rfc.zeromq.org/spec/23/). */
final class PlainConnection {
    private static final int GREETING_BYTES = 64;
    private static final int LONG = 2;
    private static final int COMMAND = 4;
    private static final int SHORT_HEADER = 2;
    private static final int LONG_HEADER = 9;

    private final SocketChannel channel;
    private final SelectionKey key;
    private final Consumer<byte[]> heard;
    private final Deque<ByteBuffer> unsent = new ArrayDeque<>();
    /** Of a frame whose end has not come yet. */
    private @Nullable ByteBuffer rest;

    private boolean greeted;
    private boolean ready;

    /** Of a channel that is connected and does not block. */
    PlainConnection(SocketChannel channel, SelectionKey key, Consumer<byte[]> heard) throws IOException {
        this.channel = channel;
        this.key = key;
        this.heard = heard;
        unsent.add(greeting());
        unsent.add(frame(COMMAND, readyCommand()));
        flush();
    }

    private static ByteBuffer greeting() {
        ByteBuffer greeting = ByteBuffer.allocate(GREETING_BYTES);
        greeting.put(0, (byte) 0xff).put(9, (byte) 0x7f);
        greeting.put(10, (byte) 3);
        greeting.put(12, "NULL".getBytes(StandardCharsets.US_ASCII));
        return greeting;
    }

    private static byte[] readyCommand() {
        byte[] type = "DEALER".getBytes(StandardCharsets.US_ASCII);
        byte[] name = "Socket-Type".getBytes(StandardCharsets.US_ASCII);
        byte[] command = "READY".getBytes(StandardCharsets.US_ASCII);
        ByteBuffer body = ByteBuffer.allocate(1 + command.length + 1 + name.length + Integer.BYTES + type.length);
        body.put((byte) command.length).put(command);
        body.put((byte) name.length).put(name);
        body.putInt(type.length).put(type);
        return body.array();
    }

    private static ByteBuffer frame(int flags, byte[] body) {
        boolean longer = body.length > 0xff;
        ByteBuffer frame = ByteBuffer.allocate((longer ? LONG_HEADER : SHORT_HEADER) + body.length);
        frame.put((byte) (longer ? flags | LONG : flags));
        if (longer) {
            frame.putLong(body.length);
        } else {
            frame.put((byte) body.length);
        }
        return frame.put(body).flip();
    }

    /** What is sent before the coordinator has said that it is ready waits for that. */
    void send(byte[] body) {
        unsent.add(frame(0, body));
        if (ready) {
            flush();
        }
    }

    private void flush() {
        try {
            while (!unsent.isEmpty()) {
                ByteBuffer next = unsent.getFirst();
                channel.write(next);
                if (next.hasRemaining()) {
                    break;
                }
                unsent.removeFirst();
            }
            key.interestOps(unsent.isEmpty() ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads and writes what it can.
     *
     * @param buffer for what is read, of all connections
     */
    void ready(ByteBuffer buffer) {
        if (key.isWritable()) {
            flush();
        }
        try {
            if (key.isReadable() && channel.read(buffer.clear()) < 0) {
                throw new IOException("the coordinator closed the connection of a simulated worker");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (key.isReadable()) {
            ByteBuffer bytes = after(buffer.flip());
            while (takeOne(bytes)) {
                // The next may be whole, too.
            }
            rest = bytes.hasRemaining() ? copy(bytes, 0) : null;
        }
    }

    private ByteBuffer after(ByteBuffer more) {
        ByteBuffer before = rest;
        return before == null
                ? more
                : copy(before, more.remaining()).compact().put(more).flip();
    }

    private static ByteBuffer copy(ByteBuffer bytes, int room) {
        return ByteBuffer.allocate(bytes.remaining() + room).put(bytes).flip();
    }

    /** Whether there was a whole one: the greeting, or a frame. */
    private boolean takeOne(ByteBuffer bytes) {
        if (!greeted) {
            greeted = bytes.remaining() >= GREETING_BYTES;
            bytes.position(greeted ? bytes.position() + GREETING_BYTES : bytes.position());
            return greeted;
        }
        int at = bytes.position();
        boolean longer = bytes.hasRemaining() && (bytes.get(at) & LONG) != 0;
        int header = longer ? LONG_HEADER : SHORT_HEADER;
        if (bytes.remaining() < header) {
            return false;
        }
        long size = longer ? bytes.getLong(at + 1) : bytes.get(at + 1) & 0xff;
        if (size < 0 || size > Frame.MAX_BYTES) {
            throw new IllegalStateException("the coordinator sent a frame of " + size + " bytes");
        }
        if (bytes.remaining() < header + size) {
            return false;
        }
        byte[] body = new byte[(int) size];
        bytes.position(at + header).get(body);
        take(bytes.get(at), body);
        return true;
    }

    private void take(int flags, byte[] body) {
        if ((flags & COMMAND) == 0) {
            heard.accept(body);
        } else if (!ready) {
            ready = true;
            flush();
        }
    }
}
