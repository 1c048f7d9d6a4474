package muster.targets.hugegraph;

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

/** HugeGraph commits each action for itself, and cannot ask for a password on the Java that it runs on. */
final class HugeGraphSubject implements Subject {
    @Override
    public TargetProvider provider() {
        return new HugeGraphProvider();
    }

    @Override
    public InetSocketAddress address() {
        return InetSocketAddress.createUnresolved("127.0.0.1", TestServer.port());
    }

    @Override
    public String section(String address) {
        return "{kind: hugegraph, uri: \"http://" + address + "\", connectTimeout: 100s}";
    }

    @Override
    public List<String> algorithms() {
        return List.of("st", "stou", "graphity");
    }

    @Override
    public Set<Ability> abilities() {
        return EnumSet.complementOf(EnumSet.of(Ability.TRANSACTIONS));
    }

    @Override
    public Set<Stage> stages() {
        return EnumSet.of(Stage.SEND, Stage.WAIT, Stage.RECEIVE);
    }

    @Override
    public Map<String, String> refusals() {
        return Map.of("an unknown graph", "target.database=nosuch");
    }

    @Override
    public List<String> secrets() {
        return List.of();
    }

    @Override
    public void erase() {
        TestServer.clear();
    }

    @Override
    public void writeForeign() {
        TestServer.script("""
                graph.schema().vertexLabel('Person').useCustomizeStringId().create()
                graph.schema().edgeLabel('KNOWS').link('Person', 'Person').create()
                1""");
        TestServer.script("""
                def a = graph.addVertex(T.label, 'Person', T.id, 'a')
                a.addEdge('KNOWS', graph.addVertex(T.label, 'Person', T.id, 'b'))
                graph.tx().commit()
                1""");
    }

    @Override
    public String message(long post) {
        return text("g.V('p" + post + "').values('message').next()");
    }

    @Override
    public String name(long vertex) {
        return text("g.V(" + vertex + "L).values('name').next()");
    }

    @Override
    public String payload(long vertex) {
        return text("g.V(" + vertex + "L).outE('EDGE').values('payload').next()");
    }

    private static String text(String script) {
        return TestServer.script(script).getFirst().toString();
    }

    @Override
    public Map<Statement, String> statements() {
        return Map.of(
                Statement.ECHO, "[[a: a, b: b, c: c, d: d, e: e]]",
                Statement.ROWS, "(1..n).collect { it as long }",
                Statement.WRITE, "g.addV('User').property(T.id, 'u' + UUID.randomUUID()).property('newest', 0L).next()",
                Statement.WRONG, "g.V(");
    }

    @Override
    public void compare(GraphityModel model, String algorithm) {
        Graph.matches(model, algorithm);
    }
}
