package muster.workloads.plan;

import java.util.List;
import muster.workloads.DataFiles;
import muster.workloads.Workload;
import muster.workloads.dataset.DataWorkload;
import muster.workloads.dataset.csv.CsvDataSet;
import muster.workloads.plan.language.PlanException;
import muster.workloads.replay.ReplayWorkload;
import muster.workloads.social.SocialNetwork;

/** The workload of a plan: section "workload", with the operations of key "replay" and the load of key "data". */
public final class PlanWorkload {
    private PlanWorkload() {}

    /** Throws {@link PlanException}. Neither target nor database are asked. */
    public static Workload of(Plan plan, DataFiles files) {
        Workload workload = Providers.workload(plan.workload().kind())
                .create(plan.workload().settings(), files);
        return loading(plan, replaying(plan, workload, files), files);
    }

    private static Workload replaying(Plan plan, Workload workload, DataFiles files) {
        if (!plan.replay().replays()) {
            return workload;
        }
        List<PhaseSpec> replayed = plan.phases().stream()
                .filter(phase -> phase.kind() == PhaseKind.WARMUP || phase.kind() == PhaseKind.MEASURE)
                .toList();
        if (replayed.stream().anyMatch(phase -> phase.crash() != null)) {
            throw new PlanException("replay: a phase with a crash is bound by its duration, not by recorded operations;"
                    + " take key crash or replay out");
        }
        ReplayWorkload replay = ReplayWorkload.open(
                workload,
                plan.workload().kind(),
                plan.replay(),
                replayed.stream().map(PhaseSpec::name).toList(),
                files);
        replayed.stream()
                .filter(phase -> phase.kind() == PhaseKind.MEASURE)
                .forEach(phase -> replay.refuseUntimed(phase.name()));
        return plan.loads() ? replay.onGraphOf(plan.seed()) : replay;
    }

    private static Workload loading(Plan plan, Workload workload, DataFiles files) {
        if (!plan.data().loads()) {
            return workload;
        }
        refuseOther(plan, workload);
        return switch (plan.data().kind()) {
            case TABLES ->
                new DataWorkload(workload, CsvDataSet.open(plan.data().settings(), files));
            case SOCIAL ->
                new DataWorkload(
                        workload,
                        SocialNetwork.of(plan.data().settings(), plan.seed()).dataSet());
            case WORKLOAD, NONE -> workload;
        };
    }

    private static void refuseOther(Plan plan, Workload workload) {
        if (!workload.loadParts().isEmpty()) {
            throw new PlanException("data: workload " + plan.workload().kind()
                    + " loads its own graph; remove key data, or use workload query");
        }
        if (plan.phases().stream().anyMatch(phase -> phase.kind() == PhaseKind.VERIFY)) {
            throw new PlanException(
                    "data: a verify phase knows the graphs of graphity and batch-insert only; take it out");
        }
    }
}
