package muster.model;

/**
 * What was recorded of one operation, timing and outcome in an interval. The reporter of a worker makes it, and it is the same
 * on the wire, in the core and in the file: the bytes of its histogram are decoded by the store alone.
 *
 * @param firstMessage of the outcome; "" if it has none
 * @param histogram HdrHistogram V2 compressed, nanoseconds, 3 digits, highest trackable value one hour; it holds {@code samples}
 */
public record Series(Key key, long samples, Counters counters, String firstMessage, byte[] histogram) {
    /**
     * Names one series of an interval, and one merged histogram of a phase.
     *
     * @param timing "service", "response" or a stage
     */
    public record Key(String operation, String timing, String outcome) {
        private static final String SERVICE = "service";

        public boolean isError() {
            return OutcomeCounts.isError(outcome);
        }

        /** Whether the operation is one that is counted; {@link CountedOperations} says which are not. */
        public boolean isOfCounted() {
            return CountedOperations.contain(operation);
        }

        /** Each covered index has one sample of these. */
        public boolean isCounted() {
            return timing.equals(SERVICE) && isOfCounted();
        }
    }

    /** The same as one of the operations of a stream. */
    Series inStream(String stream) {
        Key named = new Key(OperationName.of(stream, key.operation()), key.timing(), key.outcome());
        return new Series(named, samples, counters, firstMessage, histogram);
    }

    /** What was counted besides samples; 0 but for timing "service". */
    public record Counters(long elements, long bytesSent, long bytesReceived, long retries, long clamped) {
        public static final Counters NONE = new Counters(0, 0, 0, 0, 0);

        public Counters plus(Counters more) {
            return new Counters(
                    elements + more.elements,
                    bytesSent + more.bytesSent,
                    bytesReceived + more.bytesReceived,
                    retries + more.retries,
                    clamped + more.clamped);
        }

        public boolean isAnyNegative() {
            return elements < 0 || bytesSent < 0 || bytesReceived < 0 || retries < 0 || clamped < 0;
        }
    }
}
