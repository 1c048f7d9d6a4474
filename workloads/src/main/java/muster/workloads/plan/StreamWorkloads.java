package muster.workloads.plan;

import java.util.HashMap;
import java.util.Map;
import muster.workloads.DataFiles;
import muster.workloads.Workload;
import muster.workloads.plan.Plan.Section;
import muster.workloads.plan.language.PlanException;
import org.jspecify.annotations.Nullable;

/** The workloads of streams: a part of the plan's mix, one with a namespace, or one of their own, which loads nothing. */
final class StreamWorkloads {
    private final Plan plan;
    private final Workload ofPlan;
    private final DataFiles files;
    /** By number. */
    private final Map<Integer, Known> namespaces = new HashMap<>();

    private record Known(Section section, Workload workload) {}

    StreamWorkloads(Plan plan, Workload ofPlan, DataFiles files) {
        this.plan = plan;
        this.ofPlan = ofPlan;
        this.files = files;
    }

    /** Null for all of the plan's. Throws {@link PlanException}. */
    @Nullable
    Workload of(PhaseSpec.Stream stream) {
        Section own = stream.workload();
        Workload all = own == null ? ofPlan : create(stream, own);
        if (stream.operations().isEmpty()) {
            return own == null ? null : all;
        }
        try {
            return all.of(stream.operations());
        } catch (PlanException wrong) {
            throw new PlanException("stream " + stream.name() + ": operations: " + wrong.getMessage());
        }
    }

    /** Null for the plan's. Throws {@link PlanException}. */
    @Nullable
    Workload of(Namespace namespace) {
        return namespace.ofPlan() ? null : namespaced(namespace.name(), namespace.workload());
    }

    private Workload create(PhaseSpec.Stream stream, Section own) {
        if (own.kind().equals("journey")) {
            throw new PlanException(
                    "stream " + stream.name()
                            + ": workload journey is only the plan's; make it that, and give the stream a part of it with operations");
        }
        return Namespace.isOf(plan, stream) ? namespaced(stream.name(), own) : loadingNothing(stream.name(), own);
    }

    private Workload loadingNothing(String stream, Section own) {
        Workload workload = created(own);
        if (!workload.loadParts().isEmpty()) {
            throw new PlanException("stream " + stream + ": workload " + own.kind()
                    + " has a graph of its own, and a plan loads one; use workload query");
        }
        return workload;
    }

    private Workload created(Section own) {
        Workload workload = Providers.workload(own.kind()).create(own.settings(), files);
        own.settings().refuseUnread();
        return workload;
    }

    private Workload namespaced(String stream, Section own) {
        int number = Namespace.number(own);
        if (number == Namespace.number(plan.workload())) {
            throw new PlanException("stream " + stream + ": workload: namespace " + number
                    + " has the data of the plan's own workload; give it another, or take workload out");
        }
        Known known = namespaces.computeIfAbsent(number, absent -> new Known(own, created(own)));
        if (!known.section.settings().raw().equals(own.settings().raw())) {
            throw new PlanException("stream " + stream + ": workload: namespace " + number
                    + " has other keys in another stream; give it another number, or the same keys");
        }
        return known.workload;
    }
}
