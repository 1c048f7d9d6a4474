package muster.benchmarks.bare;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;

/** Sockets with or without TCP_NODELAY, which HugeGraph's client itself has no setting for. */
final class BareSockets extends SocketFactory {
    private final SocketFactory usual = SocketFactory.getDefault();
    private final boolean noDelay;

    BareSockets(boolean noDelay) {
        this.noDelay = noDelay;
    }

    @Override
    public Socket createSocket() throws IOException {
        return with(usual.createSocket());
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return with(usual.createSocket(host, port));
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
        return with(usual.createSocket(host, port, local, localPort));
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return with(usual.createSocket(host, port));
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) throws IOException {
        return with(usual.createSocket(host, port, local, localPort));
    }

    private Socket with(Socket socket) throws IOException {
        socket.setTcpNoDelay(noDelay);
        return socket;
    }
}
