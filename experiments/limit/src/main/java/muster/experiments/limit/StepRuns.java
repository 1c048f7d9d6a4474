package muster.experiments.limit;

import muster.cli.client.ProgressLines;
import muster.cli.run.ConsecutiveRuns;
import muster.cli.run.DatabasePermissions;
import muster.cli.run.LocalCluster;
import muster.cli.run.PlanArguments;
import muster.cli.run.RunArguments;
import muster.protocol.Finished;
import muster.protocol.Submit;
import muster.store.file.Store;
import muster.workloads.plan.language.Durations;
import org.jspecify.annotations.Nullable;

/** Runs one plan after the other, in this process or on one local cluster. */
final class StepRuns implements AutoCloseable {
    private final RunArguments arguments;
    private final int workers;
    private final ConsecutiveRuns runs;
    private final @Nullable LocalCluster cluster;

    /** @param workers processes; 0 for this one alone */
    StepRuns(Store store, PlanArguments plan, int workers, ProgressLines progress) {
        this.arguments = RunArguments.of(plan, Durations.parse("60s"));
        this.workers = workers;
        this.runs = new ConsecutiveRuns(store, arguments.depot(), progress);
        this.cluster = workers == 0
                ? null
                : new LocalCluster(
                        store, arguments.depot(), LocalCluster.Size.java(workers), arguments.access(), line -> {});
    }

    /** As {@link ConsecutiveRuns#interrupted}. */
    boolean interrupted() {
        return runs.interrupted();
    }

    Finished run(String plan, String name, DatabasePermissions permissions) throws InterruptedException {
        Submit.Builder step =
                arguments.submit(Math.max(1, workers)).toBuilder().setPlan(plan).setName(name);
        Submit submit = permissions.in(step).build();
        return cluster == null ? runs.alone(submit) : runs.on(cluster, submit);
    }

    @Override
    public void close() {
        if (cluster != null) {
            cluster.close();
        }
    }
}
