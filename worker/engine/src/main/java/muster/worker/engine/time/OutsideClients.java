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
         * Connected clients.
         *
         * @param plan whose database is loaded
         * @param phase the measured one: they start operations in its turns only
         * @param clock of these turns
         */
        OutsideClients start(Plan plan, PlanCheck check, ExecutedPhase phase, PhaseClock clock) throws Exception;
    }

    /** Operations that have ended, failed ones among them. */
    long completed();

    /** Operations that failed. */
    long failed();

    /** Ends them after their operations in flight. */
    @Override
    void close();
}
