package muster.targets.http.http2;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
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
record Http2Connector(
        EventLoopGroup loops, Route route, @Nullable SSLContext tls, SocketAddress address) {
    private static final String PROTOCOL = "h2";

    /** Waits until the connection may be used; throws an IOException that ErrorKind explains. */
    OpenConnection open(Probe probe) throws IOException, InterruptedException {
        Opening opening = new Opening();
        var connecting = bootstrap(opening).connect(address);
        try {
            await(connecting);
            probe.stage(Stage.CONNECT);
            SslHandler handshake = opening.handshake;
            if (handshake != null) {
                await(handshake.handshakeFuture());
                refuseWithoutHttp2(handshake.engine());
                probe.stage(Stage.TLS);
            }
            return Objects.requireNonNull(opening.connection);
        } catch (IOException | InterruptedException | RuntimeException e) {
            var unused = connecting.channel().close();
            throw e;
        }
    }

    private Bootstrap bootstrap(Opening opening) {
        Bootstrap bootstrap = new Bootstrap()
                .group(loops)
                .channel(route.unixSocket() == null ? NioSocketChannel.class : NioDomainSocketChannel.class)
                .option(
                        ChannelOption.CONNECT_TIMEOUT_MILLIS,
                        Math.clamp(route.connectTimeout().toMillis(), 1, Integer.MAX_VALUE))
                .handler(opening);
        return route.unixSocket() == null ? bootstrap.option(ChannelOption.TCP_NODELAY, true) : bootstrap;
    }

    private static void refuseWithoutHttp2(SSLEngine engine) throws SSLException {
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

    /**
     * What a new channel gets. A server's first frames may come with the last bytes of the handshake, so that their
     * handlers are there on the event loop before, not when the client's thread next runs.
     */
    final class Opening extends ChannelInitializer<Channel> {
        private volatile @Nullable OpenConnection connection;
        private volatile @Nullable SslHandler handshake;

        @Override
        protected void initChannel(Channel channel) {
            OpenConnection created = new OpenConnection(channel, RequestHeaders.of(route));
            connection = created;
            if (tls == null) {
                created.begin();
            } else {
                encrypt(channel, tls, created);
            }
        }

        private void encrypt(Channel channel, SSLContext context, OpenConnection created) {
            SSLEngine engine = Objects.requireNonNull(route.tls()).engine(context, route);
            SSLParameters parameters = engine.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {PROTOCOL});
            engine.setSSLParameters(parameters);
            SslHandler handler = new SslHandler(engine);
            handler.setHandshakeTimeoutMillis(route.connectTimeout().toMillis());
            handshake = handler;
            channel.pipeline().addLast(handler);
            handler.handshakeFuture().addListener(done -> {
                if (done.isSuccess() && PROTOCOL.equals(engine.getApplicationProtocol())) {
                    created.begin();
                }
            });
        }
    }
}
