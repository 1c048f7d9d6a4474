package muster.cli.run;

import java.util.concurrent.atomic.AtomicBoolean;
import muster.cli.client.ProgressLines;
import muster.cli.terminal.Interrupts;
import muster.coordinator.core.event.ExitCode;
import muster.coordinator.server.FileDepot;
import muster.protocol.Finished;
import muster.protocol.Submit;
import muster.store.file.Store;

/** Runs of one command, one after the other. Ctrl-C ends the run that is under way, and is not lost between two. */
public final class ConsecutiveRuns {
    private final Store store;
    private final FileDepot files;
    private final ProgressLines progress;
    private final AtomicBoolean interrupted = new AtomicBoolean();

    public ConsecutiveRuns(Store store, FileDepot files, ProgressLines progress) {
        this.store = store;
        this.files = files;
        this.progress = progress;
        awaitInterrupt();
    }

    private void awaitInterrupt() {
        Interrupts.handle(() -> interrupted.set(true));
    }

    /** Whether Ctrl-C has ended a run, or came between two. */
    public boolean interrupted() {
        return interrupted.get();
    }

    /** In this process. */
    public Finished alone(Submit submit) throws InterruptedException {
        try (Standalone standalone = new Standalone(store, files, progress)) {
            Interrupts.handle(standalone::cancel);
            return ended(standalone.run(submit));
        }
    }

    /** On a cluster of this machine. */
    public Finished on(LocalCluster cluster, Submit submit) {
        return ended(cluster.run(submit, progress));
    }

    private Finished ended(Finished finished) {
        progress.end();
        awaitInterrupt();
        if (finished.getExitCode() == ExitCode.ABORTED.code()) {
            interrupted.set(true);
        }
        return finished;
    }
}
