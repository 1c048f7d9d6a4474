package muster.store.file.histogram;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.sqlite.Function;

/**
 * HdrHistogram for SQL: hdr_merge(blob) is an aggregate that makes one blob of many; hdr_percentile(blob, percentile),
 * hdr_count(blob), hdr_mean(blob), hdr_min(blob) and hdr_max(blob) read one. Values are nanoseconds. NULL gives NULL,
 * hdr_merge leaves NULLs out; a percentile with too few samples is NULL (docs/semantics.md rule 12); a blob of another
 * configuration is an error.
 */
public final class HistogramFunctions {
    private HistogramFunctions() {}

    /** Makes the functions known to one connection of sqlite-jdbc. */
    public static void register(Connection connection) throws SQLException {
        Function.create(connection, "hdr_merge", new Merge(), 1, Function.FLAG_DETERMINISTIC);
        scalar(connection, "hdr_percentile", 2, (distribution, percentile) -> {
            OptionalLong value = distribution.percentileNs(percentile);
            return value.isPresent() ? value.getAsLong() : null;
        });
        scalar(connection, "hdr_count", 1, (distribution, unused) -> distribution.samples());
        scalar(connection, "hdr_mean", 1, (distribution, unused) -> orNull(distribution, distribution.meanNs()));
        scalar(connection, "hdr_min", 1, (distribution, unused) -> orNull(distribution, distribution.minNs()));
        scalar(connection, "hdr_max", 1, (distribution, unused) -> orNull(distribution, distribution.maxNs()));
    }

    private interface Reading {
        @Nullable
        Number of(Distribution distribution, double argument);
    }

    private static @Nullable Number orNull(Distribution distribution, Number value) {
        return distribution.samples() == 0 ? null : value;
    }

    private static void scalar(Connection connection, String name, int arguments, Reading reading) throws SQLException {
        Function.create(connection, name, new Scalar(name, reading), arguments, Function.FLAG_DETERMINISTIC);
    }

    private static final class Scalar extends Function {
        private final String name;
        private final Reading reading;
        private final HistogramDecoder blobs = new HistogramDecoder();

        Scalar(String name, Reading reading) {
            this.name = name;
            this.reading = reading;
        }

        @Override
        protected void xFunc() throws SQLException {
            byte[] blob = value_blob(0);
            if (blob == null || (args() > 1 && value_blob(1) == null)) {
                result();
                return;
            }
            ValueCounts counts = new ValueCounts();
            try {
                counts.add(blobs.decode(blob));
                answer(reading.of(new Distribution(counts), args() > 1 ? value_double(1) : 0));
            } catch (InvalidSnapshotException bad) {
                error(name + ": " + bad.getMessage());
            }
        }

        private void answer(@Nullable Number value) throws SQLException {
            switch (value) {
                case null -> result();
                case Long whole -> result(whole.longValue());
                default -> result(value.doubleValue());
            }
        }
    }

    /** SQLite clones this object for each group; the state begins with the first step. */
    private static final class Merge extends Function.Aggregate {
        private final HistogramDecoder blobs = new HistogramDecoder();
        private @Nullable ValueCounts counts;
        private @Nullable String failure;

        @Override
        public Object clone() throws CloneNotSupportedException {
            Merge fresh = (Merge) super.clone();
            fresh.counts = null;
            fresh.failure = null;
            return fresh;
        }

        @Override
        protected void xStep() throws SQLException {
            byte[] blob = value_blob(0);
            if (blob == null || failure != null) {
                return;
            }
            counts = counts == null ? new ValueCounts() : counts;
            try {
                counts.add(blobs.decode(blob));
            } catch (InvalidSnapshotException bad) {
                failure = bad.getMessage();
            }
        }

        @Override
        protected void xFinal() throws SQLException {
            if (failure != null) {
                error("hdr_merge: " + failure);
            } else if (counts == null) {
                result();
            } else {
                result(HistogramDecoder.encode(counts));
            }
        }
    }
}
