package muster.targets.http.http2;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.Http2ConnectionPrefaceAndSettingsFrameWrittenEvent;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.flush.FlushConsolidationHandler;
import java.io.IOException;
import muster.targets.http.request.ErrorKind;
import muster.targets.http.request.Unreachable;

/** One connection, from its first byte to its end. */
final class OpenConnection {
    private static final int WINDOW_BYTES = 16 << 20;
    private static final int STREAM_WINDOW_BYTES = 1 << 20;
    private static final int FLUSHES_AT_ONCE = 64;

    private final Channel channel;
    private final RequestHeaders headers;
    private final ByteCounter bytes = new ByteCounter();
    private final StreamListener listener = new StreamListener(bytes, this::goAway);
    private final Http2ConnectionHandler handler;
    private volatile boolean usable = true;

    OpenConnection(Channel channel, RequestHeaders headers) {
        this.channel = channel;
        this.headers = headers;
        this.handler = new Http2ConnectionHandlerBuilder()
                .server(false)
                .frameListener(listener)
                .initialSettings(
                        Http2Settings.defaultSettings().pushEnabled(false).initialWindowSize(STREAM_WINDOW_BYTES))
                .encoderEnforceMaxConcurrentStreams(true)
                .gracefulShutdownTimeoutMillis(0)
                .build();
        handler.connection().addListener(listener);
    }

    /** On the event loop, once the way is open: from now on the channel speaks HTTP/2. */
    void begin() {
        channel.pipeline().addLast(new FlushConsolidationHandler(FLUSHES_AT_ONCE, true), bytes, handler, new End());
    }

    private void widenWindow() {
        try {
            handler.decoder()
                    .flowController()
                    .incrementWindowSize(handler.connection().connectionStream(), WINDOW_BYTES);
        } catch (Http2Exception e) {
            throw new IllegalStateException(e);
        }
    }

    boolean usable() {
        return usable && channel.isActive();
    }

    private void goAway() {
        usable = false;
    }

    void send(Http2Exchange exchange) {
        channel.eventLoop().execute(() -> write(exchange));
    }

    private void write(Http2Exchange exchange) {
        ChannelHandlerContext context = channel.pipeline().context(handler);
        if (context == null || !usable()) {
            exchange.fail(ErrorKind.CONNECTION_CLOSED, "the connection ended before the request was sent");
            return;
        }
        exchange.stream = handler.connection().local().incrementAndGetNextStreamId();
        exchange.sent = true;
        listener.add(exchange);
        boolean body = exchange.request.body().length > 0;
        Http2Headers fields = headers.of(exchange.request);
        ChannelFuture written =
                handler.encoder().writeHeaders(context, exchange.stream, fields, 0, !body, context.newPromise());
        if (body) {
            written = handler.encoder()
                    .writeData(
                            context,
                            exchange.stream,
                            Unpooled.wrappedBuffer(exchange.request.body()),
                            0,
                            true,
                            context.newPromise());
        }
        written.addListener(done -> written(exchange, done.cause()));
        context.flush();
    }

    private void written(Http2Exchange exchange, Throwable failure) {
        exchange.sentNs = System.nanoTime();
        if (failure != null) {
            listener.forget(exchange);
            exchange.fail(ErrorKind.CONNECTION_CLOSED, Unreachable.message(failure));
        }
    }

    /** Ends one request: nobody waits for it any more. */
    void cancel(Http2Exchange exchange, ErrorKind kind, String why) {
        channel.eventLoop().execute(() -> {
            if (exchange.ended()) {
                return;
            }
            ChannelHandlerContext context = channel.pipeline().context(handler);
            listener.forget(exchange);
            if (context != null) {
                var unused =
                        handler.resetStream(context, exchange.stream, Http2Error.CANCEL.code(), context.newPromise());
                context.flush();
            }
            exchange.fail(kind, why);
        });
    }

    void close() {
        var unused = channel.close();
    }

    /** After the handler of the frames: what went wrong reaches the exchanges. */
    private final class End extends ChannelInboundHandlerAdapter {
        private ErrorKind kind = ErrorKind.CONNECTION_CLOSED;
        private String why = "closed before the answer was whole";

        /** The first frames must be those of the preface. */
        @Override
        public void userEventTriggered(ChannelHandlerContext context, Object event) {
            if (event instanceof Http2ConnectionPrefaceAndSettingsFrameWrittenEvent) {
                widenWindow();
            }
            context.fireUserEventTriggered(event);
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            listener.failAll(kind, why);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            kind = cause instanceof IOException io ? ErrorKind.of(io, false) : ErrorKind.BAD_RESPONSE;
            why = Unreachable.message(cause);
            var unused = context.close();
        }
    }
}
