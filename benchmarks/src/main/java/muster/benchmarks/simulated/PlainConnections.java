package muster.benchmarks.simulated;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;

/** Connections without keys: one file each, all served by one selector, so that thousands cost less than their coordinator. */
final class PlainConnections implements Connections {
    private static final int READ_BYTES = 1 << 18;

    private final InetSocketAddress coordinator;
    private final Selector selector;
    private final ByteBuffer read = ByteBuffer.allocateDirect(READ_BYTES);

    PlainConnections(String coordinator) {
        URI address = URI.create(coordinator);
        this.coordinator = new InetSocketAddress(address.getHost(), address.getPort());
        try {
            selector = Selector.open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Consumer<byte[]> connect(int number, Consumer<byte[]> heard) {
        try {
            SocketChannel channel = SocketChannel.open(coordinator);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.configureBlocking(false);
            SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
            PlainConnection connection = new PlainConnection(channel, key, heard);
            key.attach(connection);
            return connection::send;
        } catch (IOException e) {
            throw new UncheckedIOException("worker " + number + " does not reach the coordinator", e);
        }
    }

    @Override
    public void serve(long untilNs) {
        try {
            for (long leftNs = untilNs - System.nanoTime(); leftNs > 0; leftNs = untilNs - System.nanoTime()) {
                selector.select(this::ready, Math.max(1, leftNs / 1_000_000));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void ready(SelectionKey key) {
        if (key.attachment() instanceof PlainConnection connection) {
            connection.ready(read);
        }
    }

    @Override
    public void close() {
        try {
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
