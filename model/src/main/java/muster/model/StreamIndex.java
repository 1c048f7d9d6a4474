package muster.model;

/**
 * Indexes of the operations of a phase. Each stream of the phase has a part of them for itself, so that an index says
 * which stream it is of: leases, coverage and lost work need no other word for it. Stream 0 counts from 0.
 */
public final class StreamIndex {
    /** Three hundred trillion operations a stream: years at a hundred million a second. */
    private static final int BITS = 48;
    /** Indexes that a stream has. */
    public static final long COUNT = 1L << BITS;

    private StreamIndex() {}

    /** The first index of a stream. */
    public static long first(int stream) {
        return (long) stream << BITS;
    }

    /** The stream that an index is of. */
    public static int stream(long index) {
        return (int) (index >>> BITS);
    }

    /** Which operation of its stream it is, from 0. */
    public static long position(long index) {
        return index & (COUNT - 1);
    }
}
