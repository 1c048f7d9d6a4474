package muster.targets.hugegraph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import muster.workloads.insert.EdgePayload;
import muster.workloads.operation.DataOperation;
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
import muster.workloads.operation.PostMessage;
import muster.workloads.operation.QueryOperation;
import muster.workloads.operation.StreamOperation;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.Depth;
import muster.workloads.target.Transaction;
import org.apache.hugegraph.structure.graph.Edge;
import org.apache.hugegraph.structure.graph.Vertex;

/** Turns operations into requests; used by one session. */
final class Binding {
    /** Kinds that only read: a lost answer costs nothing. */
    private static final Set<OperationKind> READS = Set.of(OperationKind.FEED);

    /** What stands for a batch at depth "parse": its elements cross the wire and are read, and none is stored. */
    private static final String PARSE_BATCH = "elements.size()";

    /** The server compiles the whole script, then leaves it at its first line. */
    private static final String LEAVE = "return []\n";

    private final Scripts scripts;
    private final int messageLength;
    private final EdgePayload payload;
    private final Depth depth;

    private Binding(Scripts scripts, int messageLength, EdgePayload payload, Depth depth) {
        this.scripts = scripts;
        this.messageLength = messageLength;
        this.payload = payload;
        this.depth = depth;
    }

    static Binding of(Settings workload, Depth depth) {
        Scripts scripts = Scripts.of(workload, depth == Depth.EXECUTE);
        return new Binding(scripts, PostMessage.length(workload), EdgePayload.of(workload), depth);
    }

    /** In the order of the operations; actions of Graphity that follow one another travel in one script. */
    List<Request> requests(Transaction transaction) {
        List<Request> requests = new ArrayList<>();
        for (int first = 0, end; first < transaction.size(); first = end) {
            end = end(transaction, first);
            requests.add(
                    depth == Depth.NOTHING
                            ? new Request.Cheapest()
                            : request(transaction.operations().subList(first, end), first));
        }
        return requests;
    }

    private static int end(Transaction transaction, int first) {
        int end = first + 1;
        while (end < transaction.size()
                && transaction.operation(first) instanceof GraphityOperation
                && transaction.operation(end) instanceof GraphityOperation) {
            end++;
        }
        return end;
    }

    private Request request(List<Operation> operations, int first) {
        return switch (operations.getFirst()) {
            case GraphityOperation graphity -> script(operations, first);
            case InsertOperation insert
            when depth == Depth.PARSE -> new Request.Parsed(PARSE_BATCH, Map.of("elements", elements(insert)));
            case InsertVertices batch -> new Request.Vertices(vertices(batch), first);
            case InsertEdges batch -> new Request.Edges(edges(batch), first);
            case NoopOperation noop -> new Request.Cheapest();
            case JourneyOperation journey -> throw new IllegalArgumentException("refused with the plan: " + journey);
            case QueryOperation query -> named(query, first);
            case DataOperation load -> throw new IllegalArgumentException("refused with the plan: " + load.kind());
            case StreamOperation stream -> throw new IllegalArgumentException("refused with the plan: " + stream);
        };
    }

    /** Each is committed by the server. */
    private Request named(QueryOperation operation, int first) {
        String text = QueryScript.of(operation);
        return depth == Depth.PARSE
                ? new Request.Parsed(LEAVE + text, operation.bindings())
                : new Request.Named(text, operation.bindings(), operation, first);
    }

    private Request script(List<Operation> operations, int first) {
        Set<OperationKind> kinds = new HashSet<>();
        List<List<Object>> actions = new ArrayList<>();
        for (Operation operation : operations) {
            kinds.add(operation.kind());
            actions.add(action((GraphityOperation) operation));
        }
        String text = scripts.text(kinds);
        Map<String, Object> bindings = Map.of("actions", actions);
        if (depth == Depth.PARSE) {
            return new Request.Parsed(text, bindings);
        }
        long[] elements = operations.stream()
                .mapToLong(operation -> ((GraphityOperation) operation).elements())
                .toArray();
        return new Request.Script(text, bindings, first, elements, !READS.containsAll(kinds));
    }

    /** The name of the action's function, and its arguments. */
    private List<Object> action(GraphityOperation operation) {
        String name = operation.kind().label();
        return switch (operation) {
            case LoadUser(long user, long[] posts) -> List.of(name, user, list(posts), messages(posts));
            case LoadFollows(long user, long[] followees) -> List.of(name, user, list(followees));
            case LoadChain(long user, long[] followees) -> List.of(name, user, list(followees));
            case AddUser(long user) -> List.of(name, user);
            case Follow(long user, long followee) -> List.of(name, user, followee);
            case Unfollow(long user, long followee) -> List.of(name, user, followee);
            case Post(long author, long post, String message) -> List.of(name, author, post, message);
            case Feed(long reader, int k) -> List.of(name, reader, k);
        };
    }

    private static List<Long> list(long[] ids) {
        return LongStream.of(ids).boxed().toList();
    }

    private List<String> messages(long[] posts) {
        return LongStream.of(posts)
                .mapToObj(post -> PostMessage.of(post, messageLength))
                .toList();
    }

    private List<?> elements(InsertOperation insert) {
        return switch (insert) {
            case InsertVertices(long[] ids, String[] names) -> List.of(list(ids), Arrays.asList(names));
            case InsertEdges(long[] ids, long[] sources, long[] targets) ->
                List.of(list(ids), list(sources), list(targets), payload.present() ? payload.texts(ids) : List.of());
        };
    }

    private static List<Vertex> vertices(InsertVertices batch) {
        List<Vertex> vertices = new ArrayList<>(batch.ids().length);
        for (int i = 0; i < batch.ids().length; i++) {
            Vertex vertex = new Vertex(Schema.VERTEX);
            vertex.id(batch.ids()[i]);
            vertex.property(Schema.NAME, batch.names()[i]);
            vertices.add(vertex);
        }
        return vertices;
    }

    private List<Edge> edges(InsertEdges batch) {
        List<Edge> edges = new ArrayList<>(batch.ids().length);
        for (int i = 0; i < batch.ids().length; i++) {
            Edge edge = new Edge(Schema.EDGE);
            edge.sourceLabel(Schema.VERTEX);
            edge.targetLabel(Schema.VERTEX);
            edge.sourceId(batch.sources()[i]);
            edge.targetId(batch.targets()[i]);
            edge.property(Schema.NUMBER, batch.ids()[i]);
            if (payload.present()) {
                edge.property(Schema.PAYLOAD, payload.text(batch.ids()[i]));
            }
            edges.add(edge);
        }
        return edges;
    }
}
