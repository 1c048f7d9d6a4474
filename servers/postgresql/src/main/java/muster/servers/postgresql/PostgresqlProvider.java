package muster.servers.postgresql;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import muster.servers.ServerContext;
import muster.servers.ServerProvider;
import muster.servers.fetch.InstalledFiles;
import muster.servers.host.Ports;
import muster.servers.host.ProgramCommand;

/** PostgreSQL 15 as Debian packages it: a separate cluster in the data folder, which no service of the system knows. */
public final class PostgresqlProvider implements ServerProvider {
    static final InstalledFiles FILES = new InstalledFiles(
            List.of(Path.of("/usr/lib/postgresql/15/bin"), Path.of("/usr/pgsql-15/bin")),
            "postgres",
            "apt-get install postgresql-15");

    static final String USER = "muster";

    @Override
    public String name() {
        return "postgresql";
    }

    @Override
    public String title() {
        return "PostgreSQL";
    }

    @Override
    public String version() {
        return "15";
    }

    @Override
    public InstalledFiles files() {
        return FILES;
    }

    @Override
    public SequencedMap<String, Integer> usualPorts() {
        SequencedMap<String, Integer> ports = new LinkedHashMap<>();
        ports.put("sql", 5432);
        return ports;
    }

    @Override
    public SequencedMap<String, String> addresses(Ports ports) {
        SequencedMap<String, String> addresses = new LinkedHashMap<>();
        addresses.put("uri", "postgresql://" + ports.address("sql") + "/postgres");
        return addresses;
    }

    @Override
    public void configure(ServerContext context) throws IOException {
        ServerUser.current().own(ClusterConfiguration.data(context));
        new ClusterConfiguration(context).write();
    }

    @Override
    public List<ProgramCommand> beforeFirstStart(ServerContext context) {
        List<String> words = new ArrayList<>(List.of(
                program(context, "initdb"),
                "--pgdata=" + ClusterConfiguration.data(context),
                "--username=" + USER,
                "--encoding=UTF8",
                "--locale=C",
                "--no-instructions",
                "--auth=" + ClusterConfiguration.authentication(context)));
        context.password().ifPresent(password -> words.add("--pwfile=" + ClusterConfiguration.passwordFile(context)));
        return List.of(new ProgramCommand(ServerUser.current().as(words), Map.of()));
    }

    @Override
    public ProgramCommand command(ServerContext context) {
        List<String> words = List.of(
                program(context, "postgres"),
                "-D",
                ClusterConfiguration.data(context).toString(),
                "-c",
                "config_file=" + context.home().resolve(ClusterConfiguration.FILE));
        return new ProgramCommand(ServerUser.current().as(words), Map.of());
    }

    private static String program(ServerContext context, String name) {
        return context.libraries().resolve(name).toString();
    }

    /** "Fast": it ends the connections of clients, rather than waiting for them to leave. */
    @Override
    public String stopSignal() {
        return "INT";
    }

    @Override
    public void query(ServerContext context) throws IOException, InterruptedException {
        SqlQuery.answered(context);
    }
}
