package muster.targets.hugegraph;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import javax.net.SocketFactory;

/**
 * Makes the client's sockets.
 *
 * @see HugeGraphSettings#noDelay
 */
final class ClientSocketFactory extends SocketFactory {
    private final boolean noDelay;

    /**
     * @param noDelay whether small packets are sent at once. Else a request that is written in several pieces may wait
     *     for the acknowledgement of the piece before, which the other side delays by some 40 ms
     */
    ClientSocketFactory(boolean noDelay) {
        this.noDelay = noDelay;
    }

    /** One with a channel, which can be looked at without waiting. */
    @Override
    public Socket createSocket() throws IOException {
        SocketChannel channel = SocketChannel.open();
        channel.setOption(StandardSocketOptions.TCP_NODELAY, noDelay);
        return channel.socket();
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        throw new IOException("the client connects sockets itself");
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
        return createSocket(host, port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return createSocket(host.getHostAddress(), port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) throws IOException {
        return createSocket(host, port);
    }
}
