package muster.servers.http.echo;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Collects the bytes of a request until it is whole. Holds memory only while a part of one is here. */
final class RequestParser {
    private static final int LARGEST = 1 << 20;

    private byte @Nullable [] held;

    /** The parts of a request that matter here. */
    record Parsed(boolean head, boolean keepsOpen) {}

    /**
     * @return null while more must come
     * @throws IllegalArgumentException if this is no request, or too large a one
     */
    @Nullable
    Parsed add(ByteBuffer bytes) {
        byte[] all = joined(bytes);
        int end = endOfHead(all);
        if (end < 0) {
            hold(all);
            return null;
        }
        String head = new String(all, 0, end, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
        if (all.length < end + contentLength(head)) {
            hold(all);
            return null;
        }
        held = null;
        return new Parsed(head.startsWith("head "), !head.contains("\r\nconnection: close"));
    }

    private byte[] joined(ByteBuffer bytes) {
        byte[] before = held;
        int kept = before == null ? 0 : before.length;
        byte[] all = new byte[kept + bytes.remaining()];
        if (before != null) {
            System.arraycopy(before, 0, all, 0, kept);
        }
        bytes.get(all, kept, bytes.remaining());
        return all;
    }

    private void hold(byte[] all) {
        if (all.length > LARGEST) {
            throw new IllegalArgumentException("a request of more than 1 MiB");
        }
        held = all;
    }

    private static int endOfHead(byte[] all) {
        for (int i = 3; i < all.length; i++) {
            if (all[i] == '\n' && all[i - 1] == '\r' && all[i - 2] == '\n' && all[i - 3] == '\r') {
                return i + 1;
            }
        }
        return -1;
    }

    private static int contentLength(String head) {
        String name = "\r\ncontent-length:";
        int at = head.indexOf(name);
        if (at < 0) {
            return 0;
        }
        int from = at + name.length();
        return Integer.parseInt(head.substring(from, head.indexOf('\r', from)).strip());
    }
}
