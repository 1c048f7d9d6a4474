package muster.targets.neo4j.cypher;

import java.util.List;
import java.util.Optional;
import org.neo4j.driver.AuthToken;
import org.neo4j.driver.AuthTokens;

/** What differs between databases that speak Bolt and Cypher. */
public interface Dialect {
    /** Name of the database, for people. */
    String title();

    /** The database where the plan names none. */
    String database();

    /** With which a client logs in where the plan names no user. */
    default AuthToken login() {
        return AuthTokens.none();
    }

    /**
     * What a server is that has another dialect, which would leave wrong graphs behind without a word; empty if it is right.
     *
     * @param agent as the server calls itself: "Neo4j/5.26.30"
     */
    Optional<String> refusal(String agent);

    /** A statement that returns one row with version and edition; empty where what the server calls itself must do. */
    default Optional<String> components() {
        return Optional.empty();
    }

    /** Algorithms of Graphity: "st", "stou", "graphity". */
    List<String> algorithms();

    GraphityCypher graphity(String algorithm);

    InsertCypher inserts();

    /** Whether it loads data that a plan brings. */
    boolean loadsData();

    /** Whether batches of edges that are loaded at the same time refuse each other, because they share vertices. */
    default boolean loadsEdgesAlone() {
        return false;
    }

    /** How a statement locks what it must not do twice. */
    Locks locks();

    /** Statements that make ids of a label unique and quick to find. What is there already may be refused as such. */
    List<String> unique(String name, String label, String key);

    /** Statements that delete everything but the mark; one that returns a number is repeated until that is 0. */
    List<String> deletions();

    /** Statements that return when indexes are complete. */
    List<String> completions();

    /** Whether the server warns of statements that may not mean what they say. */
    default boolean warns() {
        return false;
    }

    /** Whether a failure with this code may pass, beyond those that the driver knows; before a commit was sent. */
    default boolean mayPass(String code) {
        return false;
    }
}
