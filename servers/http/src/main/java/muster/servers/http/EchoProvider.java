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
import muster.servers.fetch.InstalledFiles;
import muster.servers.host.ClassPath;
import muster.servers.host.JavaCommand;
import muster.servers.host.JdkSupport;
import muster.servers.host.Ports;
import muster.servers.http.echo.EchoMain;

/**
 * A web server of Muster: the same page from a pool of blocking threads or from event loops, with what each part of an
 * answer took in header Server-Timing.
 */
public final class EchoProvider implements ServerProvider {
    private static final JdkSupport JDKS = new JdkSupport(21, 99, List.of());

    private static final String MODE = "mode";
    private static final String WORK = "work";
    private static final String WORK_MICROSECONDS = "work-us";
    private static final String URL = "url";
    private static final String BODY = "body";
    /** As many a core as Jetty has in Neo4j. */
    private static final int THREADS_PER_CORE = 10;

    @Override
    public String name() {
        return "echo";
    }

    @Override
    public String title() {
        return "Echo server";
    }

    @Override
    public String version() {
        return "1";
    }

    @Override
    public InstalledFiles files() {
        return InstalledFiles.JAVA;
    }

    @Override
    public Optional<JdkSupport> jdks() {
        return Optional.of(JDKS);
    }

    @Override
    public SequencedMap<String, Integer> usualPorts() {
        return new LinkedHashMap<>(Map.of("http", 8087));
    }

    @Override
    public SequencedMap<String, String> addresses(Ports ports) {
        return new LinkedHashMap<>(Map.of("uri", "http://" + ports.address("http") + "/"));
    }

    @Override
    public void configure(ServerContext context) {
        arguments(context);
    }

    @Override
    public JavaCommand command(ServerContext context) {
        return new JavaCommand(
                new JvmFlags(context).permissions().and(JvmFlags.SETTING),
                ClassPath.of(EchoMain.class),
                EchoMain.class.getName(),
                arguments(context));
    }

    private List<String> arguments(ServerContext context) {
        Settings settings = new Settings(
                name(),
                context,
                Set.of(MODE, WORK, WORK_MICROSECONDS, URL, BODY, Settings.SIZE, Settings.THREADS, JvmFlags.SETTING));
        String work = settings.choice(WORK, List.of("none", "cpu", "sleep", "query"));
        if (work.equals("query") && settings.text(URL, "").isEmpty()) {
            throw settings.bad(
                    WORK, work, "with it --set url=http://HOST:PORT/PATH, to which --set body=TEXT is posted");
        }
        boolean loops = settings.choice(MODE, List.of("blocking", "event-loop")).equals("event-loop");
        int cores = Runtime.getRuntime().availableProcessors();
        return List.of(
                Integer.toString(context.ports().of("http")),
                settings.text(MODE, "blocking"),
                Integer.toString(settings.number(Settings.THREADS, loops ? cores : THREADS_PER_CORE * cores)),
                Integer.toString(settings.number(Settings.SIZE, Page.USUAL_SIZE)),
                work,
                Integer.toString(settings.number(WORK_MICROSECONDS, 1_000)),
                settings.text(URL, ""),
                settings.text(BODY, ""));
    }

    @Override
    public void query(ServerContext context) throws IOException {
        PageQuery.answered(context, "/");
    }
}
