package muster.store.file.histogram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.zip.DeflaterOutputStream;
import muster.store.file.Given;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class HistogramDecoderTest {
    @Test
    void buckets_are_those_of_hdrhistogram() {
        Histogram histogram = Given.histogram();
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        new Random(seed)
                .longs(100_000, 0, 3_600_000_000_000L)
                .map(v -> v >>> (v % 40))
                .forEach(value -> {
                    int index = ValueCounts.index(value);
                    assertThat(ValueCounts.lowest(index)).isEqualTo(histogram.lowestEquivalentValue(value));
                    assertThat(ValueCounts.highest(index)).isEqualTo(histogram.highestEquivalentValue(value));
                });
        assertThat(ValueCounts.index(3_600_000_000_000L)).isLessThan(ValueCounts.LENGTH);
    }

    @Test
    void a_blob_decodes_to_the_counts_that_hdrhistogram_had() {
        Histogram histogram = Given.histogram(0, 1, 2047, 2048, 2049, 1_000_000, 3_600_000_000_000L);
        histogram.recordValueWithCount(77_777, 1L << 50);
        ValueCounts counts = decode(Given.blob(histogram));
        assertThat(counts.samples()).isEqualTo(histogram.getTotalCount());
        counts.each((lowest, highest, count) -> {
            assertThat(histogram.getCountAtValue(lowest)).isEqualTo(count);
            assertThat(histogram.highestEquivalentValue(lowest)).isEqualTo(highest);
            return true;
        });
        assertThat(decode(HistogramDecoder.encode(counts)).samples()).isEqualTo(counts.samples());
        assertThat(decode(Given.blob(Given.histogram())).samples()).isZero();
    }

    @Test
    void another_configuration_is_refused() {
        refused(encode(new Histogram(1, 3_600_000_000_000L, 2)), "another configuration");
        refused(encode(new Histogram(1, 3_600_000_000L, 3)), "another configuration");
        refused(encode(new Histogram(1000, 3_600_000_000_000L, 3)), "another configuration");
    }

    @Test
    void a_hostile_header_allocates_nothing_of_its_size() throws Exception {
        byte[] small = blob(header(0x1c849313, 3, 1, Long.MAX_VALUE / 2, 0), new byte[0]);
        byte[] five = blob(header(0x1c849313, 5, 1, 3_600_000_000_000L, 0), new byte[0]);
        refused(small, "another configuration");
        long before = allocated();
        refused(five, "another configuration");
        assertThat(allocated() - before).isLessThan(1 << 20);
    }

    @Test
    @Tag("slow")
    void a_bomb_a_torso_and_trailing_bytes_are_refused() throws Exception {
        byte[] good = Given.blob(Given.histogram(1, 2, 3_000_000));
        refused(new byte[5_000_000], "a size that no histogram has");
        refused(new byte[0], "a size that no histogram has");
        refused(blob(header(0x1c849313, 3, 1, 3_600_000_000_000L, 100), new byte[200_000_000]), "more bytes than");
        refused(blob(header(0x1c849313, 3, 1, 3_600_000_000_000L, 200_000_000), new byte[8]), "a payload of a size");
        refused(blob(header(0x1c849313, 3, 1, 3_600_000_000_000L, -1), new byte[8]), "a payload of a size");
        refused(Arrays.copyOf(good, good.length + 1), "length field");
        refused(Arrays.copyOf(good, good.length - 1), "length field");
        byte[] cut = Arrays.copyOf(good, good.length - 4);
        ByteBuffer.wrap(cut).putInt(4, cut.length - 8);
        refused(cut, "it ends too early");
    }

    @Test
    void counts_beyond_the_range_are_refused() throws Exception {
        byte[] runOfZeros = {(byte) 0xff, (byte) 0xff, (byte) 0x7f, 2};
        refused(legal(runOfZeros), "more buckets than");
        byte[] huge = new byte[9];
        Arrays.fill(huge, (byte) 0xfe);
        refused(legal(huge), "counts out of bounds");
        refused(legal(new byte[] {(byte) 0x80}), "a count is cut off");
    }

    @Test
    void damaged_bytes_are_refused_or_decode_but_never_fail_otherwise() {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        byte[] good = Given.blob(Given.histogram(1, 2, 3_000_000, 4_000_000_000L));
        for (int i = 0; i < 20_000; i++) {
            byte[] damaged = good.clone();
            damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            try {
                assertThat(decode(damaged).samples()).isNotNegative();
            } catch (InvalidSnapshotException expected) {
                assertThat(expected).hasMessageStartingWith("histogram: ");
            }
        }
    }

    private static ValueCounts decode(byte[] blob) {
        ValueCounts counts = new ValueCounts();
        try (HistogramDecoder blobs = new HistogramDecoder()) {
            DecodedHistogram decoded = blobs.decode(blob);
            counts.add(decoded);
            assertThat(LongStream.of(decoded.counts).sum()).isEqualTo(decoded.samples);
        }
        return counts;
    }

    private static void refused(byte[] blob, String message) {
        assertThatThrownBy(() -> decode(blob))
                .isInstanceOf(InvalidSnapshotException.class)
                .hasMessageContaining(message);
    }

    private static byte[] encode(Histogram histogram) {
        histogram.recordValue(5);
        return Given.blob(histogram);
    }

    private static byte[] legal(byte[] payload) throws Exception {
        return blob(header(0x1c849313, 3, 1, 3_600_000_000_000L, payload.length), payload);
    }

    private static byte[] header(int cookie, int digits, long lowest, long highest, int payload) {
        return ByteBuffer.allocate(40)
                .putInt(cookie)
                .putInt(payload)
                .putInt(0)
                .putInt(digits)
                .putLong(lowest)
                .putLong(highest)
                .putDouble(1)
                .array();
    }

    private static byte[] blob(byte[] header, byte[] payload) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflater = new DeflaterOutputStream(bytes)) {
            deflater.write(header);
            deflater.write(payload);
        }
        byte[] compressed = bytes.toByteArray();
        return ByteBuffer.allocate(8 + compressed.length)
                .putInt(0x1c849314)
                .putInt(compressed.length)
                .put(compressed)
                .array();
    }

    private static long allocated() {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        return threads.getCurrentThreadAllocatedBytes();
    }
}
