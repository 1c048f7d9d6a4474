package muster.targets.http.http2;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import muster.targets.http.request.Route;
import muster.workloads.target.Probe;
import muster.workloads.target.Stage;
import org.jspecify.annotations.Nullable;

/** Opens connections: TCP or a Unix socket, TLS with ALPN or prior knowledge. */
record Http2Connector(EventLoopGroup loops, Route route, @Nullable SSLContext tls, SocketAddress address) {
    private static final String PROTOCOL = "h2";

    /** Waits until the connection may be used; throws an IOException that ErrorKind explains. */
    OpenConnection open(Probe probe) throws IOException, InterruptedException {
        Channel channel = connected();
        probe.stage(Stage.CONNECT);
        try {
            if (tls != null) {
                encrypt(channel, tls);
                probe.stage(Stage.TLS);
            }
            OpenConnection connection = new OpenConnection(channel, RequestHeaders.of(route));
            await(channel.eventLoop().submit(connection::begin));
            return connection;
        } catch (IOException | InterruptedException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private Channel connected() throws IOException, InterruptedException {
        var connecting = new Bootstrap()
                .group(loops)
                .channel(route.unixSocket() == null ? NioSocketChannel.class : NioDomainSocketChannel.class)
                .option(
                        ChannelOption.CONNECT_TIMEOUT_MILLIS,
                        Math.clamp(route.connectTimeout().toMillis(), 1, Integer.MAX_VALUE))
                .handler(nothing())
                .connect(address);
        await(connecting);
        if (route.unixSocket() == null) {
            connecting.channel().config().setOption(ChannelOption.TCP_NODELAY, true);
        }
        return connecting.channel();
    }

    private static ChannelHandler nothing() {
        return new ChannelInboundHandlerAdapter();
    }

    private void encrypt(Channel channel, SSLContext context) throws IOException, InterruptedException {
        SSLEngine engine = Objects.requireNonNull(route.tls()).engine(context, route);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {PROTOCOL});
        engine.setSSLParameters(parameters);
        SslHandler handler = new SslHandler(engine);
        handler.setHandshakeTimeoutMillis(route.connectTimeout().toMillis());
        channel.pipeline().addLast(handler);
        await(handler.handshakeFuture());
        if (!PROTOCOL.equals(engine.getApplicationProtocol())) {
            throw new SSLException("the server offers no HTTP/2 (ALPN); use protocol: http1");
        }
    }

    private static void await(Future<?> future) throws IOException, InterruptedException {
        try {
            future.get();
        } catch (ExecutionException e) {
            throw switch (e.getCause()) {
                case IOException io -> io;
                case null, default -> new IOException(String.valueOf(e.getCause()), e);
            };
        }
    }
}
