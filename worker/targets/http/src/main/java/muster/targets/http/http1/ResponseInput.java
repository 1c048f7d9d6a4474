package muster.targets.http.http1;

import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import muster.targets.http.request.ResponseBody;

/** The bytes of an answer, buffered. Small at first, since there may be many thousands of connections. */
final class ResponseInput {
    private static final int FIRST_SIZE = 4 << 10;
    private static final int LARGEST_LINE = 64 << 10;
    private static final int BODY_SIZE = 64 << 10;

    private final ReadableByteChannel channel;
    private byte[] bytes = new byte[FIRST_SIZE];
    private ByteBuffer view = ByteBuffer.wrap(bytes);
    private int position;
    private int limit;
    private int lineStart;
    private int lineEnd;
    private long received;

    ResponseInput(ReadableByteChannel channel) {
        this.channel = channel;
    }

    /** Bytes that came since the connection was opened. */
    long received() {
        return received;
    }

    /** Whether something is here that nobody asked for. */
    boolean hasMore() {
        return position < limit;
    }

    /** Waits for the first byte of what comes next; false at the end of the stream. */
    boolean await() throws IOException {
        return position < limit || fill();
    }

    private boolean fill() throws IOException {
        if (position == limit) {
            position = limit = 0;
        }
        view.limit(bytes.length).position(limit);
        int count = channel.read(view);
        if (count < 0) {
            return false;
        }
        limit += count;
        received += count;
        return true;
    }

    /** Reads a line, which {@link #lineLength} and the like then describe; its end is not part of it. */
    void readLine() throws IOException {
        int searched = position;
        while (true) {
            for (int i = searched; i < limit; i++) {
                if (bytes[i] == '\n') {
                    mark(i);
                    return;
                }
            }
            searched = limit - position;
            makeRoom();
            if (!fill()) {
                throw new EOFException("closed before the answer was whole");
            }
            searched += position;
        }
    }

    private void mark(int newline) {
        lineStart = position;
        lineEnd = newline > position && bytes[newline - 1] == '\r' ? newline - 1 : newline;
        position = newline + 1;
    }

    private void makeRoom() throws ProtocolException {
        if (limit < bytes.length) {
            return;
        }
        int kept = limit - position;
        if (kept >= LARGEST_LINE) {
            throw new ProtocolException("a line of more than 64 KiB");
        }
        move(kept < bytes.length ? bytes.length : 2 * bytes.length);
    }

    private void move(int size) {
        byte[] before = bytes;
        if (size != before.length) {
            bytes = new byte[size];
            view = ByteBuffer.wrap(bytes);
        }
        System.arraycopy(before, position, bytes, 0, limit - position);
        limit -= position;
        position = 0;
    }

    int lineLength() {
        return lineEnd - lineStart;
    }

    byte lineByte(int at) {
        return bytes[lineStart + at];
    }

    String line(int from) {
        return new String(bytes, lineStart + from, lineEnd - lineStart - from, StandardCharsets.ISO_8859_1);
    }

    /** Whether the line begins with this name, in lower case, and a colon, whatever case the line is in. */
    boolean lineHas(String name) {
        int length = name.length();
        if (lineEnd - lineStart <= length || bytes[lineStart + length] != ':') {
            return false;
        }
        for (int i = 0; i < length; i++) {
            int letter = bytes[lineStart + i];
            if ((letter >= 'A' && letter <= 'Z' ? letter + ('a' - 'A') : letter) != name.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Passes so many bytes on; large bodies pass through a larger buffer. */
    void pass(long count, ResponseBody body) throws IOException {
        long left = count - take(count, body);
        while (left > 0) {
            if (left > bytes.length && bytes.length < BODY_SIZE) {
                move(BODY_SIZE);
            }
            if (!fill()) {
                throw new EOFException("closed before the answer was whole");
            }
            left -= take(left, body);
        }
    }

    private int take(long most, ResponseBody body) {
        int count = (int) Math.min(most, limit - position);
        if (count > 0) {
            body.bytes(bytes, position, count);
        }
        position += count;
        return count;
    }

    /** Passes all on that comes until the server closes. */
    void passToEnd(ResponseBody body) throws IOException {
        do {
            take(Long.MAX_VALUE, body);
        } while (fill());
    }
}
