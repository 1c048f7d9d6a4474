package muster.worker.engine.execution;

import muster.workloads.operation.QueryOperation;
import muster.workloads.target.Outcome;
import muster.workloads.target.Transaction;

/** Answers without a row to operations whose answers always have one ({@code rows: required}): wrong ones (docs/semantics.md rule 31). */
final class RequiredRows {
    /** An outcome of its own. */
    static final Outcome EMPTY_ANSWER = Outcome.of("emptyAnswer");

    static final String MESSAGE = "the answer has no row, and the operation says rows: required";

    private RequiredRows() {}

    /** Makes an outcome of each such answer that was ok; whether there is one. */
    static boolean refuse(BlockResult answers, Transaction transaction) {
        boolean any = false;
        for (int i = 0; answers.counted() && i < transaction.size(); i++) {
            boolean empty = answers.elements(i) == 0
                    && answers.outcome(i) == Outcome.OK
                    && transaction.operation(i) instanceof QueryOperation asked
                    && asked.query().rowsRequired();
            if (empty) {
                answers.outcome(i, EMPTY_ANSWER);
            }
            any |= empty;
        }
        return any;
    }
}
