package muster.targets.neo4j.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import muster.targets.neo4j.http.QueryApi.Statement;
import muster.workloads.operation.Operation;
import muster.workloads.operation.Query;
import muster.workloads.operation.QueryOperation;
import muster.workloads.target.AbortResult;
import muster.workloads.target.Depth;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.TargetException;
import muster.workloads.target.Transaction;
import org.jspecify.annotations.Nullable;

/**
 * Sends each statement as a request. One alone commits at once; several are a transaction that the first one begins and
 * the last one commits. Operations that are no statements of the plan, which load data, go over Bolt.
 */
final class QueryApiSession implements Session {
    private static final List<String> LANGUAGES = List.of("cypher");
    private static final String TRANSACTION = "/tx";

    private final QueryApi api;
    private final Depth depth;
    private final SessionOpener bolt;
    private @Nullable Session loading;

    /** Opens a session over Bolt. */
    interface SessionOpener {
        Session open(Depth depth) throws TargetException;
    }

    QueryApiSession(QueryApi api, Depth depth, SessionOpener bolt) {
        this.api = api;
        this.depth = depth;
        this.bolt = bolt;
    }

    @Override
    public void execute(Transaction transaction, Probe probe) throws OperationFailure {
        List<QueryOperation> queries = new ArrayList<>();
        for (Operation operation : transaction.operations()) {
            if (!(operation instanceof QueryOperation query)) {
                loading().execute(transaction, probe);
                return;
            }
            queries.add(query);
        }
        List<StatementAnswer> answers = ask(queries, probe);
        for (int i = 0; depth == Depth.EXECUTE && i < answers.size(); i++) {
            answers.get(i).report(i, probe);
        }
    }

    private Session loading() throws OperationFailure {
        try {
            Session open = loading == null ? bolt.open(depth) : loading;
            loading = open;
            return open;
        } catch (TargetException e) {
            throw new OperationFailure(
                    OperationFailure.Kind.TRANSIENT, "ServiceUnavailableException", String.valueOf(e.getMessage()));
        }
    }

    private List<StatementAnswer> ask(List<QueryOperation> queries, Probe probe) throws OperationFailure {
        boolean writes = queries.stream().anyMatch(query -> query.query().write());
        List<StatementAnswer> answers = new ArrayList<>();
        String open = "";
        try {
            for (int i = 0; i < queries.size(); i++) {
                boolean last = i == queries.size() - 1;
                StatementAnswer answer = answer(queries.get(i).query(), i, probe);
                api.run(path(open, i, last), statement(queries.get(i), writes), last && writes, answer, probe);
                answers.add(answer);
                open = i == 0 && !last ? TRANSACTION + "/" + answer.transaction() : open;
            }
            return answers;
        } catch (OperationFailure e) {
            if (!open.isEmpty() && e.kind() != OperationFailure.Kind.UNKNOWN) {
                api.rollBack(open);
            }
            throw e;
        }
    }

    private static String path(String open, int position, boolean last) {
        if (position == 0) {
            return last ? "" : TRANSACTION;
        }
        return last ? open + "/commit" : open;
    }

    private StatementAnswer answer(Query query, int position, Probe probe) {
        return depth == Depth.EXECUTE
                ? new StatementAnswer(probe.answer(position), query.identity(), query.rowLimit())
                : StatementAnswer.unread();
    }

    private Statement statement(QueryOperation operation, boolean writes) {
        String text = operation.query().text(LANGUAGES).orElseThrow().text();
        return switch (depth) {
            case EXECUTE -> new Statement(text, operation.bindings(), writes);
            case PARSE -> new Statement("EXPLAIN " + text, operation.bindings(), writes);
            case NOTHING -> new Statement("RETURN 1", Map.of(), false);
        };
    }

    @Override
    public AbortResult abort() {
        Session open = loading;
        return open == null ? api.abort() : open.abort();
    }

    @Override
    public void close() {
        api.close();
        if (loading != null) {
            loading.close();
        }
    }
}
