package muster.servers;

import java.io.IOException;
import java.util.List;
import java.util.SequencedMap;

/**
 * One kind of database server, found by ServiceLoader. It describes the server; fetching, starting, watching and
 * stopping are the same for all.
 */
public interface ServerProvider {
    /** The name on the command line and of the default data folder, for example {@code neo4j}. */
    String name();

    /** The name for people, for example {@code Neo4j}. */
    String title();

    /** The version of the server; with the name it names the folder in the cache. */
    String version();

    /** What Maven is to fetch. */
    RuntimePom runtimePom();

    /** The Java versions on which this server runs. */
    JdkSupport jdks();

    /** Each port's role and usual number, the main one first, for example {@code bolt=7687, http=7474}. */
    SequencedMap<String, Integer> usualPorts();

    /** The addresses under which clients reach the server; {@code uri} is the one that a plan names. */
    SequencedMap<String, String> addresses(Ports ports);

    /** Writes the configuration into the server's home; called before every start, so that ports may change. */
    void configure(ServerContext context) throws IOException;

    /** What must run once, after {@link #configure} and before the first start, such as creating an empty store. */
    default List<JavaCommand> beforeFirstStart(ServerContext context) {
        return List.of();
    }

    /** The server process itself. */
    JavaCommand command(ServerContext context);

    /** Log files that the server writes by itself, relative to its home; their ends explain a failed start. */
    default List<String> logs() {
        return List.of();
    }

    /**
     * Sends a query and returns when it was answered.
     *
     * @throws IOException if the server does not answer yet; it will be asked again
     * @throws ServerException if it never will, for example because it refuses the password
     */
    void query(ServerContext context) throws IOException, InterruptedException;
}
