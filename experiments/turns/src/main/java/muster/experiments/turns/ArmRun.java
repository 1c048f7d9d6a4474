package muster.experiments.turns;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.ToLongBiFunction;
import muster.cli.client.CoordinatorClient.Follower;
import muster.cli.terminal.Failure;
import muster.cli.terminal.RunResultText;
import muster.protocol.Finished;
import muster.protocol.Progress;

/** The run of one arm, from its submission until it is stopped. */
abstract class ArmRun implements Follower, AutoCloseable {
    private final String phase;
    private final CompletableFuture<Void> measuring = new CompletableFuture<>();
    private final CompletableFuture<Finished> finished = new CompletableFuture<>();

    /** @param phase name of the measured one */
    ArmRun(String phase) {
        this.phase = phase;
    }

    abstract Arm arm();

    /**
     * Of its operations, once it has ended.
     *
     * @param fromNs on the arm's clock; what began before is left out where the arm can tell
     * @param expected how many of so many executions of an operation may be absent
     */
    abstract ArmLatency latency(long fromNs, ToLongBiFunction<String, Long> expected);

    /** Ends it with what was measured. */
    abstract void cancel();

    final void start(Callable<Finished> run) {
        Thread.ofPlatform().daemon(true).name("arm-" + arm().name()).start(() -> {
            try {
                finished.complete(run.call());
            } catch (Exception | Error failed) {
                finished.completeExceptionally(failed);
            }
        });
    }

    @Override
    public void progress(Progress progress) {
        if (progress.getPhase().equals(phase) && progress.getOperations() > 0) {
            measuring.complete(null);
        }
    }

    /** Waits until it offers load in its measured phase. */
    final void awaitMeasuring() throws InterruptedException {
        try {
            CompletableFuture.anyOf(measuring, finished).get();
        } catch (ExecutionException failed) {
            throw failure(failed);
        }
        if (finished.isDone()) {
            throw ended(finished.join());
        }
    }

    /** Throws if it has ended by itself. */
    final void requireRunning() {
        if (finished.isDone()) {
            throw ended(finished.join());
        }
    }

    final Finished awaitEnd() throws InterruptedException {
        try {
            return finished.get();
        } catch (ExecutionException failed) {
            throw failure(failed);
        }
    }

    private Failure ended(Finished end) {
        return Failure.passedOn(end.getExitCode(), "the arm " + arm().name() + " ended: " + RunResultText.reason(end));
    }

    private Failure failure(ExecutionException failed) {
        return failed.getCause() instanceof Failure failure
                ? failure
                : Failure.fault("the arm " + arm().name() + " failed: " + failed.getCause());
    }

    @Override
    public abstract void close();
}
