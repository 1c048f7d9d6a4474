package muster.worker.engine.time;

import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;

/**
 * Clients that are not Muster's engine, such as a bare loop over a database's client library, as an arm that takes turns. Found
 * by {@link java.util.ServiceLoader}; there is one in benchmarks, and none in the product.
 */
public interface OutsideClients extends AutoCloseable {
    /** Makes them. */
    interface Provider {
        /**
         * Connected clients that wait for the gate.
         *
         * @param plan whose database is loaded
         * @param phase the measured one
         * @param gate they start an operation only while it is open, and attach themselves to it
         */
        OutsideClients start(Plan plan, PlanCheck check, ExecutedPhase phase, TurnGate gate) throws Exception;
    }

    /** Ends them after their operations in flight. */
    @Override
    void close();
}
