package muster.workloads.data;

import java.io.IOException;
import java.util.Arrays;

/**
 * Unpacks LZ4 frames (the LZ4 frame format, version 1.6, without dictionaries; checksums are not verified). Debian keeps
 * its package lists so.
 */
final class Lz4Frames {
    private static final int MAGIC = 0x184D2204;
    private static final int STORED = 0x8000_0000;
    private static final int LEAST_MATCH = 4;
    /** Bytes; package lists of a whole distribution are some 60 MB. */
    private static final int LARGEST = 1 << 30;

    private final byte[] in;
    private int at;
    private byte[] out;
    private int size;

    Lz4Frames(byte[] packed) {
        this.in = packed;
        this.out = new byte[Math.max(1024, packed.length * 3)];
    }

    byte[] unpack() throws IOException {
        try {
            while (at < in.length) {
                frame();
            }
        } catch (ArrayIndexOutOfBoundsException e) {
            throw new IOException("broken LZ4 data near byte " + at, e);
        }
        return Arrays.copyOf(out, size);
    }

    private void frame() throws IOException {
        if (integer() != MAGIC) {
            throw new IOException("no LZ4 frame at byte " + (at - 4));
        }
        int flags = unsigned();
        if (flags >> 6 != 1 || (flags & 1) != 0) {
            throw new IOException("an LZ4 frame of another version, or with a dictionary");
        }
        at += 1 + ((flags & 8) != 0 ? 8 : 0) + 1;
        blocks((flags & 16) != 0 ? 4 : 0);
        at += (flags & 4) != 0 ? 4 : 0;
    }

    private void blocks(int checksum) {
        for (int length = integer(); length != 0; length = integer()) {
            if ((length & STORED) != 0) {
                literals(length & ~STORED);
            } else {
                block(at + length);
            }
            at += checksum;
        }
    }

    private void block(int end) {
        while (at < end) {
            int token = unsigned();
            literals(length(token >>> 4));
            if (at < end) {
                int offset = unsigned() | (unsigned() << 8);
                match(offset, length(token & 15) + LEAST_MATCH);
            }
        }
    }

    private void literals(int length) {
        // Before room is made for them: four bytes could ask for 2 GB.
        if (length < 0 || length > in.length - at) {
            throw new ArrayIndexOutOfBoundsException("more literals than there are bytes");
        }
        reserve(length);
        System.arraycopy(in, at, out, size, length);
        at += length;
        size += length;
    }

    /** Byte by byte, since a match may overlap what it writes. */
    private void match(int offset, int length) {
        reserve(length);
        for (int i = 0; i < length; i++) {
            out[size] = out[size - offset];
            size++;
        }
    }

    private int length(int start) {
        int length = start;
        if (start == 15) {
            int more = 255;
            while (more == 255) {
                more = unsigned();
                length += more;
            }
        }
        return length;
    }

    private void reserve(int length) {
        if (length > LARGEST - size) {
            throw new ArrayIndexOutOfBoundsException("more than " + LARGEST + " bytes unpacked");
        }
        if (out.length - size < length) {
            out = Arrays.copyOf(out, Math.max(Math.min(out.length, LARGEST / 2) * 2, size + length));
        }
    }

    private int unsigned() {
        return in[at++] & 0xff;
    }

    private int integer() {
        return unsigned() | (unsigned() << 8) | (unsigned() << 16) | (unsigned() << 24);
    }
}
