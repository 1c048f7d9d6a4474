package muster.workloads.replay;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Where the lines of a text end: 4 bytes a line. */
final class LineEnds {
    private final int size;
    private int[] ends = new int[1024];
    private final boolean complete;
    private int count;

    LineEnds(ByteBuffer text) {
        size = text.limit();
        for (int at = 0; at < size; at++) {
            if (text.get(at) == '\n') {
                add(at);
            }
        }
        complete = count > 0 && ends[count - 1] == size - 1;
        if (!complete) {
            add(size);
        }
    }

    private void add(int end) {
        if (count == ends.length) {
            ends = Arrays.copyOf(ends, count * 2);
        }
        ends[count++] = end;
    }

    int count() {
        return count;
    }

    /** Whether the last line has an end. */
    boolean complete() {
        return complete;
    }

    int start(long line) {
        return line == 0 ? 0 : ends[(int) line - 1] + 1;
    }

    /** Without the line feed. */
    int end(long line) {
        return ends[(int) line];
    }
}
