package muster.servers.http;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import muster.servers.JvmFlags;
import muster.servers.ServerContext;
import muster.servers.ServerProvider;
import muster.servers.fetch.RuntimePom;
import muster.servers.host.ClassPath;
import muster.servers.host.JavaCommand;
import muster.servers.host.JdkSupport;
import muster.servers.host.Ports;

/** Tomcat, embedded: one static page by HTTP/1.1 and HTTP/2 with prior knowledge, a pool of blocking threads. */
public final class TomcatProvider implements ServerProvider {
    private static final RuntimePom POM =
            RuntimePom.resource(TomcatProvider.class, "tomcat-pom.xml", 2, 4, "Apache-2.0");
    private static final JdkSupport JDKS = new JdkSupport(21, 99, List.of());

    @Override
    public String name() {
        return "tomcat";
    }

    @Override
    public String title() {
        return "Tomcat";
    }

    @Override
    public String version() {
        return "11.0.27";
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
        return new LinkedHashMap<>(Map.of("http", 8089));
    }

    @Override
    public SequencedMap<String, String> addresses(Ports ports) {
        return new LinkedHashMap<>(Map.of("uri", "http://" + ports.address("http") + "/" + Page.NAME));
    }

    @Override
    public void configure(ServerContext context) throws IOException {
        Page.write(context, "pages", settings(context).number(Settings.SIZE, Page.USUAL_SIZE));
    }

    private Settings settings(ServerContext context) {
        return new Settings(name(), context, Set.of(Settings.SIZE, Settings.THREADS, JvmFlags.SETTING));
    }

    @Override
    public JavaCommand command(ServerContext context) {
        return new JavaCommand(
                new JvmFlags(context).permissions().and(JvmFlags.SETTING),
                context.libraries() + "/*:" + ClassPath.of(TomcatMain.class),
                TomcatMain.class.getName(),
                List.of(
                        Integer.toString(context.ports().of("http")),
                        context.home().toAbsolutePath().toString(),
                        Integer.toString(settings(context).number(Settings.THREADS, 200))));
    }

    @Override
    public void query(ServerContext context) throws IOException {
        PageQuery.answered(context, "/" + Page.NAME);
    }
}
