package muster.benchmarks.bare;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import muster.servers.RunningServer;
import muster.servers.ServerOptions;
import muster.servers.Servers;

/** A real database that Muster and the bare loop are measured on. */
public enum Database {
    NEO4J("Neo4j", 5_000, ""),
    ARCADEDB("ArcadeDB", 2_000, ""),
    JANUSGRAPH("JanusGraph", 2_000, ""),
    /** Without the read before each batch, which the bare loop does not make either. */
    HUGEGRAPH("HugeGraph", 2_000, ", checkDuplicate: false");

    private final String title;
    private final int users;
    private final String settings;

    /**
     * @param users of Graphity: each measurement loads them anew, which is not measured and takes its time
     * @param settings further ones of the target
     */
    Database(String title, int users, String settings) {
        this.title = title;
        this.users = users;
        this.settings = settings;
    }

    /** By its name in plans. */
    public static Optional<Database> of(String kind) {
        return Arrays.stream(values())
                .filter(database -> database.kind().equals(kind))
                .findFirst();
    }

    public static String kinds() {
        return Arrays.stream(values()).map(Database::kind).collect(Collectors.joining(", "));
    }

    String kind() {
        return title.toLowerCase(Locale.ROOT);
    }

    public int users() {
        return users;
    }

    /** Its data in memory where it can: a disk that syncs in one millisecond now and in three later would decide. */
    public RunningServer start(String heap) throws Exception {
        RunningServer server = Servers.local()
                .start(kind(), ServerOptions.temporary().withHeap(heap).inMemory());
        System.out.println(title + " " + server.version() + " on Java " + server.jdk() + ", heap of " + heap);
        return server;
    }

    /** The change that puts it into a plan; a machine that others use may make it wait long for a connection. */
    public String target(RunningServer server) {
        return "target={kind: %s, uri: \"%s\", connectTimeout: 60s%s}".formatted(kind(), server.uri(), settings);
    }

    @Override
    public String toString() {
        return title;
    }
}
