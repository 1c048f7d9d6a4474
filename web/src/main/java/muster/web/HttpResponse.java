package muster.web;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** One whole answer to a request. */
record HttpResponse(int status, String type, String policy, byte[] body) {
    private static final int NO_BODY = -1;
    private static final String CLOSED = " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    /** Nothing but what comes from here may run. */
    private static final String OWN =
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:;"
                    + CLOSED;

    /** Nothing may run; the style is within the page. */
    private static final String WITHOUT_SCRIPT = "default-src 'none'; style-src 'unsafe-inline';" + CLOSED;

    HttpResponse(int status, String type, byte[] body) {
        this(status, type, OWN, body);
    }

    static HttpResponse text(int status, String line) {
        return new HttpResponse(status, "text/plain; charset=utf-8", (line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    static HttpResponse json(String text) {
        return new HttpResponse(200, "application/json", text.getBytes(StandardCharsets.UTF_8));
    }

    /** A page that needs nothing else. */
    static HttpResponse report(String html) {
        return new HttpResponse(200, "text/html; charset=utf-8", WITHOUT_SCRIPT, html.getBytes(StandardCharsets.UTF_8));
    }

    void send(HttpExchange exchange) throws IOException {
        boolean head = exchange.getRequestMethod().equals("HEAD");
        Headers headers = protect(exchange.getResponseHeaders());
        headers.set("Content-Security-Policy", policy);
        headers.set("Content-Type", type);
        exchange.sendResponseHeaders(status, head || body.length == 0 ? NO_BODY : body.length);
        try (exchange;
                OutputStream out = exchange.getResponseBody()) {
            if (!head) {
                out.write(body);
            }
        }
    }

    /** Nothing but what comes from here may run, frame the page, or keep what it shows. */
    static Headers protect(Headers headers) {
        headers.set("Content-Security-Policy", OWN);
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Cross-Origin-Resource-Policy", "same-origin");
        headers.set("Cache-Control", "no-store");
        return headers;
    }
}
