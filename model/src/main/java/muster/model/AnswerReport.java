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

    /** The same with full names of operations, and with indexes that count within the stream; "" changes nothing. */
    public AnswerReport inStream(String stream) {
        return stream.isEmpty()
                ? this
                : new AnswerReport(
                        counts.stream().map(each -> each.inStream(stream)).toList(),
                        wrong.stream().map(each -> each.inStream(stream)).toList(),
                        seen.stream().map(each -> each.inStream(stream)).toList());
    }

    /**
     * Answers of one operation.
     *
     * @param unchecked not in the reference, or left out of the share that is compared
     * @param answered those of an operation that reads, with or without a reference
     * @param empty those of them without a row
     */
    public record Counts(String operation, long compared, long unchecked, long answered, long empty) {
        private Counts inStream(String stream) {
            return new Counts(OperationName.of(stream, operation), compared, unchecked, answered, empty);
        }
    }

    /**
     * What a statement without parameters answered.
     *
     * @param rows how many
     * @param answer the first of them, a line a row
     */
    public record Seen(String operation, long index, long rows, String answer) {
        private Seen inStream(String stream) {
            return new Seen(OperationName.of(stream, operation), StreamIndex.position(index), rows, answer);
        }
    }

    /**
     * An answer that differs.
     *
     * @param parameters their values, for people
     * @param difference a line a row: "- " before what is missing, "+ " before what is too many
     */
    public record Wrong(
            String operation, long index, String parameters, long expectedRows, long observedRows, String difference) {
        private Wrong inStream(String stream) {
            return new Wrong(
                    OperationName.of(stream, operation),
                    StreamIndex.position(index),
                    parameters,
                    expectedRows,
                    observedRows,
                    difference);
        }
    }
}
