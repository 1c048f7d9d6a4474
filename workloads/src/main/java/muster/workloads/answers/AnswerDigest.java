package muster.workloads.answers;

/**
 * What an answer is compared by.
 *
 * @param rows how many
 * @param hash the sum of the hashes of its rows, which wraps, or for an ordered answer their chain
 */
public record AnswerDigest(long rows, long hash) {
    /** The digest of an answer without rows. */
    public static final AnswerDigest EMPTY = new AnswerDigest(0, 0);
}
