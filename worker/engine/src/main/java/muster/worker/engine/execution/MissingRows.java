package muster.worker.engine.execution;

import muster.workloads.operation.QueryOperation;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.OperationFailure.Kind;
import muster.workloads.target.Outcome;
import muster.workloads.target.Transaction;

/** Answers without a row to operations that must find one ({@code mustFind}): what they ask for is not there yet. */
final class MissingRows {
    private MissingRows() {}

    /** As which such an operation is tried again, and is recorded in the end. */
    static OperationFailure failure() {
        return new OperationFailure(Kind.TRANSIENT, "absent", "the answer has no row");
    }

    /** Whether the operation is to be tried again. In a transaction of several it is absent, as the others were done. */
    static boolean in(BlockResult answers, Transaction transaction, int actions) {
        boolean found = true;
        for (int i = 0; answers.counted() && i < transaction.size(); i++) {
            boolean missing = answers.elements(i) == 0
                    && answers.outcome(i) == Outcome.OK
                    && transaction.operation(i) instanceof QueryOperation asked
                    && asked.query().mustFind();
            if (missing && actions > 1) {
                answers.outcome(i, Outcome.ABSENT);
            }
            found &= !missing;
        }
        return !found && actions == 1;
    }
}
