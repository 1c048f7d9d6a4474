package muster.experiments.reproduce;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import muster.cli.client.ProgressLines;
import muster.cli.host.PythonEnvironment;
import muster.cli.run.ConsecutiveRuns;
import muster.cli.run.CoordinatorCommand;
import muster.cli.run.LocalCluster;
import muster.cli.run.PythonProgram;
import muster.cli.run.RunArguments;
import muster.cli.terminal.Failure;
import muster.coordinator.server.FileDepot;
import muster.experiments.reproduce.claims.Experiment;
import muster.protocol.Finished;
import muster.protocol.Submit;
import muster.store.file.Store;
import muster.workloads.plan.FileRule;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanAccess;
import muster.workloads.plan.PlanReader;

/** Runs experiments one after the other, in this process or on a local cluster. */
final class ExperimentRuns {
    private static final int WORKER_TIMEOUT_MS = 60_000;

    private final Store store;
    private final FileDepot files = CoordinatorCommand.depot();
    private final ConsecutiveRuns runs;

    ExperimentRuns(Store store, ProgressLines progress) {
        this.store = store;
        this.runs = new ConsecutiveRuns(store, files, progress);
    }

    /** As {@link ConsecutiveRuns#interrupted}. */
    boolean interrupted() {
        return runs.interrupted();
    }

    /** One run of a plan of the experiment, with the server that the plan names, if it names one. */
    Finished run(Experiment experiment, Plan plan) throws InterruptedException {
        Submit submit = Submit.newBuilder()
                .setRequest(ThreadLocalRandom.current().nextLong())
                .setPlan(plan.text())
                .setName(experiment.name())
                .setExpectWorkers(Math.max(1, experiment.workers() + experiment.pythonWorkers()))
                .setWorkerTimeoutMs(WORKER_TIMEOUT_MS)
                .setTrials(1)
                .setLeaseSize(RunArguments.leaseSize(experiment.lease()))
                .setOrderSeed(ThreadLocalRandom.current().nextLong(1, 1_000_000_000))
                .build();
        return experiment.clustered() ? cluster(submit, size(experiment)) : runs.alone(submit);
    }

    private static LocalCluster.Size size(Experiment experiment) {
        if (experiment.pythonWorkers() == 0) {
            return LocalCluster.Size.java(experiment.workers());
        }
        try {
            PythonProgram program = PythonProgram.ready(1, System.err::println);
            return new LocalCluster.Size(experiment.workers(), experiment.pythonWorkers(), program);
        } catch (PythonEnvironment.Missing e) {
            throw Failure.fault(String.valueOf(e.getMessage()));
        }
    }

    private Finished cluster(Submit submit, LocalCluster.Size size) {
        try (LocalCluster cluster = new LocalCluster(store, files, size, access(submit), line -> {})) {
            return runs.on(cluster, submit);
        }
    }

    private static PlanAccess access(Submit submit) {
        return PlanAccess.ofOwn(PlanReader.parse(submit.getPlan(), "experiment.yaml", List.of()), FileRule.anywhere());
    }
}
