package muster.workloads.answers;

import org.jspecify.annotations.Nullable;

/** By what an answer is found again: a hash of the values of the parameters. For one thread. */
public final class AnswerKey {
    private final AnswerBytes bytes = new AnswerBytes();
    private final AnswerEncoder encoder = new AnswerEncoder(bytes);

    /** The hash of these values, in their order. */
    public long of(@Nullable Object[] values) {
        bytes.truncate(0);
        encoder.row(values);
        return bytes.hash(0);
    }

    /** The values of the latest key, as {@link AnswerRows} reads them: one row. */
    public byte[] values() {
        return bytes.copy(0);
    }
}
