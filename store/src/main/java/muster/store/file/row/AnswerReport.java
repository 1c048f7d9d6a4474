package muster.store.file.row;

import java.util.List;

/**
 * What is known of the answers of an interval: how many had no row, and what their comparison with a reference gave.
 *
 * @param counts one an operation
 * @param wrong the first that differed
 */
public record AnswerReport(List<Counts> counts, List<Wrong> wrong) {
    public static final AnswerReport NONE = new AnswerReport(List.of(), List.of());

    /**
     * Answers of one operation.
     *
     * @param unchecked not in the reference, or left out of the share that is compared
     * @param answered those of an operation that reads, with or without a reference
     * @param empty those of them without a row
     */
    public record Counts(String operation, long compared, long unchecked, long answered, long empty) {}

    /**
     * An answer that differs.
     *
     * @param parameters their values, for people
     * @param difference a line a row: "- " before what is missing, "+ " before what is too many
     */
    public record Wrong(
            String operation, long index, String parameters, long expectedRows, long observedRows, String difference) {}
}
