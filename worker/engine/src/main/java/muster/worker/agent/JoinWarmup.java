package muster.worker.agent;

import muster.workloads.Workload.Operations;
import muster.workloads.operation.JourneyOperation;
import muster.workloads.operation.Operation;
import muster.workloads.target.Depth;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;
import muster.workloads.target.Transaction;

/** Warms the driver and the JIT of a worker that joins a running phase, without touching the graph (docs/semantics.md rule 13). */
final class JoinWarmup {
    private static final int MAX_OPERATIONS = 2_000;
    private static final long MAX_NS = 1_000_000_000L;

    private JoinWarmup() {}

    static void run(Target target, Operations operations) throws TargetException {
        long endNs = System.nanoTime() + MAX_NS;
        long most = Math.min(MAX_OPERATIONS, operations.count());
        try (Session session = target.session(Depth.NOTHING)) {
            for (long i = 0; i < most && System.nanoTime() < endNs; i++) {
                session.execute(Transaction.of(sent(operations.at(i))), Probe.NONE);
            }
        } catch (OperationFailure e) {
            throw new TargetException("the warm-up of a joining worker failed: " + e.getMessage());
        }
    }

    /** What of it a target is given. */
    private static Operation sent(Operation operation) {
        return operation instanceof JourneyOperation journey
                ? journey.examples().getFirst()
                : operation;
    }
}
