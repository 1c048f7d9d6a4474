package muster.servers.arcadedb;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import muster.servers.ServerContext;
import muster.servers.ServerProvider;
import muster.servers.fetch.PythonWheel;
import muster.servers.host.JavaCommand;
import muster.servers.host.JdkSupport;
import muster.servers.host.Ports;
import muster.servers.host.Secret;

/** ArcadeDB 26.10, which speaks Bolt and Cypher, from the jars in its wheel for Python: no Maven repository has its Bolt. */
public final class ArcadeDbProvider implements ServerProvider {
    static final String BOLT = "bolt";
    static final String HTTP = "http";

    private static final String VERSION = "26.10.2";

    /** One wheel for all machines: the server's jars are the same in that for aarch64, and its Java runtime is not used. */
    private static final PythonWheel FILES = new PythonWheel(
            """
            arcadedb-embedded==%s.post1 \\
                --hash=sha256:fe81f1363f6e17c76755cfbaa30453dd8858e45c994ae429c279887a1e31ccb0
            """.formatted(VERSION), "arcadedb_embedded/jars", 71, "Apache-2.0", Optional.of("manylinux_2_34_x86_64"));

    /** Its classes are of 21; 25 was seen to work. */
    private static final JdkSupport JDKS = new JdkSupport(21, 25, List.of(21));

    @Override
    public String name() {
        return "arcadedb";
    }

    @Override
    public String title() {
        return "ArcadeDB";
    }

    @Override
    public String version() {
        return VERSION;
    }

    @Override
    public PythonWheel files() {
        return FILES;
    }

    @Override
    public Optional<JdkSupport> jdks() {
        return Optional.of(JDKS);
    }

    @Override
    public SequencedMap<String, Integer> usualPorts() {
        SequencedMap<String, Integer> ports = new LinkedHashMap<>();
        ports.put(BOLT, 7687);
        ports.put(HTTP, 2480);
        return ports;
    }

    @Override
    public SequencedMap<String, String> addresses(Ports ports) {
        SequencedMap<String, String> addresses = new LinkedHashMap<>();
        addresses.put("uri", "bolt://" + ports.address(BOLT));
        addresses.put("http", "http://" + ports.address(HTTP));
        return addresses;
    }

    @Override
    public void configure(ServerContext context) throws IOException {
        new ArcadeDbConfiguration(context).write();
        RootUser.create(context.home(), context.password().map(Secret::value).orElse(ArcadeDbServer.OPEN_PASSWORD));
    }

    @Override
    public JavaCommand command(ServerContext context) {
        return new JavaCommand(
                new ArcadeDbConfiguration(context).flags(),
                context.classPath(),
                "com.arcadedb.server.ArcadeDBServer",
                List.of());
    }

    @Override
    public void query(ServerContext context) throws IOException {
        ArcadeDbQuery.answered(context);
    }
}
