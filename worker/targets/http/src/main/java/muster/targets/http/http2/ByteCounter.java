package muster.targets.http.http2;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;

/**
 * Counts the bytes of a connection, within TLS. Frames of several streams share them, so that each answer takes what came
 * since the last one: of one request that says little, the sums are exact.
 */
final class ByteCounter extends ChannelDuplexHandler {
    private long sent;
    private long received;

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof ByteBuf bytes) {
            received += bytes.readableBytes();
        }
        context.fireChannelRead(message);
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (message instanceof ByteBuf bytes) {
            sent += bytes.readableBytes();
        }
        ChannelFuture unused = context.write(message, promise);
    }

    void giveTo(Http2Exchange exchange) {
        exchange.bytesSent = sent;
        exchange.bytesReceived = received;
        sent = received = 0;
    }
}
