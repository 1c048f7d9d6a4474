package muster.targets.falkordb;

import com.falkordb.GraphTransaction;
import com.falkordb.ResultSet;
import com.falkordb.Statistics;
import java.util.ArrayList;
import java.util.List;
import muster.workloads.target.AbortResult;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Stage;
import muster.workloads.target.Transaction;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Response;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Sends each transaction over its own connection: one statement unchanged, several between MULTI and EXEC in one round
 * trip. FalkorDB executes the latter past the order of the former, which then create what is there already; so after the
 * first of several all that write go this way, as what is left at the end of a lease (docs/decisions/0098). Stage "server"
 * is the execution time that the server tells with each answer.
 */
final class FalkorDbSession implements Session {
    private static final double NS_PER_MS = 1e6;

    private final FalkorDbSettings settings;
    private final Binding binding;
    private Connection connection;
    /** Whether what the server would do is under way, so that a lost answer leaves it open. */
    private boolean sent;

    /** Whether writes go between MULTI and EXEC from now on. */
    private boolean between;

    FalkorDbSession(FalkorDbSettings settings, Binding binding, Connection connection) {
        this.settings = settings;
        this.binding = binding;
        this.connection = connection;
    }

    @Override
    public void execute(Transaction transaction, Probe probe) throws OperationFailure {
        List<Statement> statements = binding.statements(transaction, probe);
        sent = false;
        try {
            connect();
            binding.preparations(transaction).forEach(connection::prepare);
            long startNs = System.nanoTime();
            probe.stage(Stage.ACQUIRE, startNs);
            between |= statements.size() > 1;
            boolean alone =
                    statements.size() == 1 && !(between && statements.getFirst().writes());
            List<ResultSet> answers = alone ? one(statements.getFirst()) : several(statements);
            tell(answers, startNs, probe);
            for (int i = 0; i < answers.size(); i++) {
                Statement statement = statements.get(i);
                statement.answer().report(statement.first(), answers.get(i), probe);
            }
        } catch (JedisException e) {
            throw failed(e, statements);
        }
    }

    /** Takes a new connection only where the old one has ended: what is sent on it then was surely not sent before. */
    private void connect() {
        if (!connection.usable()) {
            connection.close();
            connection = Connection.open(settings);
        }
    }

    private List<ResultSet> one(Statement statement) {
        sent = true;
        return switch (statement.command()) {
            case QUERY -> List.of(connection.query(statement.query()));
            case READ_ONLY_QUERY -> List.of(connection.readOnlyQuery(statement.query()));
            case EXPLAIN -> {
                connection.explain(statement.query());
                yield List.of();
            }
        };
    }

    private List<ResultSet> several(List<Statement> statements) {
        List<Response<ResultSet>> responses = new ArrayList<>(statements.size());
        GraphTransaction several = connection.multi();
        for (Statement statement : statements) {
            switch (statement.command()) {
                case QUERY -> responses.add(several.query(statement.query()));
                case READ_ONLY_QUERY -> responses.add(several.readOnlyQuery(statement.query()));
                case EXPLAIN -> several.explain(statement.query());
            }
        }
        sent = true;
        several.exec();
        return Connection.answers(responses);
    }

    private static void tell(List<ResultSet> answers, long startNs, Probe probe) {
        long nowNs = System.nanoTime();
        double serverMs = 0;
        for (ResultSet answer : answers) {
            serverMs += executionMs(answer.getStatistics());
        }
        if (!answers.isEmpty()) {
            probe.stage(Stage.SERVER, Math.min(nowNs, startNs + Math.round(serverMs * NS_PER_MS)));
        }
        probe.stage(Stage.WAIT, nowNs);
    }

    /** Of a text such as "0.120 milliseconds". */
    private static double executionMs(Statistics statistics) {
        @Nullable String text = statistics.getStringValue(Statistics.Label.QUERY_INTERNAL_EXECUTION_TIME);
        return text == null ? 0 : Double.parseDouble(text.substring(0, text.indexOf(' ')));
    }

    private OperationFailure failed(RuntimeException failure, List<Statement> statements) {
        OperationFailure reason =
                Failures.of(failure, sent && statements.stream().anyMatch(Statement::writes), statements.size() > 1);
        if (!Failures.answered(failure)) {
            connection.close();
        }
        return reason;
    }

    @Override
    public AbortResult abort() {
        return AbortResult.running("FalkorDB has no command that ends a query; only the operationTimeout does");
    }

    @Override
    public void close() {
        connection.close();
    }
}
