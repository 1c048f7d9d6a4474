package muster.targets.postgresql;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import muster.targets.support.ActionOutcome;
import muster.workloads.operation.DataOperation;
import muster.workloads.operation.InsertOperation;
import muster.workloads.operation.Operation;
import muster.workloads.operation.QueryOperation;
import muster.workloads.target.AbortResult;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.Outcome;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Stage;
import muster.workloads.target.Transaction;

/**
 * Sends a single statement unchanged, which commits by itself; several between BEGIN, which travels with the first of
 * them, and COMMIT, a round trip each.
 */
final class PostgresqlSession implements Session {
    private final PostgresqlSettings settings;
    private final Binding binding;
    private volatile Connection connection;
    /** Whether a request was sent that commits. */
    private boolean committing;

    PostgresqlSession(PostgresqlSettings settings, Binding binding, Connection connection) {
        this.settings = settings;
        this.binding = binding;
        this.connection = connection;
    }

    @Override
    public void execute(Transaction transaction, Probe probe) throws OperationFailure {
        List<Request> requests = binding.statements(transaction, probe);
        committing = false;
        try {
            connect();
            if (transaction.operation(0) instanceof QueryOperation) {
                connection.readOnly(requests.stream().noneMatch(Request::writes));
            }
            probe.stage(Stage.ACQUIRE);
            List<Request.Report> reports =
                    requests.size() == 1 ? one(requests.getFirst(), probe) : several(requests, probe);
            reports.forEach(report -> report.to(probe));
        } catch (SQLException e) {
            recover(e);
            tell(e, transaction, probe);
        }
    }

    /** Takes a new connection only where the old one has ended: what is sent on it then was surely not sent before. */
    private void connect() throws SQLException {
        if (!connection.usable()) {
            connection.close();
            connection = Connection.open(settings);
        }
    }

    private List<Request.Report> one(Request request, Probe probe) throws SQLException {
        committing = request.writes();
        Request.Report report = request.send(connection);
        probe.stage(Stage.EXECUTE);
        return List.of(report);
    }

    private List<Request.Report> several(List<Request> requests, Probe probe) throws SQLException {
        connection.sql().setAutoCommit(false);
        List<Request.Report> reports = new ArrayList<>(requests.size());
        for (Request request : requests) {
            reports.add(request.send(connection));
        }
        probe.stage(Stage.EXECUTE);
        committing = true;
        connection.sql().commit();
        connection.sql().setAutoCommit(true);
        probe.stage(Stage.COMMIT);
        return reports;
    }

    /** Makes the connection ready for the next operation, or gives it up. */
    private void recover(SQLException failure) {
        if (!Failures.answered(failure)) {
            connection.close();
            return;
        }
        try {
            if (!connection.sql().getAutoCommit()) {
                connection.sql().rollback();
                connection.sql().setAutoCommit(true);
            }
        } catch (SQLException e) {
            connection.close();
        }
    }

    /**
     * A batch is written as a whole: a key that is there already says that an earlier execution has written all of it, and a
     * reference to nothing that an end of an edge is missing.
     */
    private void tell(SQLException failure, Transaction transaction, Probe probe) throws OperationFailure {
        String state = String.valueOf(failure.getSQLState());
        boolean batches = transaction.operations().stream().allMatch(PostgresqlSession::isBatch);
        if (batches && state.equals(Failures.UNIQUE_VIOLATION)) {
            ActionOutcome.ofAll(transaction, Outcome.DUPLICATE, probe);
        } else if (batches && state.equals(Failures.FOREIGN_KEY_VIOLATION) && transaction.size() == 1) {
            ActionOutcome.ofAll(transaction, Outcome.ABSENT, probe);
        } else {
            throw Failures.of(failure, committing);
        }
    }

    private static boolean isBatch(Operation operation) {
        return operation instanceof InsertOperation || operation instanceof DataOperation;
    }

    @Override
    public AbortResult abort() {
        return BackendCancellation.of(settings, connection);
    }

    @Override
    public void close() {
        connection.close();
    }
}
