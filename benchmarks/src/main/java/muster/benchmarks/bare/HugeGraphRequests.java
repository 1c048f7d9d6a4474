package muster.benchmarks.bare;

import java.util.ArrayList;
import java.util.List;
import muster.targets.hugegraph.HugeGraphScripts;
import muster.workloads.insert.EdgePayload;
import muster.workloads.operation.GraphityOperation;
import muster.workloads.operation.GraphityOperation.AddUser;
import muster.workloads.operation.GraphityOperation.Follow;
import muster.workloads.operation.GraphityOperation.Post;
import muster.workloads.operation.GraphityOperation.Unfollow;
import muster.workloads.operation.InsertOperation.InsertEdges;
import muster.workloads.operation.InsertOperation.InsertVertices;
import muster.workloads.operation.Operation;
import muster.workloads.plan.Plan;
import org.apache.hugegraph.api.gremlin.GremlinRequest;
import org.apache.hugegraph.driver.HugeClient;
import org.apache.hugegraph.structure.graph.Edge;
import org.apache.hugegraph.structure.graph.Vertex;

/** One request of HugeGraph's client for each operation: a script of Gremlin, or a batch of vertices or edges. */
final class HugeGraphRequests {
    private final HugeClient client;
    private final HugeGraphScripts texts;
    private final boolean checkVertex;
    private final EdgePayload payload;

    HugeGraphRequests(HugeClient client, Plan plan) {
        this.client = client;
        this.texts = new HugeGraphScripts(plan.workload().settings());
        this.checkVertex = plan.target().settings().flag("checkVertex");
        this.payload = EdgePayload.of(plan.workload().settings());
    }

    /** As {@link BareDatabase.Client#execute}. */
    long execute(Operation operation) {
        return switch (operation) {
            case GraphityOperation action -> run(action);
            case InsertVertices batch ->
                client.graph().addVertices(vertices(batch)).size();
            case InsertEdges batch ->
                client.graph().addEdges(edges(batch), checkVertex).size();
            default -> throw new IllegalArgumentException("not in the mix: " + operation);
        };
    }

    private long run(GraphityOperation action) {
        GremlinRequest request = new GremlinRequest(texts.script(action.kind()));
        request.bindings.put("actions", List.of(words(action)));
        Object answer = client.gremlin().execute(request).data().getFirst();
        return answer.equals("ok") ? 1 : 0;
    }

    /** The name of the function that does it, and its arguments. */
    private static List<Object> words(GraphityOperation action) {
        String name = action.kind().label();
        return switch (action) {
            case AddUser(long user) -> List.of(name, user);
            case Follow(long user, long followee) -> List.of(name, user, followee);
            case Unfollow(long user, long followee) -> List.of(name, user, followee);
            case Post(long author, long post, String message) -> List.of(name, author, post, message);
            default -> throw new IllegalArgumentException("not in the mix: " + action);
        };
    }

    private static List<Vertex> vertices(InsertVertices batch) {
        List<Vertex> vertices = new ArrayList<>(batch.ids().length);
        for (int i = 0; i < batch.ids().length; i++) {
            Vertex vertex = new Vertex("Vertex");
            vertex.id(batch.ids()[i]);
            vertex.property("name", batch.names()[i]);
            vertices.add(vertex);
        }
        return vertices;
    }

    private List<Edge> edges(InsertEdges batch) {
        List<Edge> edges = new ArrayList<>(batch.ids().length);
        for (int i = 0; i < batch.ids().length; i++) {
            Edge edge = new Edge("EDGE");
            edge.sourceLabel("Vertex");
            edge.targetLabel("Vertex");
            edge.sourceId(batch.sources()[i]);
            edge.targetId(batch.targets()[i]);
            edge.property("number", batch.ids()[i]);
            if (payload.present()) {
                edge.property("payload", payload.text(batch.ids()[i]));
            }
            edges.add(edge);
        }
        return edges;
    }
}
