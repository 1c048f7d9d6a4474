package muster.targets.http.http2;

import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import muster.targets.http.request.Request;
import muster.targets.http.request.Route;

/** The headers of requests to one server. */
record RequestHeaders(AsciiString authority, AsciiString scheme) {
    static RequestHeaders of(Route route) {
        return new RequestHeaders(
                AsciiString.of(route.authority()), AsciiString.of(route.tls() == null ? "http" : "https"));
    }

    Http2Headers of(Request request) {
        Http2Headers headers = new DefaultHttp2Headers(true)
                .method(request.method())
                .path(request.path())
                .authority(authority)
                .scheme(scheme);
        request.headers().forEach(header -> headers.add(header.name(), header.value()));
        if (request.body().length > 0) {
            headers.add("content-length", Integer.toString(request.body().length));
        }
        return headers;
    }
}
