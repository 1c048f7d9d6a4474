package muster.targets.http.request;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the server is and how it is reached.
 *
 * @param unixSocket the file of a Unix domain socket, instead of TCP to host and port
 * @param tls null: not encrypted
 */
public record Route(
        String host,
        int port,
        @Nullable Path unixSocket,
        @Nullable Tls tls,
        Duration connectTimeout,
        Duration operationTimeout) {
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    /** host:port, or the file of the socket. */
    public String address() {
        return unixSocket == null ? host + ":" + port : "unix:" + unixSocket;
    }

    /** What header Host says: without the usual port. */
    public String authority() {
        return port == usualPort(tls != null) ? host : host + ":" + port;
    }

    public static int usualPort(boolean encrypted) {
        return encrypted ? HTTPS_PORT : HTTP_PORT;
    }

    public Duration shortestTimeout() {
        return connectTimeout.compareTo(operationTimeout) < 0 ? connectTimeout : operationTimeout;
    }

    /** Every address that the name has; throws UnknownHostException. */
    public List<SocketAddress> addresses() throws UnknownHostException {
        if (unixSocket != null) {
            return List.of(UnixDomainSocketAddress.of(unixSocket));
        }
        String name = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        return Arrays.stream(InetAddress.getAllByName(name))
                .<SocketAddress>map(address -> new InetSocketAddress(address, port))
                .toList();
    }

    /** A channel that is not connected, of the right family. */
    public SocketChannel channel(SocketAddress address) throws IOException {
        if (address instanceof UnixDomainSocketAddress) {
            return SocketChannel.open(StandardProtocolFamily.UNIX);
        }
        SocketChannel channel = SocketChannel.open();
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        return channel;
    }
}
