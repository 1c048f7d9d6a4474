package muster.servers.http;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import muster.servers.ServerContext;
import muster.servers.ServerProvider;
import muster.servers.fetch.RuntimePom;
import muster.servers.host.JavaCommand;
import muster.servers.host.JdkSupport;
import muster.servers.host.Ports;

/** Apache httpd as the system has it installed: one page by HTTP/1.1 and HTTP/2, with and without TLS. */
public final class ApacheProvider implements ServerProvider {
    private static final JdkSupport ANY = new JdkSupport(21, 99, List.of());

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
    public RuntimePom runtimePom() {
        return RuntimePom.NOTHING;
    }

    @Override
    public JdkSupport jdks() {
        return ANY;
    }

    @Override
    public SequencedMap<String, Integer> usualPorts() {
        SequencedMap<String, Integer> ports = new LinkedHashMap<>();
        ports.put("http", 8088);
        ports.put("https", 8448);
        return ports;
    }

    @Override
    public SequencedMap<String, String> addresses(Ports ports) {
        SequencedMap<String, String> addresses = new LinkedHashMap<>();
        addresses.put("uri", "http://" + ports.address("http") + "/" + Page.NAME);
        addresses.put("https", "https://" + ports.address("https") + "/" + Page.NAME);
        return addresses;
    }

    @Override
    public void configure(ServerContext context) throws IOException {
        ApacheBinary.find();
        Settings settings = new Settings(name(), context, Set.of(Settings.SIZE, Settings.THREADS));
        Page.write(context, "pages", settings.number(Settings.SIZE, Page.USUAL_SIZE));
        Certificate.make(context);
        new ApacheConfiguration(context, settings.number(Settings.THREADS, 256)).write();
    }

    @Override
    public Optional<List<String>> program(ServerContext context) {
        return Optional.of(List.of(
                ApacheBinary.find().toString(),
                "-D",
                "FOREGROUND",
                "-f",
                context.home().resolve("httpd.conf").toAbsolutePath().toString()));
    }

    @Override
    public JavaCommand command(ServerContext context) {
        throw new IllegalStateException("Apache is no Java program");
    }

    @Override
    public List<String> logs() {
        return List.of("error.log");
    }

    @Override
    public void query(ServerContext context) throws IOException {
        PageQuery.answered(context, "/" + Page.NAME);
    }
}
