package muster.targets.http.request;

import java.util.List;

/**
 * One request as it is sent.
 *
 * @param headers beside those that the version of HTTP adds itself; names in lower case
 */
public record Request(String method, String path, List<Header> headers, byte[] body) {
    private static final List<String> SAFE = List.of("GET", "HEAD", "OPTIONS", "TRACE");

    /** A header of a request. */
    public record Header(String name, String value) {}

    /** Whether the server may have changed something though the answer was lost. */
    public boolean changes() {
        return !SAFE.contains(method);
    }

    /** Whether a body is announced even if it is empty. */
    public boolean announcesBody() {
        return body.length > 0 || method.equals("POST") || method.equals("PUT") || method.equals("PATCH");
    }
}
