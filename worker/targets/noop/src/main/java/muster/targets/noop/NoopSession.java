package muster.targets.noop;

import muster.workloads.operation.DataOperation;
import muster.workloads.operation.GraphityOperation;
import muster.workloads.operation.InsertOperation;
import muster.workloads.operation.JourneyOperation;
import muster.workloads.operation.NoopOperation;
import muster.workloads.operation.Operation;
import muster.workloads.operation.QueryOperation;
import muster.workloads.operation.StreamOperation;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Transaction;

/** Does nothing, or waits as long as a noop asks. Without a delay it allocates nothing: it is on the path measured. */
final class NoopSession implements Session {
    @Override
    public void execute(Transaction transaction, Probe probe) throws OperationFailure {
        for (int i = 0; i < transaction.size(); i++) {
            execute(transaction.operation(i));
        }
    }

    private static void execute(Operation operation) throws OperationFailure {
        switch (operation) {
            case NoopOperation noop -> PreciseSleep.of(noop.delayNs());
            case GraphityOperation ignored -> {}
            case InsertOperation ignored -> {}
            case StreamOperation ignored -> {}
            case QueryOperation ignored -> {}
            case JourneyOperation ignored -> {}
            case DataOperation ignored -> {}
        }
    }

    @Override
    public void close() {}
}
