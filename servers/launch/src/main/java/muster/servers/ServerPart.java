package muster.servers;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import muster.servers.fetch.ServerFiles;
import muster.servers.host.JdkSupport;
import muster.servers.host.ServerCommand;

/**
 * One process of a server: the server itself, or another one that it needs, such as its storage. It describes the
 * process; fetching, starting, watching and stopping are the same for all.
 */
public interface ServerPart {
    /** Unique within the server, for example {@code neo4j} or {@code cassandra-2}. */
    String name();

    /** The name for people, for example {@code Neo4j}. */
    String title();

    /** What is fetched for it; several parts may be of one product, and are then fetched once. */
    default String product() {
        return name();
    }

    /** The version of the product; with the product it names the folder in the cache. */
    String version();

    /** Where its programs come from. */
    ServerFiles files();

    /** The Java versions on which it runs; empty for a program that needs no Java. */
    default Optional<JdkSupport> jdks() {
        return Optional.empty();
    }

    /**
     * Each port's role and usual number, the main one first, for example {@code bolt=7687, http=7474}. A role is unique
     * within the server.
     */
    SequencedMap<String, Integer> usualPorts();

    /** Writes the configuration into the part's home; called before every start, so that ports may change. */
    void configure(ServerContext context) throws IOException;

    /** What must run once, after {@link #configure} and before the first start, such as creating an empty store. */
    default List<? extends ServerCommand> beforeFirstStart(ServerContext context) {
        return List.of();
    }

    /** The process itself. */
    ServerCommand command(ServerContext context);

    /** The signal that ends it kindly and soon, even while clients are connected. */
    default String stopSignal() {
        return "TERM";
    }

    /** Log files that it writes by itself, relative to its home; their ends explain a failed start. */
    default List<String> logs() {
        return List.of();
    }

    /**
     * Sends a query and returns when it was answered.
     *
     * @throws IOException if it does not answer yet; it will be asked again
     * @throws ServerException if it never will, for example because it refuses the password
     */
    void query(ServerContext context) throws IOException, InterruptedException;
}
