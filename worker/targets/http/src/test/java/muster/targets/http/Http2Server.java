package muster.targets.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2Headers;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Speaks HTTP/2 with prior knowledge: answers HEAD, and what it does to other requests is the test's. */
@SuppressWarnings("FutureReturnValueIgnored") // Frames to a client that may be gone.
final class Http2Server implements AutoCloseable {
    final AtomicInteger connections = new AtomicInteger();

    private final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final Channel listening;
    private final Behaviour behaviour;

    /** What happens to a request; on the event loop. */
    interface Behaviour {
        void answer(Answering to, int stream);
    }

    Http2Server(Behaviour behaviour) {
        this.behaviour = behaviour;
        this.listening = new ServerBootstrap()
                .group(loop)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        connections.incrementAndGet();
                        Requests requests = new Requests();
                        Http2ConnectionHandler handler = new Http2ConnectionHandlerBuilder()
                                .server(true)
                                .frameListener(requests)
                                .build();
                        requests.handler = handler;
                        channel.pipeline().addLast(handler);
                    }
                })
                .bind("127.0.0.1", 0)
                .syncUninterruptibly()
                .channel();
    }

    String uri() {
        return "http://127.0.0.1:" + ((InetSocketAddress) listening.localAddress()).getPort() + "/";
    }

    @Override
    public void close() {
        listening.close();
        loop.shutdownGracefully();
    }

    private final class Requests extends Http2FrameAdapter {
        private @Nullable Http2ConnectionHandler handler;

        @Override
        public void onHeadersRead(
                ChannelHandlerContext context,
                int stream,
                Http2Headers headers,
                int dependency,
                short weight,
                boolean exclusive,
                int padding,
                boolean last) {
            Answering answering = new Answering(context, Objects.requireNonNull(handler));
            if (headers.method().toString().equals("HEAD")) {
                answering.headers(stream, "200", true);
            } else {
                behaviour.answer(answering, stream);
            }
        }
    }

    /** Frames to a client. */
    record Answering(ChannelHandlerContext context, Http2ConnectionHandler handler) {
        void headers(int stream, String status, boolean last) {
            Http2Headers headers = new DefaultHttp2Headers().status(status).add("server-timing", "work;dur=2");
            handler.encoder().writeHeaders(context, stream, headers, 0, last, context.newPromise());
            context.flush();
        }

        void data(int stream, int size, boolean last) {
            handler.encoder()
                    .writeData(context, stream, Unpooled.wrappedBuffer(new byte[size]), 0, last, context.newPromise());
            context.flush();
        }

        void text(int stream, String text, boolean last) {
            handler.encoder()
                    .writeData(
                            context,
                            stream,
                            Unpooled.copiedBuffer(text, StandardCharsets.UTF_8),
                            0,
                            last,
                            context.newPromise());
            context.flush();
        }

        void reset(int stream) {
            handler.encoder().writeRstStream(context, stream, 2, context.newPromise());
            context.flush();
        }

        void goAway(int lastStream) {
            handler.goAway(context, lastStream, 0, Unpooled.EMPTY_BUFFER, context.newPromise());
            context.flush();
        }

        void hangUp() {
            context.channel().unsafe().closeForcibly();
        }
    }
}
