package muster.targets.neo4j;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import muster.targets.support.Deadline;
import muster.workloads.target.Probe;
import muster.workloads.target.Stage;
import org.neo4j.driver.AccessMode;
import org.neo4j.driver.Record;
import org.neo4j.driver.async.AsyncSession;
import org.neo4j.driver.async.AsyncTransaction;
import org.neo4j.driver.async.ResultCursor;
import org.neo4j.driver.summary.ResultSummary;

/**
 * A transaction of the driver from its begin to its end. Each step is sent as soon as the one before is answered, by
 * the driver's own thread: the waiting client is woken once, at the end.
 */
final class OpenTransaction {
    /**
     * Statements that are sent before the first answer is waited for. It bounds what both sides hold in memory, and is
     * far more than the round trip needs.
     */
    private static final int WINDOW = 128;

    private final AsyncSession session;
    private final AccessMode access;
    private final CompletionStage<AsyncTransaction> begin;
    private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);
    private volatile long begunNs;
    private volatile long executedNs;
    private volatile long committedNs;

    private enum State {
        OPEN,
        COMMITTING,
        ABANDONED
    }

    /** What one statement brought. */
    record Received(List<Record> rows, ResultSummary summary) {}

    OpenTransaction(AsyncSession session, AccessMode access, CompletionStage<AsyncTransaction> begin) {
        this.session = session;
        this.access = access;
        this.begin = begin;
    }

    AccessMode access() {
        return access;
    }

    /** Waits until the server has begun it. */
    void begun(Deadline deadline) throws Throwable {
        deadline.await(begin);
    }

    /** Begins, sends the statements one behind the other without waiting for answers in between, and commits. */
    CompletionStage<Received[]> run(List<Statement> statements) {
        Received[] answers = new Received[statements.size()];
        return begin.thenCompose(transaction -> {
            begunNs = System.nanoTime();
            return ask(transaction, statements, 0, answers)
                    .thenCompose(answered -> commit(transaction))
                    .thenApply(committed -> answers);
        });
    }

    private static CompletionStage<Void> ask(
            AsyncTransaction transaction, List<Statement> statements, int from, Received[] answers) {
        int to = Math.min(from + WINDOW, answers.length);
        CompletableFuture<?>[] window = new CompletableFuture<?>[to - from];
        for (int i = from; i < to; i++) {
            int at = i;
            window[at - from] = transaction
                    .runAsync(statements.get(at).query())
                    .thenCompose(cursor -> receive(cursor, statements.get(at).answer()))
                    .thenAccept(received -> answers[at] = received)
                    .toCompletableFuture();
        }
        CompletableFuture<Void> answered = CompletableFuture.allOf(window);
        return to == answers.length ? answered : answered.thenCompose(all -> ask(transaction, statements, to, answers));
    }

    private static CompletionStage<Received> receive(ResultCursor cursor, ActionResult answer) {
        if (answer.streams()) {
            return RowStream.read(cursor, answer).thenApply(summary -> new Received(List.of(), summary));
        }
        return cursor.listAsync()
                .thenCompose(rows -> cursor.consumeAsync().thenApply(summary -> new Received(rows, summary)));
    }

    /** Not if it was abandoned meanwhile: then it was told to have failed, and must not happen. */
    private CompletionStage<Void> commit(AsyncTransaction transaction) {
        executedNs = System.nanoTime();
        if (!state.compareAndSet(State.OPEN, State.COMMITTING)) {
            return CompletableFuture.failedStage(new CancellationException("abandoned"));
        }
        return transaction.commitAsync().thenAccept(committed -> committedNs = System.nanoTime());
    }

    /** Reports the stages that it has passed so far. */
    void tell(Probe probe) {
        tell(probe, Stage.BEGIN, begunNs);
        tell(probe, Stage.EXECUTE, executedNs);
        tell(probe, Stage.COMMIT, committedNs);
    }

    private static void tell(Probe probe, Stage stage, long endNs) {
        if (endNs != 0) {
            probe.stage(stage, endNs);
        }
    }

    /** Prevents a commit that was not sent yet; false if it was sent before. */
    boolean preventCommit() {
        return state.compareAndSet(State.OPEN, State.ABANDONED) || state.get() == State.ABANDONED;
    }

    /** Rolls back what may be open and gives the connection back, without waiting longer than this for it. */
    void abandon(Duration atMost) {
        boolean interrupted = Thread.interrupted();
        try {
            Deadline.after(atMost).await(session.closeAsync());
        } catch (InterruptedException e) {
            interrupted = true;
        } catch (Throwable e) {
            // What went wrong was reported already, and the pool drops a connection that is broken.
            return;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
