package muster.servers.http;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import muster.servers.ServerContext;
import muster.servers.ServerProvider;
import muster.servers.fetch.InstalledFiles;
import muster.servers.host.Ports;
import muster.servers.host.ProgramCommand;

/** Apache httpd as the system has it installed: one page by HTTP/1.1 and HTTP/2, with and without TLS. */
public final class ApacheProvider implements ServerProvider {
    private static final String PROGRAM = "apache2";
    /** Roles of its ports. */
    static final String HTTP = "http";

    static final String HTTPS = "https";
    private static final InstalledFiles FILES = new InstalledFiles(
            List.of(Path.of("/usr/sbin"), Path.of("/usr/local/sbin")), PROGRAM, "apt-get install apache2-bin");

    @Override
    public String name() {
        return "apache";
    }

    @Override
    public String title() {
        return "Apache httpd";
    }

    /** It is the system's, which says it in header Server. */
    @Override
    public String version() {
        return "system";
    }

    @Override
    public InstalledFiles files() {
        return FILES;
    }

    @Override
    public SequencedMap<String, Integer> usualPorts() {
        SequencedMap<String, Integer> ports = new LinkedHashMap<>();
        ports.put(HTTP, 8088);
        ports.put(HTTPS, 8448);
        return ports;
    }

    @Override
    public SequencedMap<String, String> addresses(Ports ports) {
        SequencedMap<String, String> addresses = new LinkedHashMap<>();
        addresses.put("uri", "http://" + ports.address(HTTP) + "/" + Page.NAME);
        addresses.put("https", "https://" + ports.address(HTTPS) + "/" + Page.NAME);
        return addresses;
    }

    @Override
    public void configure(ServerContext context) throws IOException {
        Settings settings = settings(context);
        Page.write(context, "pages", settings.number(Settings.SIZE, Page.USUAL_SIZE));
        Certificate.make(context);
        new ApacheConfiguration(context, settings.number(Settings.THREADS, 256)).write();
    }

    private Settings settings(ServerContext context) {
        return new Settings(name(), context, Set.of(Settings.SIZE, Settings.THREADS));
    }

    @Override
    public ProgramCommand command(ServerContext context) {
        List<String> words = List.of(
                context.libraries().resolve(PROGRAM).toString(),
                "-D",
                "FOREGROUND",
                "-f",
                context.home().resolve("httpd.conf").toAbsolutePath().toString());
        return new ProgramCommand(words, Map.of());
    }

    @Override
    public List<String> logs() {
        return List.of("error.log");
    }

    @Override
    public void query(ServerContext context) throws IOException {
        PageQuery.answered(context, HTTP, "/" + Page.NAME);
    }
}
