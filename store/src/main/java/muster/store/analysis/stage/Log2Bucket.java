package muster.store.analysis.stage;

import java.util.ArrayList;
import java.util.List;
import muster.store.table.Row;
import muster.text.Quantity;

/** How many samples took from a power of two of nanoseconds to below the next one. */
public record Log2Bucket(long lowNs, long highNs, long count) {
    /**
     * Without gaps from the shortest sample to the longest.
     *
     * @param rows of view stage_histogram, of one stage, ascending
     */
    static List<Log2Bucket> of(List<Row> rows) {
        List<Log2Bucket> buckets = new ArrayList<>();
        for (Row row : rows) {
            long low = row.whole("low_ns");
            while (!buckets.isEmpty() && buckets.getLast().highNs < low) {
                long from = buckets.getLast().highNs;
                buckets.add(new Log2Bucket(from, 2 * from, 0));
            }
            buckets.add(new Log2Bucket(low, row.whole("high_ns"), row.whole("count")));
        }
        return buckets;
    }

    /** "[32.8 us, 65.5 us)". */
    public String range() {
        return "[" + Quantity.duration((double) lowNs) + ", " + Quantity.duration((double) highNs) + ")";
    }
}
