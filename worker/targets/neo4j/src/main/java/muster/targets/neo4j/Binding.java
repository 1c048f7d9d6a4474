package muster.targets.neo4j;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import muster.workloads.GraphityOperation;
import muster.workloads.GraphityOperation.AddUser;
import muster.workloads.GraphityOperation.Feed;
import muster.workloads.GraphityOperation.Follow;
import muster.workloads.GraphityOperation.LoadChain;
import muster.workloads.GraphityOperation.LoadFollows;
import muster.workloads.GraphityOperation.LoadUser;
import muster.workloads.GraphityOperation.Post;
import muster.workloads.GraphityOperation.Unfollow;
import muster.workloads.InsertOperation;
import muster.workloads.InsertOperation.InsertEdges;
import muster.workloads.InsertOperation.InsertVertices;
import muster.workloads.Noop;
import muster.workloads.Operation;
import muster.workloads.StreamOperation;
import muster.workloads.graphity.PostMessage;
import muster.workloads.insert.EdgePayload;
import muster.workloads.plan.Settings;
import muster.workloads.target.Depth;
import muster.workloads.target.Transaction;
import org.neo4j.driver.Query;
import org.neo4j.driver.Value;
import org.neo4j.driver.Values;

/** Turns operations into statements with their real parameters; used by one session. */
final class Binding {
    private static final Query CHEAPEST = new Query("RETURN 1");

    private final GraphityCypher cypher;
    private final StreamCypher stream;
    private final int messageLength;
    private final EdgePayload payload;
    private final Depth depth;
    private final Map<Integer, String> feeds = new HashMap<>();
    private final Map<String, String> explained = new HashMap<>();

    /** @param messageLength of posts that a load creates, in characters */
    private Binding(GraphityCypher cypher, StreamCypher stream, int messageLength, EdgePayload payload, Depth depth) {
        this.cypher = cypher;
        this.stream = stream;
        this.messageLength = messageLength;
        this.payload = payload;
        this.depth = depth;
    }

    static Binding of(Settings workload, Depth depth) {
        return new Binding(
                GraphityCypher.of(workload),
                StreamCypher.of(workload),
                PostMessage.length(workload),
                EdgePayload.of(workload),
                depth);
    }

    /** In the order of the operations; those of a load travel together, since none depends on another. */
    List<Statement> statements(Transaction transaction) {
        List<Statement> statements = new ArrayList<>();
        for (int first = 0, end; first < transaction.size(); first = end) {
            end = end(transaction, first);
            statements.add(atDepth(statement(transaction.operations().subList(first, end), first)));
        }
        return statements;
    }

    private static int end(Transaction transaction, int first) {
        Operation operation = transaction.operation(first);
        int end = first + 1;
        while (isLoad(operation)
                && end < transaction.size()
                && transaction.operation(end).kind() == operation.kind()) {
            end++;
        }
        return end;
    }

    private static boolean isLoad(Operation operation) {
        return operation instanceof LoadUser || operation instanceof LoadFollows || operation instanceof LoadChain;
    }

    private Statement atDepth(Statement statement) {
        return switch (depth) {
            case EXECUTE -> statement;
            case PARSE -> {
                String text = explained.computeIfAbsent(statement.query().text(), each -> "EXPLAIN " + each);
                yield statement.instead(new Query(text, statement.query().parameters()));
            }
            case NOTHING -> statement.instead(CHEAPEST);
        };
    }

    private Statement statement(List<Operation> operations, int first) {
        return switch (operations.getFirst()) {
            case GraphityOperation graphity -> graphity(graphity, operations, first);
            case InsertOperation insert -> insert(insert, first);
            case StreamOperation read -> stream.statement(read, first);
            case Noop noop -> new Statement(CHEAPEST, first, 1, Answer.NOTHING);
        };
    }

    private Statement graphity(GraphityOperation operation, List<Operation> operations, int first) {
        return switch (operation) {
            case LoadUser load -> Loads.users(same(operations), messageLength, first);
            case LoadFollows load -> Loads.follows(cypher, same(operations), first);
            case LoadChain load -> Loads.chains(cypher, same(operations), first);
            case AddUser(long user) ->
                one(GraphityCypher.ADD_USER, Values.parameters("user", user), first, Answer.CREATED);
            case Follow(long user, long followee) ->
                one(cypher.follow(user < followee), pair(user, followee), first, Answer.single(1));
            case Unfollow(long user, long followee) ->
                one(cypher.unfollow(user < followee), pair(user, followee), first, Answer.single(1));
            case Post post -> one(cypher.post(), parameters(post), first, Answer.single(1));
            case Feed(long reader, int k) -> one(feed(k), Values.parameters("reader", reader), first, Answer.FEED);
        };
    }

    private Statement insert(InsertOperation operation, int first) {
        return switch (operation) {
            case InsertVertices(long[] ids, String[] names) ->
                one(
                        InsertCypher.VERTICES,
                        Values.parameters("ids", ids, "names", names),
                        first,
                        Answer.all(ids.length));
            case InsertEdges(long[] ids, long[] sources, long[] targets) -> {
                Value parameters = Values.parameters("ids", ids, "sources", sources, "targets", targets);
                yield edges(parameters, ids, first);
            }
        };
    }

    private Statement edges(Value parameters, long[] ids, int first) {
        if (!payload.present()) {
            return one(InsertCypher.EDGES, parameters, first, Answer.batch(ids.length));
        }
        Value payloads = Values.parameters("payloads", payload.texts(ids));
        return one(InsertCypher.EDGES_WITH_PAYLOAD, parameters, first, Answer.batch(ids.length))
                .with(payloads);
    }

    private String feed(int k) {
        return feeds.computeIfAbsent(k, cypher::feed);
    }

    private static Value pair(long user, long followee) {
        return Values.parameters("user", user, "followee", followee);
    }

    private static Value parameters(Post post) {
        return Values.parameters("author", post.author(), "post", post.post(), "message", post.message());
    }

    private static Statement one(String text, Value parameters, int first, Answer answer) {
        return new Statement(new Query(text, parameters), first, 1, answer);
    }

    /** A group has operations of one kind only, so the first one's type is the type of all. */
    @SuppressWarnings("unchecked")
    private static <T extends Operation> List<T> same(List<Operation> operations) {
        return (List<T>) operations;
    }
}
