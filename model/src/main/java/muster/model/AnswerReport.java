package muster.model;

import java.util.List;

/**
 * What is known of the answers of an interval: how many had no row, and what their comparison with a reference gave.
 *
 * @param counts one an operation
 * @param wrong the first that differed
 * @param seen the first of each statement without parameters
 */
public record AnswerReport(List<Counts> counts, List<Wrong> wrong, List<Seen> seen) {
    public static final AnswerReport NONE = new AnswerReport(List.of(), List.of(), List.of());

    /**
     * Answers of one operation.
     *
     * @param unchecked not in the reference, or left out of the share that is compared
     * @param answered those of an operation that reads, with or without a reference
     * @param empty those of them without a row
     */
    public record Counts(String operation, long compared, long unchecked, long answered, long empty) {}

    /**
     * What a statement without parameters answered.
     *
     * @param rows how many
     * @param answer the first of them, a line a row
     */
    public record Seen(String operation, long index, long rows, String answer) {}

    /**
     * An answer that differs.
     *
     * @param parameters their values, for people
     * @param difference a line a row: "- " before what is missing, "+ " before what is too many
     */
    public record Wrong(
            String operation, long index, String parameters, long expectedRows, long observedRows, String difference) {}
}
