package muster.targets.support;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import javax.net.SocketFactory;

/**
 * Makes sockets from channels for a driver that connects them by itself. A channel can be looked at without waiting: so one
 * sees whether the server has closed an idle connection ({@link muster.workloads.target.IdleConnection}).
 */
public abstract class ChannelSocketFactory extends SocketFactory {
    /** Called with each channel before the driver gets its socket. */
    protected abstract void opened(SocketChannel channel) throws IOException;

    @Override
    public final Socket createSocket() throws IOException {
        SocketChannel channel = SocketChannel.open();
        opened(channel);
        return channel.socket();
    }

    @Override
    public final Socket createSocket(String host, int port) {
        throw new UnsupportedOperationException("the driver connects by itself");
    }

    @Override
    public final Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
        return createSocket(host, port);
    }

    @Override
    public final Socket createSocket(InetAddress host, int port) {
        return createSocket(host.getHostName(), port);
    }

    @Override
    public final Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort) {
        return createSocket(host, port);
    }
}
