package muster.model;

/**
 * One row of answer_summary.
 *
 * @param compared answers that were compared with a reference
 * @param unchecked those that were not
 * @param wrong those that differed
 * @param firstWrong the first of them in one line; "" if there is none
 * @param answered answers of an operation that reads, with or without a reference; 0 where they were not counted
 * @param empty those of them without a row
 */
public record AnswerRow(
        String operation, long compared, long unchecked, long wrong, String firstWrong, long answered, long empty) {
    /** Of an operation whose rows were not counted. */
    public AnswerRow(String operation, long compared, long unchecked, long wrong, String firstWrong) {
        this(operation, compared, unchecked, wrong, firstWrong, 0, 0);
    }

    /** Whether a comparison with a reference had to do with it. */
    public boolean asked() {
        return compared + unchecked > 0;
    }
}
