package muster.targets.http.http1;

import java.nio.charset.StandardCharsets;
import muster.targets.http.request.Request;
import muster.targets.http.request.Request.Header;
import org.jspecify.annotations.Nullable;

/** Requests as bytes. A plan without parameters has one request, which is encoded once for each connection. */
final class RequestBytes {
    private final String authority;
    private final boolean keepAlive;
    private @Nullable Request last;
    private byte[] lastBytes = {};

    RequestBytes(String authority, boolean keepAlive) {
        this.authority = authority;
        this.keepAlive = keepAlive;
    }

    byte[] of(Request request) {
        if (!request.equals(last)) {
            lastBytes = encode(request);
            last = request;
        }
        return lastBytes;
    }

    private byte[] encode(Request request) {
        StringBuilder head = new StringBuilder(256)
                .append(request.method())
                .append(' ')
                .append(request.path())
                .append(" HTTP/1.1\r\n");
        if (request.headers().stream().noneMatch(header -> header.name().equals("host"))) {
            field(head, "host", authority);
        }
        for (Header header : request.headers()) {
            field(head, header.name(), header.value());
        }
        if (!keepAlive) {
            field(head, "connection", "close");
        }
        if (request.announcesBody()) {
            field(head, "content-length", Integer.toString(request.body().length));
        }
        return join(head.append("\r\n").toString().getBytes(StandardCharsets.UTF_8), request.body());
    }

    private static void field(StringBuilder head, String name, String value) {
        head.append(name).append(": ").append(value).append("\r\n");
    }

    private static byte[] join(byte[] head, byte[] body) {
        byte[] whole = new byte[head.length + body.length];
        System.arraycopy(head, 0, whole, 0, head.length);
        System.arraycopy(body, 0, whole, head.length, body.length);
        return whole;
    }
}
