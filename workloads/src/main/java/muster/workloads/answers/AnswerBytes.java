package muster.workloads.answers;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Bytes that grow at their end, big-endian. There are always 8 more than were written, for {@link AnswerHash}. */
final class AnswerBytes {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private byte[] bytes = new byte[1024];
    private int size;

    int size() {
        return size;
    }

    /** Forgets what follows. */
    void truncate(int newSize) {
        size = newSize;
    }

    byte[] copy(int from) {
        return Arrays.copyOfRange(bytes, from, size);
    }

    long hash(int from) {
        LONGS.set(bytes, size, 0L);
        return AnswerHash.of(bytes, from, size);
    }

    void tag(int tag) {
        reserve(1);
        bytes[size++] = (byte) tag;
    }

    void tagged(int tag, int value) {
        reserve(1 + Integer.BYTES);
        bytes[size] = (byte) tag;
        INTS.set(bytes, size + 1, value);
        size += 1 + Integer.BYTES;
    }

    void tagged(int tag, long value) {
        reserve(1 + Long.BYTES);
        bytes[size] = (byte) tag;
        LONGS.set(bytes, size + 1, value);
        size += 1 + Long.BYTES;
    }

    void number(int value) {
        reserve(Integer.BYTES);
        INTS.set(bytes, size, value);
        size += Integer.BYTES;
    }

    void number(long value) {
        reserve(Long.BYTES);
        LONGS.set(bytes, size, value);
        size += Long.BYTES;
    }

    /** The tag, the number of bytes, and they. */
    void block(int tag, byte[] content) {
        tagged(tag, content.length);
        reserve(content.length);
        System.arraycopy(content, 0, bytes, size, content.length);
        size += content.length;
    }

    /** The tag, the number of bytes, and the text as UTF-8; half of a surrogate pair as a character of its own. */
    void text(int tag, String text) {
        int length = text.length();
        reserve(1 + Integer.BYTES + 3 * length);
        bytes[size] = (byte) tag;
        int lengthAt = size + 1;
        size = lengthAt + Integer.BYTES;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                bytes[size++] = (byte) c;
            } else {
                i += character(text.codePointAt(i));
            }
        }
        INTS.set(bytes, lengthAt, size - lengthAt - Integer.BYTES);
    }

    /** Returns 1 if it takes two chars. */
    private int character(int point) {
        if (point < 0x800) {
            bytes[size++] = (byte) (0xC0 | (point >> 6));
        } else if (point < 0x10000) {
            bytes[size++] = (byte) (0xE0 | (point >> 12));
            bytes[size++] = (byte) (0x80 | ((point >> 6) & 0x3F));
        } else {
            bytes[size++] = (byte) (0xF0 | (point >> 18));
            bytes[size++] = (byte) (0x80 | ((point >> 12) & 0x3F));
            bytes[size++] = (byte) (0x80 | ((point >> 6) & 0x3F));
        }
        bytes[size++] = (byte) (0x80 | (point & 0x3F));
        return point < 0x10000 ? 0 : 1;
    }

    /** Puts the pieces that start at these places into the order of their bytes. */
    void sort(int[] starts) {
        byte[][] pieces = new byte[starts.length][];
        for (int i = 0; i < starts.length; i++) {
            pieces[i] = Arrays.copyOfRange(bytes, starts[i], i + 1 < starts.length ? starts[i + 1] : size);
        }
        Arrays.sort(pieces, Arrays::compareUnsigned);
        size = starts.length == 0 ? size : starts[0];
        for (byte[] piece : pieces) {
            System.arraycopy(piece, 0, bytes, size, piece.length);
            size += piece.length;
        }
    }

    private void reserve(int more) {
        int needed = Math.addExact(size, more + Long.BYTES);
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(needed, bytes.length + (bytes.length >> 1)));
        }
    }
}
