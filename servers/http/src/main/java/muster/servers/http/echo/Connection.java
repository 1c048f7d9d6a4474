package muster.servers.http.echo;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import muster.servers.http.echo.Answers.Timing;
import muster.servers.http.echo.RequestParser.Parsed;
import org.jspecify.annotations.Nullable;

/** A client's connection: one request at a time, no pipelining. */
final class Connection {
    private final ReadLoop loop;
    private final SelectionKey key;
    private final SocketChannel channel;
    private final Answers answers;
    private final Handler handler;
    private final RequestParser parser = new RequestParser();

    private Parsed request = new Parsed(false, true);
    private volatile @Nullable ByteBuffer unwritten;
    private long parseNs;
    private long writeStartNs;
    private volatile long writeNs;

    Connection(ReadLoop loop, SelectionKey key, Answers answers, Handler handler) {
        this.loop = loop;
        this.key = key;
        this.channel = (SocketChannel) key.channel();
        this.answers = answers;
        this.handler = handler;
    }

    ReadLoop loop() {
        return loop;
    }

    boolean onLoop() {
        return loop.isCurrent();
    }

    /** On the loop: there is something to read, or room to write. */
    void ready(ByteBuffer buffer) {
        ByteBuffer rest = unwritten;
        try {
            if (rest != null) {
                write(rest);
            } else {
                read(buffer);
            }
        } catch (IOException | IllegalArgumentException bad) {
            close();
        }
    }

    private void read(ByteBuffer buffer) throws IOException {
        long startNs = System.nanoTime();
        buffer.clear();
        if (channel.read(buffer) < 0) {
            close();
            return;
        }
        Parsed parsed = parser.add(buffer.flip());
        if (parsed != null) {
            request = parsed;
            parseNs = System.nanoTime() - startNs;
            handler.handle(this);
        }
    }

    /** Writes the answer; what does not fit now is written by the loop when there is room. */
    void answer(long handoverNs, long workNs) {
        Timing timing = new Timing(parseNs, handoverNs, workNs, writeNs);
        ByteBuffer answer = answers.of(timing, request.head(), request.keepsOpen());
        writeStartNs = System.nanoTime();
        try {
            write(answer);
        } catch (IOException gone) {
            close();
        }
    }

    private void write(ByteBuffer answer) throws IOException {
        boolean keepsOpen = request.keepsOpen();
        channel.write(answer);
        if (answer.hasRemaining()) {
            unwritten = answer;
            interest(SelectionKey.OP_WRITE);
            return;
        }
        writeNs = System.nanoTime() - writeStartNs;
        if (unwritten != null) {
            unwritten = null;
            interest(SelectionKey.OP_READ);
        }
        if (!keepsOpen) {
            close();
        }
    }

    /** From a thread of the pool the loop must be woken to see it. */
    private void interest(int operations) {
        loop.execute(() -> {
            if (key.isValid()) {
                key.interestOps(operations);
            }
        });
    }

    void close() {
        try {
            channel.close();
        } catch (IOException ignored) {
            // It is closed all the same.
            return;
        }
    }
}
