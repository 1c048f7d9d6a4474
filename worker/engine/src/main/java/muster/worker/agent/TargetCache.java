package muster.worker.agent;

import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanAccess;
import muster.workloads.plan.Providers;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;
import org.jspecify.annotations.Nullable;

/** Keeps the target of the last plan open: the phases of a trial share its connections. */
public final class TargetCache implements AutoCloseable {
    private final PlanAccess access;
    private @Nullable Target target;
    private String key = "";

    /** @param access what of this host a plan may name */
    public TargetCache(PlanAccess access) {
        this.access = access;
    }

    /** The target of this plan, connected. */
    synchronized Target open(Plan plan) throws TargetException {
        String wanted = plan.target().kind()
                + plan.target().settings().raw()
                + plan.workload().kind()
                + plan.workload().settings().raw();
        Target open = target;
        if (open == null || !wanted.equals(key)) {
            close();
            open = connect(plan);
            target = open;
            key = wanted;
        }
        return open;
    }

    /** Another target of this plan, connected, which shares nothing with that of the phases; to be closed by the caller. */
    Target connect(Plan plan) throws TargetException {
        access.check(plan);
        return Providers.target(plan.target().kind())
                .open(plan.target().settings().resolved(), plan.workload().settings());
    }

    @Override
    public synchronized void close() {
        if (target != null) {
            target.close();
            target = null;
            key = "";
        }
    }
}
