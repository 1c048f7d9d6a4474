package muster.workloads.answers;

/**
 * One answer of a reference, as its file holds it.
 *
 * @param operation its place in the header
 * @param key of {@link AnswerKey#of}
 * @param firstRows as {@link AnswerRows} reads them; empty if none were kept
 * @param parameters one row: their values; empty in a reference of format 1, which has none
 */
public record RecordedAnswer(int operation, long key, AnswerDigest digest, byte[] firstRows, byte[] parameters) {
    /** The same under another number of its operation. */
    RecordedAnswer of(int number) {
        return new RecordedAnswer(number, key, digest, firstRows, parameters);
    }

    /** Whether all of its rows are in {@link #firstRows}. */
    public boolean whole() {
        return AnswerRows.count(firstRows) == digest.rows();
    }
}
