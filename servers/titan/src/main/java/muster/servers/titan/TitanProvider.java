package muster.servers.titan;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import muster.servers.HttpProbe;
import muster.servers.JvmFlags;
import muster.servers.ServerContext;
import muster.servers.ServerProvider;
import muster.servers.fetch.RuntimePom;
import muster.servers.host.BadServerArgument;
import muster.servers.host.JavaCommand;
import muster.servers.host.JdkSupport;
import muster.servers.host.Ports;

/** Titan 1.0.0 of 2015, which JanusGraph continues, behind the Gremlin Server of TinkerPop 3.0.1. */
public final class TitanProvider implements ServerProvider {
    static final String VERSION = "1.0.0";
    static final String GREMLIN = "gremlin";

    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final String TRAVERSAL = "{\"gremlin\":\"'vertices ' + g.V().limit(1).count().next()\"}";

    private static final RuntimePom POM = RuntimePom.resource(
            TitanProvider.class, "titan-pom.xml", 55, 30, "Apache-2.0; its BerkeleyJE 5: Sleepycat");

    /** It was made for 8; what is named here was seen to work. */
    private static final JdkSupport JDKS = new JdkSupport(17, 25, List.of(17));

    @Override
    public String name() {
        return "titan";
    }

    @Override
    public String title() {
        return "Titan";
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

    /** Not that of JanusGraph, so that both can run side by side. */
    @Override
    public SequencedMap<String, Integer> usualPorts() {
        return new LinkedHashMap<>(Map.of(GREMLIN, 8184));
    }

    @Override
    public SequencedMap<String, String> addresses(Ports ports) {
        return new LinkedHashMap<>(Map.of("uri", "http://" + ports.address(GREMLIN)));
    }

    /** The Gremlin Server of this release asks for passwords over WebSocket only. */
    @Override
    public void configure(ServerContext context) throws IOException {
        if (context.password().isPresent()) {
            throw new BadServerArgument(
                    "Titan " + VERSION + " cannot ask for passwords over HTTP; start it without a password");
        }
        new TitanConfiguration(context).write();
    }

    @Override
    public JavaCommand command(ServerContext context) {
        return new JavaCommand(
                flags(context),
                context.classPath(),
                "org.apache.tinkerpop.gremlin.server.GremlinServer",
                List.of("conf/gremlin-server.yaml"));
    }

    private static List<String> flags(ServerContext context) {
        return new JvmFlags(context)
                .add("-XX:-OmitStackTraceInFastThrow", "-Dlog4j.configuration=file:conf/log4j.properties")
                .permissions()
                .and(JvmFlags.SETTING);
    }

    /** A traversal that reads its storage must be answered; an open port is not enough. */
    @Override
    public void query(ServerContext context) throws IOException {
        new HttpProbe(context, GREMLIN, "/", Optional.empty(), TIMEOUT).expect("a traversal", TRAVERSAL, "\"vertices ");
    }
}
