package muster.store.file.row;

/**
 * One row of answer_summary.
 *
 * @param compared answers that were compared with a reference
 * @param unchecked those that were not
 * @param wrong those that differed
 * @param firstWrong the first of them in one line; "" if there is none
 */
public record AnswerRow(String operation, long compared, long unchecked, long wrong, String firstWrong) {}
