package muster.worker.engine.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class TimingsTest {
    private static Histogram histogram(int samples) {
        Histogram histogram = new Histogram(1, 3_600_000_000_000L, 3);
        Random random = new Random(1);
        for (int i = 0; i < samples; i++) {
            histogram.recordValue((long) (1_000_000 * Math.exp(random.nextGaussian())));
        }
        return histogram;
    }

    /** RFC 1951, 3.2.3: bits 1 and 2 of a block are its type, 0 for a stored one. */
    @Test
    void few_samples_are_not_deflated() throws Exception {
        for (int samples : new int[] {1, 100, 101, 5_000}) {
            Histogram histogram = histogram(samples);
            byte[] blob = Timings.encode(histogram);
            assertThat((blob[10] >> 1 & 3) == 0).as(samples + " samples").isEqualTo(samples <= 100);
            assertThat(Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(blob), 0))
                    .isEqualTo(histogram);
        }
    }

    @Test
    void a_hundred_samples_take_little_more_for_it() {
        int more = Timings.encode(histogram(100)).length - Timings.encode(histogram(101)).length;
        assertThat(more).isBetween(1, 100);
    }
}
