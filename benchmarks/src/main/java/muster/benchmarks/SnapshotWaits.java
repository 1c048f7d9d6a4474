package muster.benchmarks;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * How long snapshots waited until they were durable, and how many had to be sent again.
 *
 * @param ns in nanoseconds, one sample a snapshot
 */
record SnapshotWaits(Histogram ns, long resent) {
    static final long LONGEST_NS = 3_600_000_000_000L;

    static SnapshotWaits none() {
        return new SnapshotWaits(new Histogram(1, LONGEST_NS, 3), 0);
    }

    /** What {@link #line} made. */
    static SnapshotWaits parse(String line) throws DataFormatException {
        String[] words = line.split(" ", 2);
        ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(words[1]));
        return new SnapshotWaits(Histogram.decodeFromCompressedByteBuffer(bytes, LONGEST_NS), Long.parseLong(words[0]));
    }

    String line() {
        ByteBuffer bytes = ByteBuffer.allocate(ns.getNeededByteBufferCapacity());
        int length = ns.encodeIntoCompressedByteBuffer(bytes);
        byte[] encoded = new byte[length];
        bytes.get(0, encoded);
        return resent + " " + Base64.getEncoder().encodeToString(encoded);
    }

    SnapshotWaits plus(SnapshotWaits other) {
        Histogram sum = ns.copy();
        sum.add(other.ns);
        return new SnapshotWaits(sum, resent + other.resent);
    }

    long snapshots() {
        return ns.getTotalCount();
    }

    double ms(double percentile) {
        return ns.getValueAtPercentile(percentile) / 1e6;
    }
}
