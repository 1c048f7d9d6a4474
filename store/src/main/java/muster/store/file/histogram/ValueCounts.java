package muster.store.file.histogram;

/**
 * How often each value was seen: HdrHistogram's layout for 3 digits, values from 1 to an hour in nanoseconds. It holds
 * only the pages that are touched, a fifth of what a Histogram needs, because a phase keeps one for each operation,
 * timing and outcome.
 */
public final class ValueCounts {
    static final long HIGHEST = 3_600_000_000_000L;
    static final int DIGITS = 3;
    /** Buckets of HdrHistogram for this configuration. */
    static final int LENGTH = 33 * 1024;

    private static final int PAGE_BITS = 10;
    private static final int PAGE = 1 << PAGE_BITS;

    private final long[][] pages = new long[LENGTH / PAGE][];
    private long samples;

    /** Takes each bucket that is not empty, ascending; false stops. */
    public interface Buckets {
        boolean bucket(long lowest, long highest, long count);
    }

    public void add(int index, long count) {
        page(index)[index & (PAGE - 1)] += count;
        samples += count;
    }

    /** Adds many buckets, ascending; a page is looked up once. */
    public void add(DecodedHistogram buckets) {
        int[] indexes = buckets.indexes;
        int next = 0;
        while (next < indexes.length) {
            long[] page = page(indexes[next]);
            int number = indexes[next] >> PAGE_BITS;
            for (; next < indexes.length && indexes[next] >> PAGE_BITS == number; next++) {
                page[indexes[next] & (PAGE - 1)] += buckets.counts[next];
            }
        }
        samples += buckets.samples;
    }

    public void add(ValueCounts other) {
        for (int page = 0; page < pages.length; page++) {
            if (other.pages[page] != null) {
                addPage(page(page << PAGE_BITS), other.pages[page]);
            }
        }
        samples += other.samples;
    }

    public long samples() {
        return samples;
    }

    public void each(Buckets buckets) {
        for (int page = 0; page < pages.length; page++) {
            if (pages[page] != null && !eachOf(page << PAGE_BITS, pages[page], buckets)) {
                return;
            }
        }
    }

    /** The smallest value that counts in this bucket. */
    static long lowest(int index) {
        return index < 2 * PAGE ? index : (long) ((index & (PAGE - 1)) | PAGE) << shift(index);
    }

    /** The largest value that counts in this bucket: what HdrHistogram calls the highest equivalent value. */
    static long highest(int index) {
        return lowest(index) + (1L << shift(index)) - 1;
    }

    /** The bucket of a value up to {@link #HIGHEST}. */
    public static int index(long value) {
        int shift = Long.SIZE - PAGE_BITS - 1 - Long.numberOfLeadingZeros(value | (2 * PAGE - 1));
        return ((shift + 1) << PAGE_BITS) + (int) (value >>> shift) - PAGE;
    }

    private static int shift(int index) {
        return Math.max(0, (index >> PAGE_BITS) - 1);
    }

    private long[] page(int index) {
        int page = index >> PAGE_BITS;
        if (pages[page] == null) {
            pages[page] = new long[PAGE];
        }
        return pages[page];
    }

    private static void addPage(long[] to, long[] from) {
        for (int i = 0; i < PAGE; i++) {
            to[i] += from[i];
        }
    }

    private static boolean eachOf(int base, long[] page, Buckets buckets) {
        for (int i = 0; i < PAGE; i++) {
            if (page[i] != 0 && !buckets.bucket(lowest(base + i), highest(base + i), page[i])) {
                return false;
            }
        }
        return true;
    }
}
