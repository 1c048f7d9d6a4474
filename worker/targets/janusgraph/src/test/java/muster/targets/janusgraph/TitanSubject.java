package muster.targets.janusgraph;

import java.net.InetSocketAddress;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import muster.targets.contract.Ability;
import muster.targets.contract.Subject;
import muster.workloads.graphity.GraphityModel;
import muster.workloads.target.Stage;
import muster.workloads.target.TargetProvider;

/** Titan can do everything that the contract asks, but has no passwords over HTTP. */
record TitanSubject(TestServer server) implements Subject {
    /** What is looked up must not be what the thread's own transaction read before. */
    private static final String AFRESH = "graph.tx().rollback(); ";

    @Override
    public TargetProvider provider() {
        return new TitanProvider();
    }

    @Override
    public InetSocketAddress address() {
        return InetSocketAddress.createUnresolved("127.0.0.1", server.port());
    }

    @Override
    public String section(String address) {
        return "{kind: titan, uri: \"http://%s\", connectTimeout: 100s}".formatted(address);
    }

    @Override
    public List<String> algorithms() {
        return List.of("st", "stou", "graphity");
    }

    @Override
    public Set<Ability> abilities() {
        return EnumSet.complementOf(EnumSet.of(Ability.READ_ONLY));
    }

    @Override
    public Set<Stage> stages() {
        return EnumSet.of(Stage.SEND, Stage.WAIT);
    }

    @Override
    public Map<String, String> refusals() {
        return Map.of("an unknown graph", "target.graph=nosuch");
    }

    @Override
    public List<String> secrets() {
        return List.of();
    }

    @Override
    public void erase() {
        server.run(AFRESH + "g.V().drop().iterate(); graph.tx().commit(); [1]");
    }

    @Override
    public void writeForeign() {
        server.run("m = graph.openManagement(); m.getEdgeLabel('KNOWS') ?: m.makeEdgeLabel('KNOWS').make();"
                + " m.commit(); " + AFRESH
                + "a = graph.addVertex(); b = graph.addVertex(); a.addEdge('KNOWS', b); graph.tx().commit(); [1]");
    }

    @Override
    public String message(long post) {
        return server.text(AFRESH + "g.V().has('postId', " + post + "L).values('message').toList()");
    }

    @Override
    public String name(long vertex) {
        return server.text(AFRESH + "g.V().has('vertexId', " + vertex + "L).values('name').toList()");
    }

    @Override
    public String payload(long vertex) {
        return server.text(
                AFRESH + "g.V().has('vertexId', " + vertex + "L).outE('CONNECTS').values('payload').toList()");
    }

    @Override
    public Map<Statement, String> statements() {
        return Map.of(
                Statement.ECHO, "[[a: a, b: b, c: c, d: d, e: e]]",
                Statement.ROWS, "(1..n).collect { it as long }",
                Statement.WRITE, "g.addV(T.label, 'User').next()",
                Statement.WRONG, "g.V(");
    }

    @Override
    public void compare(GraphityModel model, String algorithm) {
        server.run(AFRESH + "[1]");
        Graph.matches(server, model, algorithm);
    }
}
