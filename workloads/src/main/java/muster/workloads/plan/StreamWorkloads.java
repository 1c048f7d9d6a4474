package muster.workloads.plan;

import muster.workloads.DataFiles;
import muster.workloads.Workload;
import muster.workloads.plan.Plan.Section;
import muster.workloads.plan.language.PlanException;
import org.jspecify.annotations.Nullable;

/** The workloads of streams: a part of the plan's mix, or one of their own, which loads nothing. */
record StreamWorkloads(Workload ofPlan, DataFiles files) {
    /** Null for all of the plan's. Throws {@link PlanException}. */
    @Nullable
    Workload of(PhaseSpec.Stream stream) {
        Section own = stream.workload();
        Workload all = own == null ? ofPlan : create(stream.name(), own);
        if (stream.operations().isEmpty()) {
            return own == null ? null : all;
        }
        try {
            return all.of(stream.operations());
        } catch (PlanException wrong) {
            throw new PlanException("stream " + stream.name() + ": operations: " + wrong.getMessage());
        }
    }

    private Workload create(String stream, Section own) {
        if (own.kind().equals("journey")) {
            throw new PlanException(
                    "stream " + stream
                            + ": workload journey is only the plan's; make it that, and give the stream a part of it with operations");
        }
        Workload workload = Providers.workload(own.kind()).create(own.settings(), files);
        own.settings().refuseUnread();
        if (!workload.loadParts().isEmpty()) {
            throw new PlanException("stream " + stream + ": workload " + own.kind()
                    + " has a graph of its own, and a plan loads one; use workload query");
        }
        return workload;
    }
}
