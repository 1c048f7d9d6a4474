package muster.targets.falkordb;

/**
 * One query, which asks for one or more operations of a transaction.
 *
 * @param text the Cypher, the same for all of its kind: the server keeps its plan
 * @param parameters as {@link Parameters} writes them
 * @param command how it is sent
 * @param first position of its first operation in the transaction
 */
record Statement(String text, String parameters, Command command, int first, ActionResult answer) {
    /** A command of FalkorDB's. */
    enum Command {
        QUERY,
        READ_ONLY_QUERY,
        EXPLAIN
    }

    /** Parameters and text in one, as the server takes them. */
    String query() {
        return parameters.isEmpty() ? text : "CYPHER " + parameters + text;
    }

    boolean writes() {
        return command == Command.QUERY;
    }

    /** The same, which is parsed and planned and touches nothing. */
    Statement explained() {
        return new Statement(text, parameters, Command.EXPLAIN, first, ActionResult.NOTHING);
    }

    /** The cheapest round trip, in this place of a transaction. */
    static Statement cheapest(int first) {
        return new Statement("RETURN 1", "", Command.READ_ONLY_QUERY, first, ActionResult.NOTHING);
    }
}
