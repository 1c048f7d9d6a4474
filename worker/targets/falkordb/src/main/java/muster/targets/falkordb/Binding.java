package muster.targets.falkordb;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import muster.targets.support.GraphityTexts;
import muster.targets.support.StatementBinding;
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
import muster.workloads.operation.QueryOperation;
import muster.workloads.operation.StreamOperation;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.Depth;
import muster.workloads.target.Probe;
import muster.workloads.target.Transaction;

/** Turns operations into queries with their real parameters; used by one session. */
final class Binding extends StatementBinding<Statement> {
    private final GraphityTexts cypher;
    private final DataCypher data = new DataCypher();

    Binding(Settings workload, Depth depth) {
        super(workload, depth);
        this.cypher = GraphityCypher.of(workload);
    }

    /** Names and indexes that the transaction needs, each a query of its own: indexes cannot be made between MULTI and EXEC. */
    List<String> preparations(Transaction transaction) {
        return depth() == Depth.EXECUTE && transaction.operation(0) instanceof CreateSchema create
                ? Stream.concat(Stream.of(Names.of(create)), DataCypher.indexes(create).stream())
                        .toList()
                : List.of();
    }

    @Override
    protected Statement parsed(Statement statement) {
        return statement.explained();
    }

    @Override
    protected Statement cheapest(int first) {
        return Statement.cheapest(first);
    }

    @Override
    protected Statement statement(List<Operation> operations, int first, Probe probe) {
        return switch (operations.getFirst()) {
            case GraphityOperation graphity -> graphity(graphity, operations, first);
            case InsertOperation insert -> insert(insert, first);
            case JourneyOperation journey -> throw new IllegalArgumentException("sent step by step: " + journey);
            case QueryOperation query -> QueryResult.statement(query, first);
            case CreateSchema create -> DataCypher.schema(create, first);
            case LoadNodes load -> data.nodes(load, first);
            case LoadEdges load -> data.edges(load, first);
            case StreamOperation stream ->
                throw new IllegalStateException("the provider refuses workload property-stream");
            case NoopOperation noop -> Statement.cheapest(first);
        };
    }

    private Statement graphity(GraphityOperation operation, List<Operation> operations, int first) {
        return switch (operation) {
            case LoadUser load -> LoadStatements.users(cypher, same(operations), messageLength, first);
            case LoadFollows load -> LoadStatements.follows(cypher, same(operations), first);
            case LoadChain load -> LoadStatements.chains(cypher, same(operations), first);
            case AddUser(long user) ->
                write(
                        cypher.of(OperationKind.ADD_USER),
                        new Parameters().with("user", user),
                        first,
                        ActionResult.CREATED);
            case Follow(long user, long followee) ->
                write(cypher.of(OperationKind.FOLLOW), pair(user, followee), first, ActionResult.single(1));
            case Unfollow(long user, long followee) ->
                write(cypher.of(OperationKind.UNFOLLOW), pair(user, followee), first, ActionResult.single(1));
            case Post(long author, long post, String message) ->
                write(
                        cypher.of(OperationKind.POST),
                        new Parameters()
                                .with("author", author)
                                .with("post", post)
                                .with("message", message),
                        first,
                        ActionResult.single(1));
            case Feed(long reader, int k) ->
                new Statement(
                        cypher.feed(k),
                        new Parameters().with("reader", reader).toString(),
                        Statement.Command.READ_ONLY_QUERY,
                        first,
                        ActionResult.FEED);
        };
    }

    private Statement insert(InsertOperation operation, int first) {
        return switch (operation) {
            case InsertVertices(long[] ids, String[] names) -> {
                String rows = Parameters.list(IntStream.range(0, ids.length)
                        .mapToObj(i -> "[%d,%s]".formatted(ids[i], Parameters.quoted(names[i]))));
                Parameters parameters = new Parameters().with("first", ids[0]).literal("rows", rows);
                yield write(InsertCypher.VERTICES, parameters, first, ActionResult.created(ids.length));
            }
            case InsertEdges(long[] ids, long[] sources, long[] targets) -> {
                String rows = Parameters.list(
                        IntStream.range(0, ids.length).mapToObj(i -> row(ids[i], sources[i], targets[i])));
                Parameters parameters = new Parameters()
                        .with("first", ids[0])
                        .with("source", sources[0])
                        .with("target", targets[0])
                        .literal("rows", rows);
                String text = payload.present() ? InsertCypher.EDGES_WITH_PAYLOAD : InsertCypher.EDGES;
                yield write(text, parameters, first, ActionResult.batch(ids.length));
            }
        };
    }

    private String row(long id, long source, long target) {
        String ends = id + "," + source + "," + target;
        return payload.present() ? "[" + ends + "," + Parameters.quoted(payload.text(id)) + "]" : "[" + ends + "]";
    }

    private static Parameters pair(long user, long followee) {
        return new Parameters().with("user", user).with("followee", followee);
    }

    private static Statement write(String text, Parameters parameters, int first, ActionResult answer) {
        return new Statement(text, parameters.toString(), Statement.Command.QUERY, first, answer);
    }
}
