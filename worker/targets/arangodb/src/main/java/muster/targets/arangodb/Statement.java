package muster.targets.arangodb;

import java.util.Map;

/** What is sent for one operation of a transaction. */
sealed interface Statement {
    /** The cheapest round trip. */
    record Cheapest() implements Statement {}

    /** A query that the server reads and plans but does not run. */
    record Explain(String aql, Map<String, Object> variables) implements Statement {}

    /**
     * A query.
     *
     * @param elements what it writes, if it is "ok"
     * @param writes whether a lost answer leaves it open whether something was changed
     */
    record Query(String aql, Map<String, Object> variables, long elements, boolean writes) implements Statement {}
}
