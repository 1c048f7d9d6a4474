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

/** JanusGraph can do everything that the contract asks, on both of its storages. */
record JanusGraphSubject(TestServer server) implements Subject {
    @Override
    public TargetProvider provider() {
        return new JanusGraphProvider();
    }

    @Override
    public InetSocketAddress address() {
        return InetSocketAddress.createUnresolved("127.0.0.1", server.port());
    }

    @Override
    public String section(String address) {
        return TestServer.section("ws://" + address + "/gremlin");
    }

    @Override
    public List<String> algorithms() {
        return List.of("st", "stou", "graphity");
    }

    @Override
    public Set<Ability> abilities() {
        return EnumSet.allOf(Ability.class);
    }

    @Override
    public Set<Stage> stages() {
        return EnumSet.of(Stage.SEND, Stage.WAIT);
    }

    /** PATH is set everywhere and is surely not the password. */
    @Override
    public Map<String, String> refusals() {
        return Map.of("a wrong password", "target.password=${env:PATH}", "an unknown graph", "target.graph=nosuch");
    }

    @Override
    public List<String> secrets() {
        return List.of(System.getenv(TestServer.PASSWORD_VARIABLE), System.getenv("PATH"));
    }

    @Override
    public void erase() {
        server.run("g.V().drop().iterate(); 1");
    }

    @Override
    public void writeForeign() {
        server.run("m = graph.openManagement(); m.getEdgeLabel('KNOWS') ?: m.makeEdgeLabel('KNOWS').make();"
                + " m.commit(); a = graph.addVertex(); b = graph.addVertex(); a.addEdge('KNOWS', b); 1");
    }

    @Override
    public String message(long post) {
        return server.text("g.V().has('postId', " + post + "L).values('message')");
    }

    @Override
    public String name(long vertex) {
        return server.text("g.V().has('vertexId', " + vertex + "L).values('name')");
    }

    @Override
    public String payload(long vertex) {
        return server.text("g.V().has('vertexId', " + vertex + "L).outE('CONNECTS').values('payload')");
    }

    @Override
    public Map<Statement, String> statements() {
        return Map.of(
                Statement.ECHO, "[[a: a, b: b, c: c, d: d, e: e]]",
                Statement.ROWS, "(1..n).collect { it as long }",
                Statement.WRITE, "g.addV('User').next()",
                Statement.WRONG, "g.V(");
    }

    @Override
    public void compare(GraphityModel model, String algorithm) {
        Graph.matches(server, model, algorithm);
    }
}
