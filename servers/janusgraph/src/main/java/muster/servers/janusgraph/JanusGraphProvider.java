package muster.servers.janusgraph;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import muster.servers.HttpProbe;
import muster.servers.ServerChoice;
import muster.servers.ServerContext;
import muster.servers.ServerPart;
import muster.servers.ServerProvider;
import muster.servers.fetch.RuntimePom;
import muster.servers.host.JavaCommand;
import muster.servers.host.JdkSupport;
import muster.servers.host.Ports;

/** JanusGraph 1.1.0 behind its own Gremlin Server. */
public final class JanusGraphProvider implements ServerProvider {
    /** Who may log in where a password was set. */
    public static final String USER = "muster";

    static final String VERSION = "1.1.0";
    static final String GREMLIN = "gremlin";

    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final String TRAVERSAL = "{\"gremlin\":\"g.inject(42).as('x').V().limit(1).count().constant(42)\"}";

    private static final RuntimePom POM =
            RuntimePom.resource(JanusGraphProvider.class, "janusgraph-pom.xml", 144, 79, "Apache-2.0");

    /** The project tests 8, 11 and 17; 25 was seen to work with the newer Groovy of our POM. */
    private static final JdkSupport JDKS = new JdkSupport(11, 25, List.of(17, 11));

    @Override
    public String name() {
        return "janusgraph";
    }

    @Override
    public String title() {
        return "JanusGraph";
    }

    @Override
    public String version() {
        return VERSION;
    }

    @Override
    public RuntimePom files() {
        return POM;
    }

    @Override
    public Optional<JdkSupport> jdks() {
        return Optional.of(JDKS);
    }

    @Override
    public SequencedMap<String, Integer> usualPorts() {
        return new LinkedHashMap<>(Map.of(GREMLIN, 8182));
    }

    @Override
    public SequencedMap<String, String> addresses(Ports ports) {
        SequencedMap<String, String> addresses = new LinkedHashMap<>();
        addresses.put("uri", "ws://" + ports.address(GREMLIN) + "/gremlin");
        addresses.put("http", "http://" + ports.address(GREMLIN));
        return addresses;
    }

    @Override
    public List<ServerChoice> choices() {
        return Storage.CHOICES;
    }

    @Override
    public List<ServerPart> needs(Map<String, String> choices) {
        int nodes = Storage.of(choices).nodes();
        return IntStream.rangeClosed(1, nodes)
                .<ServerPart>mapToObj(node -> new CassandraNode(node, nodes))
                .toList();
    }

    @Override
    public void configure(ServerContext context) throws IOException {
        new JanusGraphConfiguration(context).write();
    }

    @Override
    public List<JavaCommand> beforeFirstStart(ServerContext context) {
        return context.password()
                .map(password -> List.of(user(context, password.value())))
                .orElse(List.of());
    }

    /** The script gets the password as an argument, so the command is marked as secret; it leaves only a hash. */
    private static JavaCommand user(ServerContext context, String password) {
        return new JavaCommand(
                List.of("-Xmx256m"),
                context.classPath(),
                "groovy.ui.GroovyMain",
                List.of("conf/credentials.groovy", USER, password, "conf/credentials.xml"),
                Map.of(),
                true);
    }

    @Override
    public JavaCommand command(ServerContext context) {
        return new JavaCommand(
                new JanusGraphFlags(context).list(),
                context.classPath(),
                "org.janusgraph.graphdb.server.JanusGraphServer",
                List.of("conf/gremlin-server.yaml"));
    }

    /** A traversal that reads its storage must be answered; an open port is not enough. */
    @Override
    public void query(ServerContext context) throws IOException {
        new HttpProbe(context, GREMLIN, "/gremlin", Optional.of(USER), TIMEOUT).expect("a traversal", TRAVERSAL, "42");
    }
}
