package muster.targets.http.http1;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;

/** TLS over a blocking channel. */
final class TlsChannel implements ByteChannel {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final ByteChannel wire;
    private final SSLEngine engine;
    /** What came and is not decrypted yet: from 0 to its position. */
    private final ByteBuffer encrypted;

    private final ByteBuffer outgoing;
    /** What is decrypted and was not asked for yet: from its position to its limit. */
    private final ByteBuffer decrypted;

    TlsChannel(ByteChannel wire, SSLEngine engine) {
        this.wire = wire;
        this.engine = engine;
        int packet = engine.getSession().getPacketBufferSize();
        encrypted = ByteBuffer.allocate(packet);
        outgoing = ByteBuffer.allocate(packet);
        decrypted = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize())
                .flip();
    }

    void handshake() throws IOException {
        engine.beginHandshake();
        progress();
    }

    /** Does what the protocol asks for, until application data may flow. */
    private void progress() throws IOException {
        HandshakeStatus status = engine.getHandshakeStatus();
        while (status != HandshakeStatus.NOT_HANDSHAKING && status != HandshakeStatus.FINISHED) {
            switch (status) {
                case NEED_TASK -> runTasks();
                case NEED_WRAP -> wrap(NOTHING);
                default -> {
                    if (!unwrap()) {
                        throw new EOFException("closed during the TLS handshake");
                    }
                }
            }
            status = engine.getHandshakeStatus();
        }
    }

    private void runTasks() {
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
            task.run();
        }
    }

    private void wrap(ByteBuffer plain) throws IOException {
        outgoing.clear();
        SSLEngineResult result = engine.wrap(plain, outgoing);
        outgoing.flip();
        while (outgoing.hasRemaining()) {
            wire.write(outgoing);
        }
        if (result.getStatus() == Status.CLOSED) {
            throw new EOFException("the TLS connection is closed");
        }
    }

    /** Decrypts a record, reading it first if it is not here; false at the end of the stream. */
    private boolean unwrap() throws IOException {
        while (true) {
            decrypted.clear();
            encrypted.flip();
            SSLEngineResult result = engine.unwrap(encrypted, decrypted);
            encrypted.compact();
            decrypted.flip();
            if (result.getStatus() == Status.CLOSED) {
                return false;
            }
            if (result.getStatus() != Status.BUFFER_UNDERFLOW) {
                return true;
            }
            if (wire.read(encrypted) < 0) {
                return false;
            }
        }
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        while (!decrypted.hasRemaining()) {
            if (!unwrap()) {
                return -1;
            }
            // A key update asks for an answer.
            progress();
        }
        int count = Math.min(into.remaining(), decrypted.remaining());
        into.put(decrypted.slice(decrypted.position(), count));
        decrypted.position(decrypted.position() + count);
        return count;
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        int count = from.remaining();
        while (from.hasRemaining()) {
            wrap(from);
        }
        return count;
    }

    @Override
    public boolean isOpen() {
        return wire.isOpen();
    }

    @Override
    public void close() throws IOException {
        wire.close();
    }
}
