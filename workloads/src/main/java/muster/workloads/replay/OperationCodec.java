package muster.workloads.replay;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import muster.workloads.operation.GraphityOperation.AddUser;
import muster.workloads.operation.GraphityOperation.Feed;
import muster.workloads.operation.GraphityOperation.Follow;
import muster.workloads.operation.GraphityOperation.Post;
import muster.workloads.operation.GraphityOperation.Unfollow;
import muster.workloads.operation.NoopOperation;
import muster.workloads.operation.Operation;
import muster.workloads.operation.Query;
import muster.workloads.operation.QueryOperation;
import muster.workloads.plan.language.PlanException;
import org.jspecify.annotations.Nullable;

/** Operations as names with parameters, and back. */
final class OperationCodec {
    private static final Map<String, Function<Values, Operation>> NOOP =
            Map.of("noop", values -> new NoopOperation(values.whole("index"), values.whole("delay_ns")));
    private static final Map<String, Function<Values, Operation>> GRAPHITY = new TreeMap<>(Map.of(
            "addUser",
            values -> new AddUser(values.whole("user")),
            "follow",
            values -> new Follow(values.whole("user"), values.whole("followee")),
            "unfollow",
            values -> new Unfollow(values.whole("user"), values.whole("followee")),
            "post",
            values -> new Post(values.whole("author"), values.whole("post"), values.text("message")),
            "feed",
            values -> new Feed(values.whole("reader"), values.count("k"))));

    private final String kind;
    private final Map<String, Function<Values, Operation>> readers;
    private final Map<String, List<String>> signature;

    /** @param queries of a workload of kind "query", else empty */
    OperationCodec(String kind, List<Query> queries) {
        this.kind = kind;
        this.readers = switch (kind) {
            case "noop" -> NOOP;
            case "graphity" -> GRAPHITY;
            case "query" -> readers(queries);
            default ->
                throw new PlanException("operations of workload " + kind
                        + " cannot be recorded or replayed; those of graphity, noop and query can");
        };
        this.signature = queries.stream().collect(Collectors.toMap(Query::name, Query::parameters));
    }

    /** Two that are equal read the same operations. */
    Object signature() {
        return List.of(kind, signature);
    }

    private static Map<String, Function<Values, Operation>> readers(List<Query> queries) {
        Map<String, Function<Values, Operation>> readers = new LinkedHashMap<>();
        for (Query query : queries) {
            readers.put(query.name(), values -> {
                @Nullable Object[] bound = new Object[query.parameters().size()];
                for (int i = 0; i < bound.length; i++) {
                    bound[i] = values.any(query.parameters().get(i));
                }
                return new QueryOperation(query, bound);
            });
        }
        return readers;
    }

    /** Throws {@link IllegalArgumentException} with what is wrong, and what would be right. */
    Operation read(RecordedOperation recorded) {
        Function<Values, Operation> reader = readers.get(recorded.name());
        if (reader == null) {
            throw new IllegalArgumentException("unknown operation " + recorded.name() + ": workload " + kind + " has "
                    + String.join(", ", readers.keySet()) + "; name one of them, or replay with the recorded plan");
        }
        Values values = new Values(recorded.parameters());
        Operation operation = reader.apply(values);
        values.refuseUnread(recorded.name());
        return operation;
    }

    /** Throws {@link PlanException} for one that cannot be recorded. */
    static RecordedOperation write(String phase, long index, long startNs, Operation operation) {
        return new RecordedOperation(phase, index, startNs, operation.kind().label(), parameters(operation));
    }

    private static Map<String, @Nullable Object> parameters(Operation operation) {
        return switch (operation) {
            case NoopOperation(long index, long delayNs) -> parameters("index", index, "delay_ns", delayNs);
            case AddUser(long user) -> parameters("user", user);
            case Follow(long user, long followee) -> parameters("user", user, "followee", followee);
            case Unfollow(long user, long followee) -> parameters("user", user, "followee", followee);
            case Post(long author, long post, String message) ->
                parameters("author", author, "post", post, "message", message);
            case Feed(long reader, int k) -> parameters("reader", reader, "k", (long) k);
            case QueryOperation query -> finite(query);
            default ->
                throw new PlanException("operation " + operation.kind()
                        + " cannot be recorded: it is part of a load, or of another workload");
        };
    }

    private static Map<String, @Nullable Object> parameters(Object... pairs) {
        Map<String, @Nullable Object> parameters = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            parameters.put((String) pairs[i], pairs[i + 1]);
        }
        return parameters;
    }

    private static Map<String, @Nullable Object> finite(QueryOperation query) {
        Map<String, @Nullable Object> bindings = query.bindings();
        bindings.forEach((name, value) -> {
            if (value instanceof Double number && !Double.isFinite(number)) {
                throw new PlanException("operation " + query.query().name() + ": parameter " + name + " is " + number
                        + ", which JSON cannot hold");
            }
        });
        return bindings;
    }
}
