package muster.targets.neo4j;

import org.neo4j.driver.Query;
import org.neo4j.driver.Value;

/**
 * One statement, which asks for one or more operations of a transaction.
 *
 * @param first position of its first operation in the transaction
 * @param count operations, one after another
 */
record Statement(Query query, int first, int count, ActionResult answer) {
    /** The same with more parameters. */
    Statement with(Value parameters) {
        return new Statement(query.withUpdatedParameters(parameters), first, count, answer);
    }

    /** Another query in this place, which touches nothing and so has nothing to tell. */
    Statement instead(Query other) {
        return new Statement(other, first, count, ActionResult.NOTHING);
    }
}
