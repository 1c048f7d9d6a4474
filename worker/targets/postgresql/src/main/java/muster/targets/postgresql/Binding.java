package muster.targets.postgresql;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import muster.targets.postgresql.data.CopyRows;
import muster.targets.postgresql.data.DataSchema;
import muster.targets.postgresql.query.ParameterizedSql;
import muster.targets.support.GraphityTexts;
import muster.targets.support.StatementBinding;
import muster.workloads.operation.DataOperation;
import muster.workloads.operation.DataOperation.CreateSchema;
import muster.workloads.operation.DataOperation.LoadEdges;
import muster.workloads.operation.DataOperation.LoadNodes;
import muster.workloads.operation.GraphityOperation;
import muster.workloads.operation.GraphityOperation.AddUser;
import muster.workloads.operation.GraphityOperation.Feed;
import muster.workloads.operation.GraphityOperation.Follow;
import muster.workloads.operation.GraphityOperation.LoadChain;
import muster.workloads.operation.GraphityOperation.LoadFollows;
import muster.workloads.operation.GraphityOperation.LoadUser;
import muster.workloads.operation.GraphityOperation.Post;
import muster.workloads.operation.GraphityOperation.Unfollow;
import muster.workloads.operation.InsertOperation;
import muster.workloads.operation.InsertOperation.InsertEdges;
import muster.workloads.operation.InsertOperation.InsertVertices;
import muster.workloads.operation.JourneyOperation;
import muster.workloads.operation.NoopOperation;
import muster.workloads.operation.Operation;
import muster.workloads.operation.OperationKind;
import muster.workloads.operation.Query;
import muster.workloads.operation.QueryOperation;
import muster.workloads.operation.StreamOperation;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.Depth;
import muster.workloads.target.Outcome;
import muster.workloads.target.Probe;

/** Turns operations into statements with their real parameters; used by one session. */
final class Binding extends StatementBinding<Request> {
    private static final Request CHEAPEST = new Request.Prepared("SELECT 1", false, List.of(), Request.Answer.NOTHING);

    private final GraphityTexts sql;
    private final IdentityHashMap<Query, ParameterizedSql> queries = new IdentityHashMap<>();

    Binding(Settings workload, Depth depth) {
        super(workload, depth);
        this.sql = GraphitySql.of(workload).texts();
    }

    @Override
    protected Request parsed(Request request) {
        return switch (request) {
            case Request.Prepared query -> query.explained();
            case Request.Copy copy -> copy.filtered();
            case QueryRequest query -> query.atParse();
            case QueryRequest.Explained explained -> explained;
            case SchemaRequest schema -> CHEAPEST;
        };
    }

    @Override
    protected Request cheapest(int first) {
        return CHEAPEST;
    }

    @Override
    protected Request statement(List<Operation> operations, int first, Probe probe) {
        return switch (operations.getFirst()) {
            case GraphityOperation graphity -> graphity(graphity, operations, first);
            case InsertOperation insert -> insert(insert, first);
            case JourneyOperation journey -> throw new IllegalArgumentException("sent step by step: " + journey);
            case QueryOperation query -> query(query, first, probe);
            case DataOperation load -> data(load, first);
            case StreamOperation stream ->
                throw new IllegalStateException("the provider refuses workload property-stream");
            case NoopOperation noop -> CHEAPEST;
        };
    }

    QueryRequest query(QueryOperation operation, int first, Probe probe) {
        ParameterizedSql text = queries.computeIfAbsent(operation.query(), QueryRequest::parsed);
        return new QueryRequest(text, operation, first, probe);
    }

    private static Request data(DataOperation operation, int first) {
        return switch (operation) {
            case CreateSchema create -> new SchemaRequest(DataSchema.statements(create.schema()));
            case LoadNodes load -> {
                String rows = CopyRows.of(load.rows());
                yield copy(
                        DataSchema.copy(load.type()), rows, first, load.rows().size());
            }
            case LoadEdges load -> {
                String rows = CopyRows.of(load.rows(), load.batch());
                yield copy(
                        DataSchema.copy(load.type()), rows, first, load.rows().size());
            }
        };
    }

    private Request graphity(GraphityOperation operation, List<Operation> operations, int first) {
        return switch (operation) {
            case LoadUser load -> LoadRequests.users(sql, same(operations), messageLength, first);
            case LoadFollows load -> LoadRequests.follows(sql, same(operations), first);
            case LoadChain load -> LoadRequests.chains(sql, same(operations), first);
            case AddUser(long user) ->
                write(sql.of(OperationKind.ADD_USER), Answers.changed(first, Outcome.DUPLICATE), user);
            case Follow(long user, long followee) ->
                write(sql.of(OperationKind.FOLLOW), Answers.single(first), user, followee);
            case Unfollow(long user, long followee) ->
                write(sql.of(OperationKind.UNFOLLOW), Answers.changed(first, Outcome.ABSENT), user, followee);
            case Post(long author, long post, String message) ->
                write(sql.of(OperationKind.POST), Answers.single(first), author, post, message);
            case Feed(long reader, int k) ->
                new Request.Prepared(sql.feed(k), false, List.of(reader), Answers.feed(first));
        };
    }

    private Request insert(InsertOperation operation, int first) {
        return switch (operation) {
            case InsertVertices(long[] ids, String[] names) -> {
                String rows = LoadRequests.rows(ids.length, i -> Stream.of(Long.toString(ids[i]), names[i]));
                yield copy("COPY muster.vertices (id, name) FROM STDIN", rows, first, ids.length);
            }
            case InsertEdges(long[] ids, long[] sources, long[] targets) -> {
                String rows = LoadRequests.rows(
                        ids.length, i -> Stream.concat(ends(ids[i], sources[i], targets[i]), payload(ids[i])));
                String columns = payload.present() ? "(id, source, target, payload)" : "(id, source, target)";
                yield copy("COPY muster.edges " + columns + " FROM STDIN", rows, first, ids.length);
            }
        };
    }

    private static Stream<String> ends(long id, long source, long target) {
        return LongStream.of(id, source, target).mapToObj(Long::toString);
    }

    private Stream<String> payload(long id) {
        return payload.present() ? Stream.of(payload.text(id)) : Stream.empty();
    }

    private static Request copy(String sql, String rows, int first, long elements) {
        return new Request.Copy(sql, true, rows, probe -> probe.elements(first, elements));
    }

    private static Request write(String sql, Request.Answer answer, Object... parameters) {
        return new Request.Prepared(sql, true, List.of(parameters), answer);
    }
}
