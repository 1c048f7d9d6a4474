package muster.servers.hugegraph;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import muster.servers.HttpProbe;
import muster.servers.JvmFlags;
import muster.servers.ServerContext;
import muster.servers.ServerProvider;
import muster.servers.fetch.RuntimePom;
import muster.servers.host.BadServerArgument;
import muster.servers.host.JavaCommand;
import muster.servers.host.JdkSupport;
import muster.servers.host.Ports;

/** Apache HugeGraph 1.5.0 on RocksDB: one server, one graph, named hugegraph. */
public final class HugeGraphProvider implements ServerProvider {
    static final String VERSION = "1.5.0";

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final String TRAVERSAL =
            "{\"gremlin\": \"g.V().limit(1).count().next()\", \"bindings\": {}, \"language\": \"gremlin-groovy\","
                    + " \"aliases\": {\"graph\": \"%1$s\", \"g\": \"__g_%1$s\"}}"
                            .formatted(HugeGraphConfiguration.GRAPH);

    private static final RuntimePom POM =
            RuntimePom.resource(HugeGraphProvider.class, "runtime-pom.xml", 313, 336, "Apache-2.0");

    /** Its constructor installs a security manager, which later versions of Java refuse. */
    private static final JdkSupport JDKS = new JdkSupport(17, 17, List.of(17));

    /** These must come before jars that hold other versions of the same classes and files. */
    private static final List<String> FIRST = List.of(
            "log4j-slf4j-impl-2.18.0.jar",
            "hugegraph-dist-1.5.0.jar",
            "hugegraph-api-1.5.0.jar",
            "hugegraph-core-1.5.0.jar",
            "hugegraph-rocksdb-1.5.0.jar",
            "hugegraph-common-1.5.0.jar");

    @Override
    public String name() {
        return "hugegraph";
    }

    @Override
    public String title() {
        return "HugeGraph";
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

    /** Gremlin's usual port is 8182, which JanusGraph has too; clients reach Gremlin through REST. */
    @Override
    public SequencedMap<String, Integer> usualPorts() {
        SequencedMap<String, Integer> ports = new LinkedHashMap<>();
        ports.put("rest", 8080);
        ports.put("gremlin", 8183);
        return ports;
    }

    @Override
    public SequencedMap<String, String> addresses(Ports ports) {
        SequencedMap<String, String> addresses = new LinkedHashMap<>();
        addresses.put("uri", "http://" + ports.address("rest"));
        return addresses;
    }

    /** Its authentication calls a method of the virtual machine that has another signature since Java 12. */
    @Override
    public void configure(ServerContext context) throws IOException {
        if (context.password().isPresent()) {
            throw new BadServerArgument(
                    "HugeGraph " + VERSION + " can ask for passwords on JDK 11 only, and this is JDK "
                            + context.java().version() + "; start it without a password");
        }
        new HugeGraphConfiguration(context).write();
    }

    /** Creates an empty store. */
    @Override
    public List<JavaCommand> beforeFirstStart(ServerContext context) {
        return List.of(new JavaCommand(
                List.of("-Xmx512m", "-XX:TieredStopAtLevel=1"),
                classPath(context),
                "org.apache.hugegraph.cmd.InitStore",
                List.of(HugeGraphConfiguration.REST)));
    }

    @Override
    public JavaCommand command(ServerContext context) {
        return new JavaCommand(
                new JvmFlags(context).add("-XX:-OmitStackTraceInFastThrow").and(JvmFlags.SETTING),
                classPath(context),
                "org.apache.hugegraph.dist.HugeGraphServer",
                List.of(HugeGraphConfiguration.GREMLIN, HugeGraphConfiguration.REST));
    }

    private static String classPath(ServerContext context) {
        Path libraries = context.libraries();
        return FIRST.stream().map(jar -> libraries.resolve(jar).toString()).collect(Collectors.joining(":")) + ":"
                + libraries + "/*";
    }

    @Override
    public List<String> logs() {
        return List.of("logs/hugegraph-server.log");
    }

    /**
     * A traversal of Gremlin, sent through REST, must be answered. REST alone answers some seconds before the graph is open, and
     * also where Gremlin is broken for good.
     */
    @Override
    public void query(ServerContext context) throws IOException {
        new HttpProbe(context, "rest", "/gremlin", Optional.empty(), TIMEOUT)
                .expect("counting the first vertex", TRAVERSAL, "\"data\":[0]", "\"data\":[1]");
    }
}
