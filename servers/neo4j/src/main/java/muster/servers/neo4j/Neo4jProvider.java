package muster.servers.neo4j;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import muster.servers.ServerChoice;
import muster.servers.ServerContext;
import muster.servers.ServerProvider;
import muster.servers.fetch.RuntimePom;
import muster.servers.host.JavaCommand;
import muster.servers.host.JdkSupport;
import muster.servers.host.Ports;

/** Neo4j Community 5.26, a long-term support version. */
public final class Neo4jProvider implements ServerProvider {
    static final String VERSION = "5.26.30";

    private static final RuntimePom POM =
            RuntimePom.resource(Neo4jProvider.class, "runtime-pom.xml", 213, 123, "GPL-3.0");

    /**
     * The vendor supports 17 and 21, so figures taken there can be defended; 25 was seen to work and is the last choice.
     */
    private static final JdkSupport JDKS = new JdkSupport(17, 25, List.of(21, 17));

    private static final RuntimePom GDS_POM =
            RuntimePom.resource(Neo4jProvider.class, "gds-pom.xml", 380, 157, "GPL-3.0; Arrow: Apache-2.0");

    private final Extras extras;

    public Neo4jProvider() {
        this(Extras.NONE);
    }

    private Neo4jProvider(Extras extras) {
        this.extras = extras;
    }

    @Override
    public List<ServerChoice> choices() {
        return Extras.CHOICES;
    }

    @Override
    public ServerProvider chosen(Map<String, String> choices) {
        return new Neo4jProvider(Extras.of(choices));
    }

    @Override
    public String product() {
        return extras.gds() ? "neo4j-gds" : name();
    }

    @Override
    public String name() {
        return "neo4j";
    }

    @Override
    public String title() {
        return "Neo4j";
    }

    @Override
    public String version() {
        return VERSION;
    }

    @Override
    public RuntimePom files() {
        return extras.gds() ? GDS_POM : POM;
    }

    @Override
    public Optional<JdkSupport> jdks() {
        return Optional.of(JDKS);
    }

    @Override
    public SequencedMap<String, Integer> usualPorts() {
        SequencedMap<String, Integer> ports = new LinkedHashMap<>();
        ports.put("bolt", 7687);
        ports.put("http", 7474);
        if (extras.flight()) {
            ports.put(Flight.PORT, 8491);
        }
        return ports;
    }

    @Override
    public SequencedMap<String, String> addresses(Ports ports) {
        SequencedMap<String, String> addresses = new LinkedHashMap<>();
        addresses.put("uri", "bolt://" + ports.address("bolt"));
        addresses.put("http", "http://" + ports.address("http"));
        if (ports.byRole().containsKey(Flight.PORT)) {
            addresses.put(Flight.PORT, "grpc://" + ports.address(Flight.PORT));
        }
        return addresses;
    }

    @Override
    public void configure(ServerContext context) throws IOException {
        context.write("conf/neo4j.conf", new Neo4jConfiguration(context, extras).text());
        if (extras.gds()) {
            Extras.link(context);
        }
        if (extras.flight()) {
            new Flight(context).writeToken();
        }
    }

    @Override
    public List<JavaCommand> beforeFirstStart(ServerContext context) {
        return context.password()
                .map(password -> List.of(initialPassword(context, password.value())))
                .orElse(List.of());
    }

    /** The admin tool takes the password only as an argument, so the command is marked as secret. */
    private static JavaCommand initialPassword(ServerContext context, String password) {
        return new JavaCommand(
                List.of("-Xmx256m"),
                context.classPath(),
                "org.neo4j.cli.AdminTool",
                List.of("dbms", "set-initial-password", password),
                Map.of(
                        "NEO4J_HOME", context.home().toString(),
                        "NEO4J_CONF", context.home().resolve("conf").toString()),
                true);
    }

    @Override
    public JavaCommand command(ServerContext context) {
        Path home = context.home();
        JavaCommand plain = new JavaCommand(
                new Neo4jFlags(context).list(),
                context.classPath(),
                "org.neo4j.server.CommunityEntryPoint",
                List.of("--home-dir=" + home, "--config-dir=" + home.resolve("conf")));
        return extras.flight() ? new Flight(context).around(plain) : plain;
    }

    /** Neo4j tells why it could not open its store only here, not on its standard output. */
    @Override
    public List<String> logs() {
        return List.of("logs/neo4j.log");
    }

    @Override
    public void query(ServerContext context) throws IOException, InterruptedException {
        Neo4jQuery.answered(context);
    }
}
