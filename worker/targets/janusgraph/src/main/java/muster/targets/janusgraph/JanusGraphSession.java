package muster.targets.janusgraph;

import java.time.Duration;
import java.util.List;
import muster.targets.janusgraph.connection.Connection;
import muster.targets.janusgraph.connection.Failures;
import muster.targets.janusgraph.connection.Refusal;
import muster.targets.janusgraph.script.ActionResult;
import muster.targets.janusgraph.script.Binding;
import muster.targets.janusgraph.script.Request;
import muster.targets.support.Deadline;
import muster.workloads.operation.QueryOperation;
import muster.workloads.target.AbortResult;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Stage;
import muster.workloads.target.Transaction;

/**
 * Sends each transaction as one script. Stages: "send" until the request is written, which after a broken connection
 * includes opening the next; "wait" until the whole answer is there, which the server sends after its commit.
 */
final class JanusGraphSession implements Session {
    private final Connection connection;
    private final Binding binding;
    private final Duration operationTimeout;

    JanusGraphSession(Connection connection, Binding binding, Duration operationTimeout) {
        this.connection = connection;
        this.binding = binding;
        this.operationTimeout = operationTimeout;
    }

    @Override
    public void execute(Transaction transaction, Probe probe) throws OperationFailure {
        Deadline deadline = Deadline.after(operationTimeout);
        if (transaction.operation(0) instanceof QueryOperation) {
            for (int position = 0; position < transaction.size(); position++) {
                query((QueryOperation) transaction.operation(position), position, deadline, probe);
            }
        } else {
            actions(binding.request(transaction), deadline, probe);
        }
    }

    /** Each is committed by the server: those before a failure stay. */
    private void query(QueryOperation operation, int position, Deadline deadline, Probe probe) throws OperationFailure {
        Request request = binding.request(operation);
        QueryRows rows = new QueryRows(probe.answer(position), operation.query());
        boolean sent = false;
        try {
            Connection.Pending answer = connection.send(request, deadline);
            sent = true;
            probe.stage(Stage.SEND);
            if (!answer.each(deadline, binding.executes() ? rows::take : ignored -> true)) {
                // The rest of the answer is on its way, and nothing stops the server but the end of the connection.
                connection.close();
            }
            probe.stage(Stage.WAIT);
            if (binding.executes()) {
                rows.report(position, probe);
            }
        } catch (Error error) {
            connection.close();
            throw error;
        } catch (Throwable failure) {
            throw failed(failure, sent && request.writes());
        }
    }

    private void actions(Request request, Deadline deadline, Probe probe) throws OperationFailure {
        boolean sent = false;
        try {
            Connection.Pending answer = connection.send(request, deadline);
            sent = true;
            probe.stage(Stage.SEND);
            List<?> results = answer.results(deadline);
            probe.stage(Stage.WAIT);
            report(request.answers(), results, probe);
        } catch (Error error) {
            connection.close();
            throw error;
        } catch (Throwable failure) {
            throw failed(failure, sent && request.writes());
        }
    }

    private static void report(List<ActionResult> answers, List<?> results, Probe probe) {
        for (int position = 0; position < answers.size(); position++) {
            answers.get(position).report(position, results.get(position), probe);
        }
    }

    /** Where the server has answered, if only with an error, the connection is as good as before. */
    private OperationFailure failed(Throwable failure, boolean written) {
        if (!(failure instanceof Refusal)) {
            connection.close();
        }
        return Failures.of(failure, written);
    }

    @Override
    public AbortResult abort() {
        return AbortResult.running("Gremlin Server ends no request from outside, since an interrupt "
                + "within BerkeleyJE would close its files");
    }

    @Override
    public void close() {
        connection.close();
    }
}
