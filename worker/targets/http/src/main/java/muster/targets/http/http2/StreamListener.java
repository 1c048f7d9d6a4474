package muster.targets.http.http2;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2EventAdapter;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.util.List;
import muster.targets.http.request.ErrorKind;
import org.jspecify.annotations.Nullable;

/** What comes over one connection, for the exchanges whose streams it carries; on the event loop only. */
final class StreamListener extends Http2EventAdapter {
    private final IntObjectMap<Http2Exchange> exchanges = new IntObjectHashMap<>();
    private final ByteCounter bytes;
    private final Runnable goingAway;

    /** @param goingAway what to do when the server takes no more streams */
    StreamListener(ByteCounter bytes, Runnable goingAway) {
        this.bytes = bytes;
        this.goingAway = goingAway;
    }

    void add(Http2Exchange exchange) {
        exchanges.put(exchange.stream, exchange);
    }

    void forget(Http2Exchange exchange) {
        exchanges.remove(exchange.stream);
    }

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
        onHeadersRead(context, stream, headers, padding, last);
    }

    @Override
    public void onHeadersRead(
            ChannelHandlerContext context, int stream, Http2Headers headers, int padding, boolean last) {
        @Nullable Http2Exchange exchange = exchanges.get(stream);
        if (exchange == null) {
            return;
        }
        // Those at the end of a body have no status.
        if (headers.status() != null) {
            exchange.headers(headers);
        }
        if (last) {
            end(exchange);
        }
    }

    @Override
    public int onDataRead(ChannelHandlerContext context, int stream, ByteBuf data, int padding, boolean last) {
        @Nullable Http2Exchange exchange = exchanges.get(stream);
        if (exchange != null) {
            exchange.data(data);
        }
        if (exchange != null && last) {
            end(exchange);
        }
        return data.readableBytes() + padding;
    }

    private void end(Http2Exchange exchange) {
        exchanges.remove(exchange.stream);
        bytes.giveTo(exchange);
        exchange.end();
    }

    private void fail(int stream, ErrorKind kind, String why) {
        @Nullable Http2Exchange exchange = exchanges.remove(stream);
        if (exchange != null) {
            exchange.fail(kind, why);
        }
    }

    @Override
    public void onRstStreamRead(ChannelHandlerContext context, int stream, long errorCode) {
        fail(stream, ErrorKind.STREAM_RESET, "RST_STREAM " + name(errorCode));
    }

    @Override
    public void onGoAwayReceived(int lastStream, long errorCode, ByteBuf debug) {
        goingAway.run();
        exchanges.values().stream()
                .filter(exchange -> exchange.stream > lastStream)
                .toList()
                .forEach(exchange -> {
                    // The server promises that it did nothing for these.
                    exchange.sent = false;
                    fail(exchange.stream, ErrorKind.GO_AWAY, "GOAWAY " + name(errorCode));
                });
    }

    private static String name(long errorCode) {
        @Nullable Http2Error error = Http2Error.valueOf(errorCode);
        return error == null ? Long.toString(errorCode) : error.name();
    }

    @Override
    public void onStreamClosed(Http2Stream stream) {
        fail(stream.id(), ErrorKind.CONNECTION_CLOSED, "closed before the answer was whole");
    }

    /** The connection ended; nothing more will come. */
    void failAll(ErrorKind kind, String why) {
        List.copyOf(exchanges.values()).forEach(exchange -> fail(exchange.stream, kind, why));
    }
}
