package muster.experiments.turns;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import muster.cli.client.CoordinatorClient.Follower;
import muster.cli.terminal.Failure;
import muster.cli.terminal.RunResultText;
import muster.coordinator.observe.ServerCpu;
import muster.model.RunEnd;
import muster.protocol.Finished;
import muster.protocol.Progress;
import org.jspecify.annotations.Nullable;

/** One arm: what comes before its measured phase is one run, and that phase another, which is stopped when enough was measured. */
abstract class ArmRun implements Follower, AutoCloseable {
    private final String name;
    private final ArmPlan plan;
    private final @Nullable ServerCpu server;
    private final CompletableFuture<Void> measuring = new CompletableFuture<>();
    private final CompletableFuture<Finished> finished = new CompletableFuture<>();

    ArmRun(String name, ArmPlan plan) {
        this.name = name;
        this.plan = plan;
        this.server = ServerCpu.at(plan.uri());
    }

    /** Processor time, until now, of all processes that work for it. */
    abstract ProcessorTime.Used used();

    /** Executes a plan; returns when it has ended. */
    abstract Finished run(String text) throws Exception;

    /** Operations until now, whatever came of them. */
    abstract long completed();

    /** Those of {@link #completed} that failed. */
    long failed() {
        return 0;
    }

    /** Ends the measured phase with what was measured. */
    abstract void cancel();

    final ArmPlan plan() {
        return plan;
    }

    /** Of its target; null where no process of this host answers at its address. */
    final @Nullable ServerCpu server() {
        return server;
    }

    /** Loads and warms up. */
    final void prepare() throws InterruptedException {
        if (!plan.before().isEmpty()) {
            Finished end = get(() -> run(plan.before()));
            if (!end.getState().equals(RunEnd.COMPLETE)) {
                throw ended(end);
            }
        }
    }

    private Finished get(Callable<Finished> run) throws InterruptedException {
        try {
            return run.call();
        } catch (InterruptedException | Failure known) {
            throw known;
        } catch (Exception failed) {
            throw Failure.fault("the arm " + name + " failed: " + failed);
        }
    }

    /** Begins with the measured phase. */
    final void start() {
        Thread.ofPlatform().daemon(true).name("arm-" + name).start(() -> {
            try {
                finished.complete(run(plan.text()));
            } catch (Exception | Error failed) {
                finished.completeExceptionally(failed);
            }
        });
    }

    @Override
    public void progress(Progress progress) {
        if (progress.getPhase().equals(plan.phase()) && progress.getOperations() > 0) {
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
        requireRunning();
    }

    /** Throws if it has ended by itself. */
    final void requireRunning() {
        if (finished.isCompletedExceptionally()) {
            throw failure(finished.exceptionNow());
        }
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
        return Failure.passedOn(
                end.getExitCode(), "the arm " + name + " ended: " + plan.asInPlan(RunResultText.reason(end)));
    }

    private Failure failure(Throwable failed) {
        Throwable cause =
                failed instanceof ExecutionException && failed.getCause() != null ? failed.getCause() : failed;
        return cause instanceof Failure failure ? failure : Failure.fault("the arm " + name + " failed: " + cause);
    }

    @Override
    public abstract void close();
}
