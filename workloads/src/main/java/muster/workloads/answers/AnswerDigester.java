package muster.workloads.answers;

import muster.workloads.random.Mix;
import org.jspecify.annotations.Nullable;

/**
 * Digests one answer after the other, row by row as they arrive, and keeps the first rows of the latest. Allocates nothing
 * for a row of numbers and texts.
 */
public final class AnswerDigester implements AnswerSink {
    /** How much of an answer is kept, to show a difference by. */
    public static final int KEPT_BYTES = 16 * 1024;

    private final AnswerBytes bytes = new AnswerBytes();
    private final AnswerEncoder encoder = new AnswerEncoder(bytes);
    private boolean ordered;
    private long rows;
    private long hash;
    private int keptRows;
    private int keptBytes;

    /**
     * Begins an answer, and forgets the one before.
     *
     * @param ordered whether the order of rows counts
     */
    public void begin(boolean ordered) {
        this.ordered = ordered;
        rows = 0;
        hash = 0;
        keptRows = 0;
        keptBytes = 0;
    }

    @Override
    public void row(@Nullable Object[] values) {
        bytes.truncate(keptBytes);
        encoder.row(values);
        long row = bytes.hash(keptBytes);
        hash = ordered ? Mix.mix(hash, row) : hash + row;
        keep();
        rows++;
    }

    private void keep() {
        if (keptRows == rows && bytes.size() <= KEPT_BYTES) {
            keptRows++;
            keptBytes = bytes.size();
        }
    }

    long rows() {
        return rows;
    }

    long hash() {
        return hash;
    }

    /** Of the rows since {@link #begin}. */
    public AnswerDigest digest() {
        return new AnswerDigest(rows, hash);
    }

    /** The first rows of the answer, as {@link AnswerRows} reads them: those that fit into {@link #KEPT_BYTES}. */
    public byte[] firstRows() {
        bytes.truncate(keptBytes);
        return bytes.copy(0);
    }
}
