package muster.servers.http.echo;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** The page as an answer, with the times of its stages. */
record Answers(byte[] page) {
    private static final int DECIMALS = 6;

    /**
     * @param timing the parts that this answer went through so far; "write" is that of the connection's answer before,
     *     since an answer cannot say how long it took to write
     */
    ByteBuffer of(Timing timing, boolean headOnly, boolean keepsOpen) {
        String head = "HTTP/1.1 200 OK\r\nServer: muster-echo\r\nContent-Type: text/plain\r\nContent-Length: "
                + page.length + "\r\nServer-Timing: parse;dur=" + ms(timing.parseNs()) + ", handover;dur="
                + ms(timing.handoverNs()) + ", work;dur=" + ms(timing.workNs()) + ", write;dur="
                + ms(timing.previousWriteNs()) + (keepsOpen ? "\r\n\r\n" : "\r\nConnection: close\r\n\r\n");
        byte[] bytes = head.getBytes(StandardCharsets.ISO_8859_1);
        ByteBuffer answer = ByteBuffer.allocate(bytes.length + (headOnly ? 0 : page.length));
        answer.put(bytes);
        if (!headOnly) {
            answer.put(page);
        }
        return answer.flip();
    }

    /** With six decimals, that is in nanoseconds; String.format would cost more than the rest of the answer. */
    private static String ms(long ns) {
        String digits = Long.toString(Math.max(0, ns));
        String padded = "0".repeat(Math.max(0, DECIMALS + 1 - digits.length())) + digits;
        int point = padded.length() - DECIMALS;
        return padded.substring(0, point) + "." + padded.substring(point);
    }

    /** What the parts of one answer took. */
    record Timing(long parseNs, long handoverNs, long workNs, long previousWriteNs) {}
}
