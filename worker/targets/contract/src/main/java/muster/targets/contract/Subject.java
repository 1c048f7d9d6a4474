package muster.targets.contract;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Set;
import muster.workloads.graphity.GraphityModel;
import muster.workloads.target.Depth;
import muster.workloads.target.Stage;
import muster.workloads.target.TargetProvider;

/**
 * One target and its real server: how it is reached, what it supports, and how one looks into its database past the
 * target. The database is the tests' own: they erase it.
 */
public interface Subject {
    TargetProvider provider();

    /** Where the server listens, unresolved. Tests also put a proxy before it. */
    InetSocketAddress address();

    /** Section "target" of a plan in YAML's flow style, for a server at "HOST:PORT": {@code {kind: neo4j, uri: ...}}. */
    String section(String address);

    /** The algorithms of graphity that it can express, of st, stou and graphity. */
    List<String> algorithms();

    Set<Ability> abilities();

    /** The stages that an operation reports when it is executed, each at least once. */
    Set<Stage> stages();

    /** The same for one depth, where they differ: a server may tell what it executed, but not what it only parsed. */
    default Set<Stage> stages(Depth depth) {
        return stages();
    }

    /**
     * Settings in the words of --set, by what is wrong with them, with which the server cannot be opened: a wrong
     * password, a database that is not there.
     */
    Map<String, String> refusals();

    /** Words that no message may hold: the password. */
    List<String> secrets();

    /** Makes the database empty, marks included. */
    void erase() throws Exception;

    /** Writes two vertices and an edge between them, as somebody else's program would. */
    void writeForeign() throws Exception;

    /** The text of a post, as the database has it. */
    String message(long post) throws Exception;

    /** The name of a vertex of batch-insert, as the database has it. */
    String name(long vertex) throws Exception;

    /** The payload of the edge of batch-insert that leads away from a vertex, as the database has it. */
    String payload(long vertex) throws Exception;

    /** Statements for what {@link QueryContract} asks; none where the target executes no statements of a plan. */
    default Map<Statement, String> statements() {
        return Map.of();
    }

    /** What a statement of {@link #statements} does. */
    enum Statement {
        /** One row of its parameters a, b, c, d and e. */
        ECHO,
        /** {@code n} rows of the numbers from 1 on. */
        ROWS,
        /** Adds a vertex; nothing is asked of its rows. */
        WRITE,
        /** No statement of the language. */
        WRONG
    }

    /** Compares more than fingerprint and feeds can tell, such as the order of chains. */
    default void compare(GraphityModel model, String algorithm) throws Exception {}
}
