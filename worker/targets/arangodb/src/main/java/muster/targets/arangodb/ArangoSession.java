package muster.targets.arangodb;

import com.arangodb.ArangoCursor;
import com.arangodb.ArangoDatabase;
import com.arangodb.model.AqlQueryOptions;
import com.arangodb.model.ExplainAqlQueryOptions;
import com.arangodb.model.StreamTransactionOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import muster.targets.arangodb.Statement.Query;
import muster.targets.support.ActionOutcome;
import muster.workloads.operation.InsertOperation;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.Outcome;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Stage;
import muster.workloads.target.Transaction;
import org.jspecify.annotations.Nullable;

/** One action is a query, which commits by itself; several are a stream transaction: begin, one query each, commit. */
final class ArangoSession implements Session {
    private final ArangoDatabase database;
    private final Binding binding;
    private @Nullable String open;
    private boolean committing;

    ArangoSession(ArangoDatabase database, Binding binding) {
        this.database = database;
        this.binding = binding;
    }

    @Override
    public void execute(Transaction transaction, Probe probe) throws OperationFailure {
        List<Statement> statements = new ArrayList<>();
        transaction.operations().forEach(operation -> statements.add(binding.statement(operation)));
        open = null;
        committing = false;
        try {
            if (statements.size() == 1) {
                committing = statements.getFirst() instanceof Query query && query.writes();
                run(statements.getFirst(), 0, probe);
                probe.stage(Stage.EXECUTE);
            } else {
                together(statements, probe);
            }
        } catch (RuntimeException failure) {
            failed(failure, transaction, probe);
        }
    }

    private void together(List<Statement> statements, Probe probe) {
        StreamTransactionOptions options =
                new StreamTransactionOptions().readCollections(Collections.ALL).writeCollections(Collections.ALL);
        open = database.beginStreamTransaction(options).getId();
        probe.stage(Stage.BEGIN);
        for (int i = 0; i < statements.size(); i++) {
            run(statements.get(i), i, probe);
        }
        probe.stage(Stage.EXECUTE);
        committing = true;
        database.commitStreamTransaction(open);
        open = null;
        probe.stage(Stage.COMMIT);
    }

    private void run(Statement statement, int position, Probe probe) {
        switch (statement) {
            case Statement.Cheapest cheapest -> database.getVersion();
            case Statement.Explain explain ->
                database.explainAqlQuery(explain.aql(), explain.variables(), new ExplainAqlQueryOptions());
            case Query query -> ActionOutcome.answered(position, answer(query), query.elements(), probe);
        }
    }

    private Object answer(Query query) {
        AqlQueryOptions options = new AqlQueryOptions().streamTransactionId(open);
        try (ArangoCursor<Object> rows = database.query(query.aql(), Object.class, query.variables(), options)) {
            return rows.hasNext() ? rows.next() : "ok";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void failed(RuntimeException failure, Transaction transaction, Probe probe) throws OperationFailure {
        abandon();
        if (failure instanceof IllegalStateException) {
            throw failure;
        }
        if (!insertedBefore(failure, transaction)) {
            throw Failures.of(failure, committing);
        }
        ActionOutcome.ofAll(transaction, Outcome.DUPLICATE, probe);
    }

    /** A transaction commits as a whole: if one key is there, an earlier execution has inserted them all. */
    private static boolean insertedBefore(RuntimeException failure, Transaction transaction) {
        return Failures.number(failure) == Failures.UNIQUE_VIOLATED
                && transaction.operations().stream().allMatch(InsertOperation.class::isInstance);
    }

    /** What cannot be ended the server ends by itself, after a minute without a request. */
    private void abandon() {
        String left = open;
        open = null;
        if (left != null) {
            try {
                database.abortStreamTransaction(left);
            } catch (RuntimeException e) {
                // What went wrong was reported already.
                return;
            }
        }
    }

    @Override
    public void close() {
        abandon();
    }
}
