package muster.targets.postgresql;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import javax.net.SocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes the driver's sockets from channels, by which one sees whether an idle connection was closed without a round trip. The
 * driver makes it by its name and connects in the thread of its caller, so the channel is handed over in a thread's variable.
 */
public final class ChannelSocketFactory extends SocketFactory {
    private static final ThreadLocal<@Nullable SocketChannel> MADE = new ThreadLocal<>();

    /** The channel of the connection that this thread made last. */
    static SocketChannel taken() {
        SocketChannel channel = MADE.get();
        MADE.remove();
        if (channel == null) {
            throw new IllegalStateException("the driver has made no socket in this thread");
        }
        return channel;
    }

    @Override
    public Socket createSocket() throws IOException {
        SocketChannel channel = SocketChannel.open();
        MADE.set(channel);
        return channel.socket();
    }

    @Override
    public Socket createSocket(String host, int port) {
        throw new UnsupportedOperationException("the driver connects by itself");
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
        throw new UnsupportedOperationException("the driver connects by itself");
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
        throw new UnsupportedOperationException("the driver connects by itself");
    }

    @Override
    public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort) {
        throw new UnsupportedOperationException("the driver connects by itself");
    }
}
