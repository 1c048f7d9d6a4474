package muster.targets.http.http1;

import java.io.IOException;
import java.net.ProtocolException;
import java.util.Locale;
import muster.targets.http.request.ResponseBody;
import muster.targets.http.request.ServerTiming;
import muster.workloads.target.Probe;

/** Reads the answers that come over one connection: status, the headers that matter here, and past the body. */
final class ResponseReader {
    private static final int FIRST_FINAL = 200;
    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;
    private static final int STATUS_AT = "HTTP/1.x ".length();
    private static final int MAX_HEADERS = 1_000;
    private static final long UNTIL_CLOSE = -1;

    private final ResponseInput in;
    private int status;
    private long length;
    private boolean chunked;
    private boolean keepsOpen;
    private String server = "";

    ResponseReader(ResponseInput in) {
        this.in = in;
    }

    /** Reads one answer, of which the first byte is here, and passes its body on. Reports what the server says about its time. */
    void read(boolean bodyExpected, ResponseBody body, Probe probe) throws IOException {
        do {
            head(probe);
        } while (status < FIRST_FINAL);
        body.begin(status);
        if (!bodyExpected || status == NO_CONTENT || status == NOT_MODIFIED) {
            return;
        }
        if (chunked) {
            chunks(body);
        } else if (length == UNTIL_CLOSE) {
            keepsOpen = false;
            in.passToEnd(body);
        } else {
            in.pass(length, body);
        }
    }

    private void head(Probe probe) throws IOException {
        in.readLine();
        statusLine();
        length = UNTIL_CLOSE;
        chunked = false;
        for (int headers = 0; ; headers++) {
            in.readLine();
            if (in.lineLength() == 0) {
                return;
            }
            if (headers == MAX_HEADERS) {
                throw new ProtocolException("more than 1,000 headers");
            }
            header(probe);
        }
    }

    private void statusLine() throws ProtocolException {
        boolean http = in.lineLength() >= STATUS_AT + 3 && in.line(0).startsWith("HTTP/1.");
        status = http ? digits(STATUS_AT) : 0;
        if (status == 0) {
            String line = in.line(0);
            throw new ProtocolException("not an answer of HTTP/1: " + line.substring(0, Math.min(line.length(), 60)));
        }
        keepsOpen = in.lineByte(STATUS_AT - 2) != '0';
    }

    private int digits(int from) {
        int value = 0;
        for (int i = from; i < from + 3; i++) {
            int digit = in.lineByte(i) - '0';
            if (digit < 0 || digit > 9) {
                return 0;
            }
            value = 10 * value + digit;
        }
        return value;
    }

    /** The first letter and the length decide almost always, so that most headers cost one comparison. */
    private void header(Probe probe) throws ProtocolException {
        switch (in.lineByte(0) | ('a' - 'A')) {
            case 'c' -> connectionOrLength();
            case 't' -> {
                if (in.lineHas("transfer-encoding")) {
                    chunked =
                            value("transfer-encoding").toLowerCase(Locale.ROOT).endsWith("chunked");
                }
            }
            case 's' -> {
                if (in.lineHas("server-timing")) {
                    ServerTiming.report(value("server-timing"), probe);
                } else if (server.isEmpty() && in.lineHas("server")) {
                    server = value("server");
                }
            }
            case 'x' -> {
                if (in.lineHas("x-arango-queue-time-seconds")) {
                    ServerTiming.reportQueueSeconds(value("x-arango-queue-time-seconds"), probe);
                }
            }
            default -> {}
        }
    }

    private void connectionOrLength() throws ProtocolException {
        if (in.lineHas("content-length")) {
            length = length(value("content-length"));
        } else if (in.lineHas("connection")) {
            String value = value("connection");
            keepsOpen = value.equalsIgnoreCase("keep-alive") || (keepsOpen && !value.equalsIgnoreCase("close"));
        }
    }

    private static long length(String value) throws ProtocolException {
        try {
            long length = Long.parseLong(value);
            if (length >= 0) {
                return length;
            }
        } catch (NumberFormatException e) {
            throw new ProtocolException("Content-Length: " + value);
        }
        throw new ProtocolException("Content-Length: " + value);
    }

    private String value(String name) {
        return in.line(name.length() + 1).strip();
    }

    private void chunks(ResponseBody body) throws IOException {
        for (long size = chunkSize(); size > 0; size = chunkSize()) {
            in.pass(size, body);
            in.readLine();
        }
        do {
            in.readLine();
        } while (in.lineLength() > 0);
    }

    private long chunkSize() throws IOException {
        in.readLine();
        String line = in.line(0);
        int end = line.indexOf(';');
        try {
            long size = Long.parseLong((end < 0 ? line : line.substring(0, end)).strip(), 16);
            if (size >= 0) {
                return size;
            }
        } catch (NumberFormatException e) {
            throw noSize(line);
        }
        throw noSize(line);
    }

    private static ProtocolException noSize(String line) {
        return new ProtocolException("no size of a chunk: " + line.substring(0, Math.min(line.length(), 60)));
    }

    int status() {
        return status;
    }

    /** Whether the server takes another request over this connection. */
    boolean keepsOpen() {
        return keepsOpen && !in.hasMore();
    }

    /** What header Server said; empty if it said nothing. */
    String server() {
        return server;
    }
}
