package muster.targets.http.request;

import java.util.List;

/**
 * One request as it is sent.
 *
 * @param headers in addition to those that the version of HTTP adds; names in lower case
 * @param changes whether the server may have changed something though the answer was lost
 */
public record Request(String method, String path, List<Header> headers, byte[] body, boolean changes) {
    private static final List<String> SAFE = List.of("GET", "HEAD", "OPTIONS", "TRACE");

    /** One that changes something as far as its method tells. */
    public Request(String method, String path, List<Header> headers, byte[] body) {
        this(method, path, headers, body, !SAFE.contains(method));
    }

    /** A header of a request. */
    public record Header(String name, String value) {}

    /** Whether a body is announced even if it is empty. */
    public boolean announcesBody() {
        return body.length > 0 || method.equals("POST") || method.equals("PUT") || method.equals("PATCH");
    }
}
