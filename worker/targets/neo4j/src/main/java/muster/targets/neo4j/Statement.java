package muster.targets.neo4j;

import org.neo4j.driver.Query;

/**
 * One statement, which asks for one or more operations of a transaction.
 *
 * @param first position of its first operation in the transaction
 * @param count operations, one after another
 */
record Statement(Query query, int first, int count, Answer answer) {
    /** Another query in this place, which touches nothing and so has nothing to tell. */
    Statement instead(Query other) {
        return new Statement(other, first, count, Answer.NOTHING);
    }
}
