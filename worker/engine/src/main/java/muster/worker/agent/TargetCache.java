package muster.worker.agent;

import java.util.HashMap;
import java.util.Map;
import muster.workloads.plan.Plan;
import muster.workloads.plan.Plan.Section;
import muster.workloads.plan.PlanAccess;
import muster.workloads.plan.Providers;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;

/**
 * Keeps the targets of the last plan open: the phases of a trial share its connections. A plan has several where its namespaces have other
 * settings than section "workload".
 */
public final class TargetCache implements AutoCloseable {
    private final PlanAccess access;
    private final Map<String, Target> targets = new HashMap<>();
    private String key = "";

    /** @param access what of this host a plan may name */
    public TargetCache(PlanAccess access) {
        this.access = access;
    }

    /** The target of this plan, connected. */
    Target open(Plan plan) throws TargetException {
        return open(plan, plan.workload());
    }

    /** The target of this plan for the operations of a workload, connected. */
    synchronized Target open(Plan plan, Section workload) throws TargetException {
        String wanted = plan.target().kind() + plan.target().settings().raw() + text(plan.workload());
        if (!wanted.equals(key)) {
            close();
            key = wanted;
        }
        Target open = targets.get(text(workload));
        if (open == null) {
            open = connect(plan, workload);
            targets.put(text(workload), open);
        }
        return open;
    }

    private static String text(Section workload) {
        return workload.kind() + workload.settings().raw();
    }

    /** Another target of this plan, connected, which shares nothing with that of the phases; to be closed by the caller. */
    Target connect(Plan plan) throws TargetException {
        return connect(plan, plan.workload());
    }

    private Target connect(Plan plan, Section workload) throws TargetException {
        access.check(plan);
        return Providers.target(plan.target().kind())
                .open(plan.target().settings().resolved(), workload.settings());
    }

    @Override
    public synchronized void close() {
        targets.values().forEach(Target::close);
        targets.clear();
        key = "";
    }
}
