package muster.benchmarks.simulated;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * How long snapshots waited until they were durable, and how many had to be sent again.
 *
 * @param ns in nanoseconds, one sample a snapshot
 */
public record AcknowledgementLatency(Histogram ns, long resent) {
    static final long MAX_NS = 3_600_000_000_000L;

    static AcknowledgementLatency none() {
        return new AcknowledgementLatency(new Histogram(1, MAX_NS, 3), 0);
    }

    /** What {@link #line} made. */
    static AcknowledgementLatency parse(String line) throws DataFormatException {
        String[] words = line.split(" ", 2);
        ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(words[1]));
        return new AcknowledgementLatency(
                Histogram.decodeFromCompressedByteBuffer(bytes, MAX_NS), Long.parseLong(words[0]));
    }

    String line() {
        ByteBuffer bytes = ByteBuffer.allocate(ns.getNeededByteBufferCapacity());
        int length = ns.encodeIntoCompressedByteBuffer(bytes);
        byte[] encoded = new byte[length];
        bytes.get(0, encoded);
        return resent + " " + Base64.getEncoder().encodeToString(encoded);
    }

    AcknowledgementLatency plus(AcknowledgementLatency other) {
        Histogram sum = ns.copy();
        sum.add(other.ns);
        return new AcknowledgementLatency(sum, resent + other.resent);
    }

    public long snapshots() {
        return ns.getTotalCount();
    }

    public double ms(double percentile) {
        return ns.getValueAtPercentile(percentile) / 1e6;
    }
}
