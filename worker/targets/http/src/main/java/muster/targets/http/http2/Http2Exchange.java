package muster.targets.http.http2;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.concurrent.locks.LockSupport;
import muster.targets.http.request.ErrorKind;
import muster.targets.http.request.Request;
import muster.targets.http.request.ResponseBody;
import org.jspecify.annotations.Nullable;

/** One request and its answer: the event loop fills it in and wakes the client, which reads it only then. */
final class Http2Exchange {
    private static final int FIRST_FINAL = 200;

    final Request request;
    private final ResponseBody body;
    private final Thread client = Thread.currentThread();

    int stream;
    int status;
    long sentNs;
    long firstByteNs;
    long bytesSent;
    long bytesReceived;
    boolean sent;

    @Nullable
    CharSequence serverTiming;

    @Nullable
    CharSequence arangoQueue;

    @Nullable
    CharSequence server;

    @Nullable
    ErrorKind error;

    String message = "";
    private volatile boolean ended;

    Http2Exchange(Request request, ResponseBody body) {
        this.request = request;
        this.body = body;
    }

    /** On the event loop: headers came; the first final ones count. */
    void headers(Http2Headers headers) {
        firstByte();
        int code = Integer.parseInt(headers.status().toString());
        if (code >= FIRST_FINAL && status == 0) {
            status = code;
            body.begin(code);
            serverTiming = headers.get("server-timing");
            arangoQueue = headers.get("x-arango-queue-time-seconds");
            server = headers.get("server");
        }
    }

    /** On the event loop: a part of the body, which nobody wants any more if the client has given up. */
    void data(ByteBuf data) {
        if (!ended && !body.equals(ResponseBody.NONE)) {
            byte[] bytes = ByteBufUtil.getBytes(data);
            body.bytes(bytes, 0, bytes.length);
        }
    }

    void firstByte() {
        if (firstByteNs == 0) {
            firstByteNs = System.nanoTime();
        }
    }

    /** On the event loop, or on whatever thread if the request was never given to it. */
    void fail(ErrorKind kind, String why) {
        if (!ended) {
            error = kind;
            message = why;
            end();
        }
    }

    void end() {
        ended = true;
        LockSupport.unpark(client);
    }

    boolean ended() {
        return ended;
    }

    /** By the client; false if it was interrupted before. */
    boolean await() {
        while (!ended) {
            LockSupport.park(this);
            if (Thread.currentThread().isInterrupted() && !ended) {
                return false;
            }
        }
        return true;
    }
}
