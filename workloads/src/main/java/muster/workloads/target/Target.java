package muster.workloads.target;

import java.util.Map;
import muster.workloads.operation.QueryOperation;

/** A connected system under test, shared by all clients of a worker. All methods are safe to call from any thread. */
public interface Target extends AutoCloseable {
    /** What the store keeps of it: "address", "database", "server.version", "driver.version" and more. Never a secret. */
    Map<String, String> facts();

    /** A session for one client. {@code depth} overrides the plan's, for the warm-up of a worker that joins late. */
    Session session(Depth depth) throws TargetException;

    /** How many connections that many clients hold at a time. */
    default int connections(int clients) {
        return clients;
    }

    /** What is in the database, for the decision whether Muster may write there (docs/semantics.md rule 19). Writes nothing. */
    Contents contents() throws TargetException;

    /** Deletes all data, marks the database as Muster's and creates what the load needs (constraints, schema). */
    void reset(String marker) throws TargetException;

    /** What the database says of a statement, which is not executed: at depth "parse" it reaches the server all the same. */
    default Explanation explain(QueryOperation operation) throws TargetException {
        try (Session session = session(Depth.PARSE)) {
            session.execute(Transaction.of(operation), Probe.NONE);
            return Explanation.ACCEPTED;
        } catch (OperationFailure refusal) {
            if (refusal.kind() == OperationFailure.Kind.TRANSIENT) {
                throw new TargetException(operation.query().name() + ": " + refusal.getMessage(), refusal);
            }
            return Explanation.refused(String.valueOf(refusal.getMessage()), 0);
        }
    }

    /**
     * Executes a statement of the plan that follows the load of its data, such as one that creates an index, and commits it. Has no
     * time-out.
     *
     * @param statement in one of the languages of {@link TargetProvider#languages}
     * @throws TargetException with what the database says of it
     */
    default void execute(String statement) throws TargetException {
        throw new TargetException("this target executes no statements after a load");
    }

    /** Creates what follows the first load part, or a plan's own data, and returns when all indexes answer. */
    void awaitIndexes() throws TargetException;

    /** A fingerprint of the graph: "vertices", "edges", "degrees", "ids", equal exactly when the graphs are. */
    Map<String, String> fingerprint() throws TargetException;

    /** Never throws: a connection that fails to close is of no interest any more. */
    @Override
    void close();

    /**
     * What is in the database.
     *
     * @param address host:port of the server
     * @param marked whether a MusterRun mark stands in it
     */
    record Contents(String address, String database, boolean marked, long vertices, long edges) {
        public boolean empty() {
            return vertices == 0 && edges == 0;
        }
    }
}
