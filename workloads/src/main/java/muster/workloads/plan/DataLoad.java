package muster.workloads.plan;

import muster.workloads.DataFiles;
import muster.workloads.Workload;
import muster.workloads.dataset.DataWorkload;
import muster.workloads.dataset.csv.CsvDataSet;
import muster.workloads.plan.language.PlanException;
import muster.workloads.social.SocialNetwork;

/** Gives a workload the load that key "data" of a plan asks for. */
final class DataLoad {
    private DataLoad() {}

    static Workload of(Plan plan, Workload workload, DataFiles files) {
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
