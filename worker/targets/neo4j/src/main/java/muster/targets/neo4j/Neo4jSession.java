package muster.targets.neo4j;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import muster.targets.neo4j.OpenTransaction.Received;
import muster.targets.neo4j.connection.ConnectionLimit;
import muster.targets.support.ActionOutcome;
import muster.targets.support.Deadline;
import muster.workloads.operation.DataOperation.LoadNodes;
import muster.workloads.operation.InsertOperation.InsertVertices;
import muster.workloads.operation.Query;
import muster.workloads.operation.QueryOperation;
import muster.workloads.target.AbortResult;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.Outcome;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Stage;
import muster.workloads.target.Transaction;
import org.jspecify.annotations.Nullable;
import org.neo4j.driver.AccessMode;

/**
 * Runs each transaction as the driver's explicit one: begin, run, commit, a round trip each, and one more that the
 * driver makes to reset the connection before it goes back to the pool, which counts as commit.
 *
 * <p>A session begins its first transaction when it is made. So every client has its own connection in the pool
 * before any time is measured, and the first operation has no stage "begin" to speak of. Where clients share connections
 * they are opened as they are needed.
 */
final class Neo4jSession implements Session {
    /** A connection that is given back later than this is none of the next operation's business. */
    private static final Duration CLEAN_UP = Duration.ofSeconds(1);

    private final Connector connector;
    private final Binding binding;
    private @Nullable OpenTransaction prepared;

    /** @param prepared null where clients share connections */
    Neo4jSession(Connector connector, Binding binding, @Nullable OpenTransaction prepared) {
        this.connector = connector;
        this.binding = binding;
        this.prepared = prepared;
    }

    @Override
    public void execute(Transaction transaction, Probe probe) throws OperationFailure {
        Deadline deadline = Deadline.after(connector.operationTimeout());
        ConnectionLimit limit = connector.limit(transaction);
        acquire(limit, deadline);
        try {
            execute(transaction, deadline, probe);
        } finally {
            limit.release();
        }
    }

    private void acquire(ConnectionLimit limit, Deadline deadline) throws OperationFailure {
        try {
            limit.acquire(deadline);
        } catch (TimeoutException | InterruptedException e) {
            throw Failures.of(e, false, connector.dialect());
        }
    }

    private void execute(Transaction transaction, Deadline deadline, Probe probe) throws OperationFailure {
        List<Statement> statements = binding.statements(transaction, probe);
        OpenTransaction open = acquire(access(transaction));
        probe.stage(Stage.ACQUIRE);
        try {
            Received[] answers = deadline.await(open.run(statements));
            open.tell(probe);
            tell(statements, answers, probe);
        } catch (Throwable failure) {
            failed(failure, open, transaction, probe);
        }
    }

    private static void tell(List<Statement> statements, Received[] answers, Probe probe) {
        for (int i = 0; i < answers.length; i++) {
            Statement statement = statements.get(i);
            statement.answer().report(statement.first(), answers[i].rows(), answers[i].summary(), probe);
        }
    }

    /** Reads are executed so that the database refuses a write. */
    private static AccessMode access(Transaction transaction) {
        for (int i = 0; i < transaction.size(); i++) {
            if (!(transaction.operation(i) instanceof QueryOperation(Query query, var values)) || query.write()) {
                return AccessMode.WRITE;
            }
        }
        return AccessMode.READ;
    }

    private OpenTransaction acquire(AccessMode access) {
        OpenTransaction first = prepared;
        prepared = null;
        if (first == null || first.access() == access) {
            return first != null ? first : connector.begin(access);
        }
        first.abandon(CLEAN_UP);
        return connector.begin(access);
    }

    private void failed(Throwable failure, OpenTransaction open, Transaction transaction, Probe probe)
            throws OperationFailure {
        boolean committing = !open.preventCommit();
        open.tell(probe);
        open.abandon(CLEAN_UP);
        if (failure instanceof Error error) {
            throw error;
        }
        OperationFailure reason = Failures.of(failure, committing, connector.dialect());
        if (!insertedBefore(reason, transaction)) {
            throw reason;
        }
        ActionOutcome.ofAll(transaction, Outcome.DUPLICATE, probe);
    }

    /** Vertices commit as a whole: if one id is there, an earlier execution has inserted them all. */
    private static boolean insertedBefore(OperationFailure reason, Transaction transaction) {
        return reason.errorClass().equals(Failures.DUPLICATE_ID)
                && transaction.operations().stream()
                        .allMatch(operation -> operation instanceof InsertVertices || operation instanceof LoadNodes);
    }

    @Override
    public AbortResult abort() {
        return connector.termination().terminate();
    }

    @Override
    public void close() {
        OpenTransaction unused = prepared;
        prepared = null;
        if (unused != null) {
            unused.abandon(CLEAN_UP);
        }
    }
}
