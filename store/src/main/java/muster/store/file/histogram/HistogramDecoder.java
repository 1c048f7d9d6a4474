package muster.store.file.histogram;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.HdrHistogram.Histogram;

/**
 * Reads HdrHistogram's V2 compressed encoding straight into {@link DecodedHistogram}. The library's own decoder trusts the
 * header: 34 bytes of a stranger make it allocate 49 MB, and another configuration is merged with shifted values. Here
 * one configuration is accepted, memory is bounded, and no Histogram is built. One thread at a time.
 */
public final class HistogramDecoder implements AutoCloseable {
    /** Larger than any legal blob: 9 bytes for each bucket, deflated without gain. */
    static final int LARGEST = 320_000;

    private static final int COMPRESSED_COOKIE = 0x1c849314;
    private static final int COOKIE = 0x1c849313;
    private static final int HEADER = 40;
    private static final long MAX_SAMPLES = 1L << 52;

    private final Inflater inflater = new Inflater();
    private byte[] inflated = new byte[16 * 1024];
    private int at;
    private int[] indexes = new int[1024];
    private long[] counts = new long[1024];
    private int buckets;

    public DecodedHistogram decode(byte[] blob) {
        require(blob.length > 8 && blob.length <= LARGEST, "a blob of a size that no histogram has");
        ByteBuffer outer = ByteBuffer.wrap(blob);
        require(outer.getInt() == COMPRESSED_COOKIE, "no V2 compressed histogram");
        require(outer.getInt() == blob.length - 8, "its length field does not fit its size");
        inflater.reset();
        inflater.setInput(blob, 8, blob.length - 8);
        int end = inflate();
        require(inflater.getRemaining() == 0, "bytes after its end");
        long samples = read(end);
        return new DecodedHistogram(Arrays.copyOf(indexes, buckets), Arrays.copyOf(counts, buckets), samples);
    }

    /**
     * Reads no more than the header: what a peer's blob would become in memory is known before anything of it is believed.
     *
     * @throws InvalidSnapshotException if it is no histogram of ours, or would be larger than any
     */
    public void checkHeader(ByteBuffer blob) {
        require(blob.remaining() > 8 && blob.remaining() <= LARGEST, "a blob of a size that no histogram has");
        int length = blob.remaining() - 8;
        require(blob.getInt() == COMPRESSED_COOKIE, "no V2 compressed histogram");
        require(blob.getInt() == length, "its length field does not fit its size");
        inflater.reset();
        inflater.setInput(blob);
        try {
            payload(ByteBuffer.wrap(inflated, 0, inflater.inflate(inflated, 0, HEADER)));
        } catch (DataFormatException damaged) {
            throw new InvalidSnapshotException("histogram: damaged compression: " + damaged.getMessage());
        }
    }

    /** The blob of a histogram that is nanoseconds with 3 digits up to one hour. */
    static byte[] encode(ValueCounts counts) {
        Histogram histogram = new Histogram(1, ValueCounts.HIGHEST, ValueCounts.DIGITS);
        counts.each((lowest, highest, count) -> {
            histogram.recordValueWithCount(lowest, count);
            return true;
        });
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Arrays.copyOf(buffer.array(), length);
    }

    /** Frees the native memory. */
    @Override
    public void close() {
        inflater.end();
    }

    /** One call where possible: zlib is slow when it is asked for a few bytes only. Returns where the payload ends. */
    private int inflate() {
        int end = inflateStep(0);
        int payload = payload(ByteBuffer.wrap(inflated, 0, end));
        while (!inflater.finished()) {
            require(end <= HEADER + payload, "more bytes than its header declares");
            inflated = end == inflated.length ? Arrays.copyOf(inflated, 2 * end) : inflated;
            int step = inflateStep(end);
            require(step > 0 || inflater.finished(), "it ends too early");
            end += step;
        }
        require(end == HEADER + payload, "its length field does not fit its content");
        return end;
    }

    private int inflateStep(int from) {
        try {
            return inflater.inflate(inflated, from, inflated.length - from);
        } catch (DataFormatException damaged) {
            throw new InvalidSnapshotException("histogram: damaged compression: " + damaged.getMessage());
        }
    }

    private static int payload(ByteBuffer header) {
        require(header.remaining() >= HEADER && header.getInt() == COOKIE, "no V2 histogram inside");
        int payload = header.getInt();
        require(payload >= 0 && payload <= 9 * ValueCounts.LENGTH, "a payload of a size that no histogram has");
        require(header.getInt() == 0, "shifted indexes");
        require(
                header.getInt() == ValueCounts.DIGITS
                        && header.getLong() == 1
                        && header.getLong() == ValueCounts.HIGHEST,
                "another configuration than values from 1 to 3600000000000 with 3 digits");
        return payload;
    }

    private long read(int end) {
        at = HEADER;
        buckets = 0;
        int index = 0;
        long samples = 0;
        while (at < end) {
            long count = count(end);
            if (count < 0) {
                require(count >= index - ValueCounts.LENGTH, "more buckets than its range has");
                index -= (int) count;
            } else {
                require(index < ValueCounts.LENGTH && count <= MAX_SAMPLES - samples, "counts out of bounds");
                keep(index++, count);
                samples += count;
            }
        }
        return samples;
    }

    private void keep(int index, long count) {
        if (count == 0) {
            return;
        }
        if (buckets == indexes.length) {
            indexes = Arrays.copyOf(indexes, 2 * buckets);
            counts = Arrays.copyOf(counts, 2 * buckets);
        }
        indexes[buckets] = index;
        counts[buckets++] = count;
    }

    /** ZigZag LEB128 of at most 9 bytes; a negative number is a run of empty buckets. */
    private long count(int end) {
        long value = 0;
        for (int shift = 0; shift <= 56; shift += 7) {
            if (at == end) {
                throw new InvalidSnapshotException("histogram: a count is cut off");
            }
            byte next = inflated[at++];
            value |= (shift == 56 ? next & 0xffL : next & 0x7fL) << shift;
            if (next >= 0) {
                break;
            }
        }
        return (value >>> 1) ^ -(value & 1);
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new InvalidSnapshotException("histogram: " + otherwise);
        }
    }
}
