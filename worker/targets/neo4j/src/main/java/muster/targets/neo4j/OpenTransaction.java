package muster.targets.neo4j;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import muster.workloads.target.Probe;
import org.neo4j.driver.Record;
import org.neo4j.driver.async.AsyncSession;
import org.neo4j.driver.async.AsyncTransaction;
import org.neo4j.driver.async.ResultCursor;

/** A transaction of the driver from its begin to its end. */
final class OpenTransaction {
    /**
     * Statements that are sent before the first answer is waited for. It bounds what both sides hold in memory, and is
     * far more than the round trip needs.
     */
    private static final int WINDOW = 128;

    private final AsyncSession session;
    private final CompletionStage<AsyncTransaction> begin;
    private boolean committing;

    OpenTransaction(AsyncSession session, CompletionStage<AsyncTransaction> begin) {
        this.session = session;
        this.begin = begin;
    }

    /** Waits until the server has begun it. */
    void begun(Deadline deadline) throws Throwable {
        deadline.await(begin);
    }

    /** Sends the statements one behind the other, without waiting for answers in between; reports in their order. */
    void run(List<Statement> statements, Deadline deadline, Probe probe) throws Throwable {
        AsyncTransaction transaction = deadline.await(begin);
        @SuppressWarnings({"unchecked", "rawtypes"})
        CompletionStage<ResultCursor>[] sent = new CompletionStage[statements.size()];
        for (int i = 0; i < sent.length + WINDOW; i++) {
            if (i < sent.length) {
                sent[i] = transaction.runAsync(statements.get(i).query());
            }
            int answered = i - WINDOW;
            if (answered >= 0 && answered < sent.length) {
                receive(sent[answered], statements.get(answered), deadline, probe);
            }
        }
    }

    private static void receive(CompletionStage<ResultCursor> sent, Statement statement, Deadline deadline, Probe probe)
            throws Throwable {
        ResultCursor cursor = deadline.await(sent);
        List<Record> rows = deadline.await(cursor.listAsync());
        statement.answer().report(statement.first(), rows, deadline.await(cursor.consumeAsync()), probe);
    }

    void commit(Deadline deadline) throws Throwable {
        AsyncTransaction transaction = deadline.await(begin);
        committing = true;
        deadline.await(transaction.commitAsync());
    }

    /** Whether the commit was sent. */
    boolean committing() {
        return committing;
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
