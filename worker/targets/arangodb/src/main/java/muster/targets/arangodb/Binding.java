package muster.targets.arangodb;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import muster.targets.arangodb.Statement.Query;
import muster.targets.support.GraphityTexts;
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
import muster.workloads.operation.InsertOperation.InsertEdges;
import muster.workloads.operation.InsertOperation.InsertVertices;
import muster.workloads.operation.JourneyOperation;
import muster.workloads.operation.NoopOperation;
import muster.workloads.operation.Operation;
import muster.workloads.operation.PostMessage;
import muster.workloads.operation.QueryOperation;
import muster.workloads.operation.StreamOperation;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.Depth;

/** Turns operations into queries with their parameters. Keys are texts, as ArangoDB wants them; times are numbers. */
record Binding(GraphityTexts aql, int messageLength, EdgePayload payload, boolean checkVertex, Depth depth) {
    static Binding of(Settings workload, boolean checkVertex, Depth depth) {
        return new Binding(
                Aql.of(workload), PostMessage.length(workload), EdgePayload.of(workload), checkVertex, depth);
    }

    Statement statement(Operation operation) {
        Statement statement = executed(operation);
        return switch (depth) {
            case EXECUTE -> statement;
            case PARSE ->
                statement instanceof Query(String text, Map<String, Object> variables, long count, boolean writes)
                        ? new Statement.Explain(text, variables)
                        : statement;
            case NOTHING -> new Statement.Cheapest();
        };
    }

    private Statement executed(Operation operation) {
        return switch (operation) {
            case GraphityOperation graphity ->
                new Query(
                        aql.of(graphity.kind()), variables(graphity), graphity.elements(), !(graphity instanceof Feed));
            case InsertVertices batch ->
                new Query(Aql.INSERT_VERTICES, Map.of("documents", vertices(batch)), batch.ids().length, true);
            case InsertEdges batch -> edges(batch);
            case NoopOperation noop -> new Statement.Cheapest();
            case JourneyOperation journey -> throw new IllegalArgumentException("refused with the plan: " + journey);
            case QueryOperation query -> throw new IllegalArgumentException("refused with the plan: " + query);
            case DataOperation load -> throw new IllegalArgumentException("refused with the plan: " + load.kind());
            case StreamOperation stream -> throw new IllegalArgumentException("refused with the plan: " + stream);
        };
    }

    private Map<String, Object> variables(GraphityOperation operation) {
        return switch (operation) {
            case LoadUser load ->
                Map.of("user", key(load.user()), "newest", load.newest(), "posts", posts(load.posts()));
            case LoadFollows(long user, long[] followees) -> Map.of("user", key(user), "followees", keys(followees));
            case LoadChain(long user, long[] followees) -> Map.of("user", key(user));
            case AddUser(long user) -> Map.of("user", key(user));
            case Follow(long user, long followee) ->
                Map.of("user", key(user), "followee", key(followee), "edge", edge(user, followee));
            case Unfollow(long user, long followee) -> Map.of("followee", key(followee), "edge", edge(user, followee));
            case Post(long author, long post, String message) ->
                Map.of("author", key(author), "post", key(post), "time", post, "message", message);
            case Feed(long reader, int k) -> Map.of("reader", key(reader), "k", k);
        };
    }

    private List<Map<String, Object>> posts(long[] posts) {
        return LongStream.of(posts)
                .mapToObj(post -> Map.<String, Object>of(
                        "key", key(post), "time", post, "message", PostMessage.of(post, messageLength)))
                .toList();
    }

    private static List<Map<String, Object>> vertices(InsertVertices batch) {
        List<Map<String, Object>> documents = new ArrayList<>(batch.ids().length);
        for (int i = 0; i < batch.ids().length; i++) {
            documents.add(Map.of("_key", key(batch.ids()[i]), "name", batch.names()[i]));
        }
        return documents;
    }

    private Query edges(InsertEdges batch) {
        List<Map<String, Object>> documents = new ArrayList<>(batch.ids().length);
        for (int i = 0; i < batch.ids().length; i++) {
            documents.add(edge(batch.ids()[i], "Vertex/" + batch.sources()[i], "Vertex/" + batch.targets()[i]));
        }
        if (!checkVertex) {
            return new Query(Aql.INSERT_EDGES, Map.of("documents", documents), documents.size(), true);
        }
        List<String> ends = Stream.of(batch.sources(), batch.targets())
                .flatMapToLong(LongStream::of)
                .distinct()
                .mapToObj(Binding::key)
                .toList();
        Map<String, Object> variables = Map.of("documents", documents, "ends", ends);
        return new Query(Aql.INSERT_CHECKED_EDGES, variables, documents.size(), true);
    }

    private Map<String, Object> edge(long id, String from, String to) {
        return payload.present()
                ? Map.of("_key", key(id), "_from", from, "_to", to, "payload", payload.text(id))
                : Map.of("_key", key(id), "_from", from, "_to", to);
    }

    private static String key(long id) {
        return Long.toString(id);
    }

    private static List<String> keys(long[] ids) {
        return LongStream.of(ids).mapToObj(Binding::key).toList();
    }

    private static String edge(long user, long followee) {
        return user + "-" + followee;
    }
}
