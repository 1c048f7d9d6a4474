package muster.cli.reproduce;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import muster.cli.claims.Experiment;
import muster.cli.claims.Mode;
import muster.cli.client.ProgressLines;
import muster.cli.host.PythonEnvironment;
import muster.cli.run.CoordinatorCommand;
import muster.cli.run.LocalCluster;
import muster.cli.run.PythonProgram;
import muster.cli.run.RunArguments;
import muster.cli.run.Standalone;
import muster.cli.terminal.Failure;
import muster.cli.terminal.Interrupts;
import muster.coordinator.core.event.ExitCode;
import muster.coordinator.server.FileDepot;
import muster.protocol.Finished;
import muster.protocol.Submit;
import muster.store.file.Store;
import muster.workloads.plan.FileRule;

/** Runs experiments one after the other, in this process or on a local cluster. */
final class ExperimentRuns {
    private static final int WORKER_TIMEOUT_MS = 60_000;

    private final Store store;
    private final ProgressLines progress;
    private final AtomicBoolean interrupted = new AtomicBoolean();

    ExperimentRuns(Store store, ProgressLines progress) {
        this.store = store;
        this.progress = progress;
        Interrupts.handle(() -> interrupted.set(true));
    }

    /** Whether Ctrl-C has ended a run, or came between two. */
    boolean interrupted() {
        return interrupted.get();
    }

    /** One run of its plan, with the server that the plan names. */
    Finished run(Experiment experiment, Mode mode) throws InterruptedException {
        Submit submit = Submit.newBuilder()
                .setRequest(ThreadLocalRandom.current().nextLong())
                .setPlan(experiment.plan(mode).text())
                .setName(experiment.name())
                .setExpectWorkers(Math.max(1, experiment.workers() + experiment.pythonWorkers()))
                .setWorkerTimeoutMs(WORKER_TIMEOUT_MS)
                .setTrials(1)
                .setLeaseSize(RunArguments.leaseSize(experiment.lease()))
                .setOrderSeed(ThreadLocalRandom.current().nextLong(1, 1_000_000_000))
                .build();
        Finished finished = experiment.clustered() ? cluster(submit, size(experiment)) : alone(submit);
        progress.end();
        Interrupts.handle(() -> interrupted.set(true));
        if (finished.getExitCode() == ExitCode.ABORTED.code()) {
            interrupted.set(true);
        }
        return finished;
    }

    private Finished alone(Submit submit) throws InterruptedException {
        try (Standalone standalone = new Standalone(store, CoordinatorCommand.depot(), progress)) {
            Interrupts.handle(standalone::cancel);
            return standalone.run(submit);
        }
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
        FileDepot depot = CoordinatorCommand.depot();
        try (LocalCluster cluster = new LocalCluster(store, depot, size, FileRule.anywhere(), line -> {})) {
            return cluster.run(submit, progress);
        }
    }
}
