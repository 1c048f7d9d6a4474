package muster.targets.neo4j;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import muster.targets.neo4j.cypher.Dialect;
import muster.targets.neo4j.cypher.GraphityCypher;
import muster.targets.neo4j.cypher.InsertCypher;
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
import muster.workloads.operation.QueryOperation;
import muster.workloads.operation.StreamOperation;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.Depth;
import muster.workloads.target.Probe;
import muster.workloads.target.Transaction;
import org.neo4j.driver.Query;
import org.neo4j.driver.Value;
import org.neo4j.driver.Values;

/** Turns operations into statements with their real parameters; used by one session. */
final class Binding extends StatementBinding<Statement> {
    private static final Query CHEAPEST = new Query("RETURN 1");

    private final GraphityCypher cypher;
    private final StreamCypher stream;
    private final DataCypher data;
    private final InsertCypher inserts;
    private final Map<String, String> explained = new HashMap<>();

    Binding(Dialect dialect, Settings workload, Depth depth) {
        super(workload, depth);
        this.cypher = dialect.graphity(workload.text("algorithm"));
        this.inserts = dialect.inserts();
        this.data = new DataCypher(dialect);
        this.stream = StreamCypher.of(workload);
    }

    /** Of one operation alone, for people to read. */
    List<String> texts(Operation operation) {
        return statements(Transaction.of(operation), Probe.NONE).stream()
                .map(statement -> statement.query().text())
                .toList();
    }

    @Override
    protected Statement parsed(Statement statement) {
        String text = explained.computeIfAbsent(statement.query().text(), each -> "EXPLAIN " + each);
        return statement.instead(new Query(text, statement.query().parameters()));
    }

    @Override
    protected Statement cheapest(int first) {
        return new Statement(CHEAPEST, first, 1, ActionResult.NOTHING);
    }

    /** A schema has several. */
    @Override
    protected void add(List<Operation> operations, int first, Probe probe, List<Statement> statements) {
        if (operations.getFirst() instanceof CreateSchema schema) {
            data.schema(schema, first).forEach(statement -> statements.add(atDepth(statement, first)));
        } else {
            super.add(operations, first, probe, statements);
        }
    }

    @Override
    protected Statement statement(List<Operation> operations, int first, Probe probe) {
        return switch (operations.getFirst()) {
            case CreateSchema schema -> throw new IllegalStateException("several statements");
            case LoadNodes load -> data.nodes(load, first);
            case LoadEdges load -> data.edges(load, first);
            case GraphityOperation graphity -> graphity(graphity, operations, first);
            case InsertOperation insert -> insert(insert, first);
            case StreamOperation read -> stream.statement(read, first);
            case JourneyOperation journey -> throw new IllegalArgumentException("sent step by step: " + journey);
            case QueryOperation query -> QueryCypher.statement(query, first, probe.answer(first));
            case NoopOperation noop -> cheapest(first);
        };
    }

    private Statement graphity(GraphityOperation operation, List<Operation> operations, int first) {
        return switch (operation) {
            case LoadUser load -> LoadStatements.users(cypher, same(operations), messageLength, first);
            case LoadFollows load -> LoadStatements.follows(cypher, same(operations), first);
            case LoadChain load -> LoadStatements.chains(cypher, same(operations), first);
            case AddUser(long user) ->
                one(cypher.addUser(), Values.parameters("user", user), first, ActionResult.CREATED);
            case Follow(long user, long followee) ->
                one(cypher.follow(user < followee), pair(user, followee), first, ActionResult.single(1));
            case Unfollow(long user, long followee) ->
                one(cypher.unfollow(user < followee), pair(user, followee), first, ActionResult.single(1));
            case Post post -> one(cypher.post(), parameters(post), first, ActionResult.single(1));
            case Feed(long reader, int k) ->
                one(cypher.feed(k), Values.parameters("reader", reader), first, ActionResult.FEED);
        };
    }

    private Statement insert(InsertOperation operation, int first) {
        return switch (operation) {
            case InsertVertices(long[] ids, String[] names) ->
                one(
                        inserts.vertices(),
                        Values.parameters("ids", ids, "names", names),
                        first,
                        ActionResult.all(ids.length));
            case InsertEdges(long[] ids, long[] sources, long[] targets) -> {
                Value parameters = Values.parameters("ids", ids, "sources", sources, "targets", targets);
                yield edges(parameters, ids, first);
            }
        };
    }

    private Statement edges(Value parameters, long[] ids, int first) {
        if (!payload.present()) {
            return one(inserts.edges(), parameters, first, ActionResult.batch(ids.length));
        }
        Value payloads = Values.parameters("payloads", payload.texts(ids));
        return one(inserts.edgesWithPayload(), parameters, first, ActionResult.batch(ids.length))
                .with(payloads);
    }

    private static Value pair(long user, long followee) {
        return Values.parameters("user", user, "followee", followee);
    }

    private static Value parameters(Post post) {
        return Values.parameters("author", post.author(), "post", post.post(), "message", post.message());
    }

    private static Statement one(String text, Value parameters, int first, ActionResult answer) {
        return new Statement(new Query(text, parameters), first, 1, answer);
    }
}
