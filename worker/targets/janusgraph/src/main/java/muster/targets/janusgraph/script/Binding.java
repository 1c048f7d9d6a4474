package muster.targets.janusgraph.script;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import muster.targets.support.GraphityTexts;
import muster.workloads.insert.EdgePayload;
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
import muster.workloads.operation.PostMessage;
import muster.workloads.operation.QueryOperation;
import muster.workloads.operation.StreamOperation;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.Depth;
import muster.workloads.target.Transaction;

/** Turns the operations of a transaction into one script with their real parameters; used by one session. */
public final class Binding {
    private static final Request CHEAPEST = new Request("1", Map.of(), false, List.of());

    /** The server compiles the whole script and unpacks its parameters, then leaves it at its first line. */
    private static final String LEAVE = "return []\n";

    private static final String NOOP = "  on.noop = { -> ['ok', 0] }\n";

    private final JanusGraphSettings settings;
    private final GraphityTexts graphity;
    private final int messageLength;
    private final EdgePayload payload;
    private final Depth depth;
    private final Map<List<String>, String> scripts = new HashMap<>();

    public Binding(JanusGraphSettings settings, Settings workload, Depth depth) {
        this.settings = settings;
        this.graphity = GraphityGremlin.of(workload);
        this.messageLength = PostMessage.length(workload);
        this.payload = EdgePayload.of(workload);
        this.depth = depth;
    }

    public Request request(Transaction transaction) {
        if (depth == Depth.NOTHING || onlyNoops(transaction)) {
            return CHEAPEST;
        }
        if (transaction.operation(0) instanceof CreateSchema create) {
            return schema(create);
        }
        SortedMap<String, String> definitions = new TreeMap<>();
        List<List<Object>> actions = new ArrayList<>(transaction.size());
        List<ActionResult> answers = new ArrayList<>(transaction.size());
        for (Operation operation : transaction.operations()) {
            Action action = action(operation);
            definitions.put(action.name(), action.definition());
            actions.add(action.words());
            answers.add(action.answer());
        }
        String script = scripts.computeIfAbsent(
                List.copyOf(definitions.keySet()),
                names -> script(definitions.values().stream().toList()));
        boolean writes = depth == Depth.EXECUTE && answers.contains(ActionResult.CHANGE);
        return new Request(script, Map.of("actions", actions), writes, depth == Depth.EXECUTE ? answers : List.of());
    }

    /** What a transaction of this operation alone sends. */
    public Request request(Operation operation) {
        return operation instanceof QueryOperation query ? request(query) : request(Transaction.of(operation));
    }

    /** What an operation that its plan names sends alone. */
    public Request request(QueryOperation query) {
        return switch (depth) {
            case NOTHING -> CHEAPEST;
            case PARSE -> QueryGremlin.request(settings, query, LEAVE);
            case EXECUTE -> QueryGremlin.request(settings, query, "");
        };
    }

    /** Whether there are rows to be taken. */
    public boolean executes() {
        return depth == Depth.EXECUTE;
    }

    /** A transaction of its own, since a load commits each operation of this kind alone. */
    private Request schema(CreateSchema create) {
        String script = settings.dialect().script(DataGremlin.SCHEMA, settings.graph());
        return depth == Depth.PARSE
                ? new Request(LEAVE + script, DataActions.schema(create), false, List.of())
                : new Request(script, DataActions.schema(create), true, List.of(ActionResult.CHANGE));
    }

    private static boolean onlyNoops(Transaction transaction) {
        return transaction.operations().stream().allMatch(NoopOperation.class::isInstance);
    }

    private String script(List<String> definitions) {
        String script = Script.of(settings, definitions);
        return depth == Depth.PARSE ? LEAVE + script : script;
    }

    private Action action(Operation operation) {
        return switch (operation) {
            case GraphityOperation action -> action(action);
            case InsertOperation insert -> action(insert);
            case NoopOperation noop -> Action.change("noop", NOOP);
            case JourneyOperation journey -> throw new IllegalArgumentException("refused with the plan: " + journey);
            case QueryOperation query -> throw new IllegalArgumentException("a request of its own: " + query);
            case CreateSchema create -> throw new IllegalArgumentException("only in a transaction of its own");
            case LoadNodes load -> Action.change("loadNodes", DataGremlin.NODES, DataActions.nodes(load));
            case LoadEdges load -> Action.change("loadEdges", DataGremlin.EDGES, DataActions.edges(load));
            case StreamOperation stream -> throw new IllegalArgumentException("refused with the plan: " + stream);
        };
    }

    private Action action(GraphityOperation operation) {
        return switch (operation) {
            case LoadUser(long user, long[] posts) ->
                change(OperationKind.LOAD_USER, user, list(posts), messages(posts));
            case LoadFollows(long user, long[] followees) -> change(OperationKind.LOAD_FOLLOWS, user, list(followees));
            case LoadChain(long user, long[] followees) ->
                change(OperationKind.LOAD_CHAIN, user, (long) followees.length);
            case AddUser(long user) -> change(OperationKind.ADD_USER, user);
            case Follow(long user, long followee) -> change(OperationKind.FOLLOW, user, followee);
            case Unfollow(long user, long followee) -> change(OperationKind.UNFOLLOW, user, followee);
            case Post(long author, long post, String message) -> change(OperationKind.POST, author, post, message);
            case Feed(long reader, int k) -> Action.feed(graphity.of(OperationKind.FEED), reader, k);
        };
    }

    private Action change(OperationKind kind, Object... parameters) {
        return Action.change(kind.label(), graphity.of(kind), parameters);
    }

    private Action action(InsertOperation operation) {
        return switch (operation) {
            case InsertVertices(long[] ids, String[] names) ->
                Action.change("insertVertices", InsertGremlin.VERTICES, list(ids), List.of(names));
            case InsertEdges(long[] ids, long[] sources, long[] targets) ->
                edges(ids, list(ids), list(sources), list(targets));
        };
    }

    private Action edges(long[] edges, List<Long> ids, List<Long> sources, List<Long> targets) {
        return payload.present()
                ? Action.change(
                        "insertEdges", InsertGremlin.EDGES_WITH_PAYLOAD, ids, sources, targets, payload.texts(edges))
                : Action.change("insertEdges", InsertGremlin.EDGES, ids, sources, targets);
    }

    /** GraphBinary has no arrays of numbers. */
    private static List<Long> list(long[] values) {
        return LongStream.of(values).boxed().toList();
    }

    private List<String> messages(long[] posts) {
        return LongStream.of(posts)
                .mapToObj(post -> PostMessage.of(post, messageLength))
                .toList();
    }

    /**
     * One action of a script.
     *
     * @param definition the closure that does it
     * @param words its name and its parameters
     */
    private record Action(String name, String definition, List<Object> words, ActionResult answer) {
        static Action change(String name, String definition, Object... parameters) {
            return new Action(name, definition, words(name, parameters), ActionResult.CHANGE);
        }

        static Action feed(String definition, long reader, int k) {
            return new Action("feed", definition, List.of("feed", reader, k), ActionResult.FEED);
        }

        private static List<Object> words(String name, Object... parameters) {
            List<Object> words = new ArrayList<>(parameters.length + 1);
            words.add(name);
            words.addAll(List.of(parameters));
            return words;
        }
    }
}
