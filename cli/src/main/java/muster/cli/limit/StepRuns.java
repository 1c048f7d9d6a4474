package muster.cli.limit;

import java.util.concurrent.atomic.AtomicBoolean;
import muster.cli.client.ProgressLines;
import muster.cli.run.LocalCluster;
import muster.cli.run.PlanArguments;
import muster.cli.run.RunArguments;
import muster.cli.run.Standalone;
import muster.cli.terminal.Interrupts;
import muster.coordinator.core.event.ExitCode;
import muster.protocol.Finished;
import muster.protocol.Submit;
import muster.store.file.Store;
import muster.workloads.plan.language.Durations;
import org.jspecify.annotations.Nullable;

/** Runs one plan after the other, in this process or on one local cluster. */
final class StepRuns implements AutoCloseable {
    private final Store store;
    private final RunArguments arguments;
    private final int workers;
    private final ProgressLines progress;
    private final AtomicBoolean interrupted = new AtomicBoolean();
    private final @Nullable LocalCluster cluster;

    /** @param workers processes; 0 for this one alone */
    StepRuns(Store store, PlanArguments plan, int workers, ProgressLines progress) {
        this.store = store;
        this.arguments = RunArguments.of(plan, Durations.parse("60s"));
        this.workers = workers;
        this.progress = progress;
        this.cluster = workers == 0
                ? null
                : new LocalCluster(
                        store, arguments.depot(), LocalCluster.Size.java(workers), arguments.rule(), line -> {});
        Interrupts.handle(() -> interrupted.set(true));
    }

    /** Whether Ctrl-C has ended a run, or came between two. */
    boolean interrupted() {
        return interrupted.get();
    }

    Finished run(String plan, String name, String mayErase) throws InterruptedException {
        Submit submit = arguments.submit(Math.max(1, workers)).toBuilder()
                .setPlan(plan)
                .setName(name)
                .setAllowErase(mayErase)
                .build();
        Finished finished = cluster == null ? alone(submit) : cluster.run(submit, progress);
        progress.end();
        Interrupts.handle(() -> interrupted.set(true));
        if (finished.getExitCode() == ExitCode.ABORTED.code()) {
            interrupted.set(true);
        }
        return finished;
    }

    private Finished alone(Submit submit) throws InterruptedException {
        try (Standalone standalone = new Standalone(store, arguments.depot(), progress)) {
            Interrupts.handle(standalone::cancel);
            return standalone.run(submit);
        }
    }

    @Override
    public void close() {
        if (cluster != null) {
            cluster.close();
        }
    }
}
