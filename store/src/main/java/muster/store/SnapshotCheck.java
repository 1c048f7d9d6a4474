package muster.store;

/** Decides whether a report may be believed, before it is committed. Safe with bytes of a stranger; any thread. */
@SuppressWarnings("DoNotCallSuggester")
public final class SnapshotCheck {
    private SnapshotCheck() {}

    /**
     * Decodes every histogram and compares the counts.
     *
     * @throws BadSnapshot unless the samples fields equal the histograms' counts, and service samples over outcomes =
     *     covered indexes = response samples over outcomes (operation "transaction" stands outside)
     */
    public static void verify(SnapshotReport report) {
        throw new UnsupportedOperationException(report + "" + new org.HdrHistogram.Histogram(3));
    }
}
