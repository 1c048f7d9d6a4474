package muster.targets.neo4j;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import muster.targets.neo4j.connection.ConnectionLimit;
import muster.targets.neo4j.connection.TransactionTermination;
import muster.targets.neo4j.cypher.Dialect;
import muster.workloads.operation.DataOperation.LoadEdges;
import muster.workloads.operation.GraphityOperation.LoadFollows;
import muster.workloads.operation.Operation;
import muster.workloads.target.Transaction;
import org.neo4j.driver.AccessMode;
import org.neo4j.driver.Driver;
import org.neo4j.driver.SessionConfig;
import org.neo4j.driver.TransactionConfig;
import org.neo4j.driver.async.AsyncSession;

/**
 * Opens the transactions of one client in one database; the driver behind it pools the connections of all clients. Each
 * carries the client's mark as metadata, by which another session finds it.
 */
final class Connector {
    private final Driver driver;
    private final SessionConfig writing;
    private final SessionConfig reading;
    private final Duration operationTimeout;
    private final TransactionConfig bounded;
    private final TransactionConfig unbounded;
    private final ConnectionLimit limit;
    private final ConnectionLimit edgeLoads;
    private final Dialect dialect;
    private final String mark = UUID.randomUUID().toString();

    /**
     * Of one client.
     *
     * @param limit of the connections of all clients
     * @param edgeLoads the same while they load edges
     */
    Connector(Driver driver, Neo4jSettings settings, ConnectionLimit limit, ConnectionLimit edgeLoads) {
        this.driver = driver;
        this.writing = settings.session(AccessMode.WRITE);
        this.reading = settings.session(AccessMode.READ);
        this.operationTimeout = settings.operationTimeout();
        this.limit = limit;
        this.edgeLoads = edgeLoads;
        this.dialect = settings.dialect();
        Map<String, Object> metadata = Map.of(TransactionTermination.KEY, mark);
        this.bounded = TransactionConfig.builder()
                .withTimeout(operationTimeout)
                .withMetadata(metadata)
                .build();
        this.unbounded = TransactionConfig.builder().withMetadata(metadata).build();
    }

    Duration operationTimeout() {
        return operationTimeout;
    }

    Dialect dialect() {
        return dialect;
    }

    ConnectionLimit limit(Transaction transaction) {
        Operation first = transaction.operation(0);
        return first instanceof LoadFollows || first instanceof LoadEdges ? edgeLoads : limit;
    }

    /** Takes a connection from the pool and sends the begin; the server ends it when an operation's time is over. */
    OpenTransaction begin(AccessMode access) {
        return begin(access, bounded);
    }

    /** One that may wait for its first statement as long as the start of a phase takes. */
    OpenTransaction beginEarly(AccessMode access) {
        return begin(access, unbounded);
    }

    /** Ends what the client has open, from another session. */
    TransactionTermination termination() {
        return new TransactionTermination(driver, reading, mark);
    }

    /**
     * A driver's session for each transaction: it is a small object, keeps no connection, and so has nothing to recover
     * after a failure. Connections stay in the pool.
     */
    private OpenTransaction begin(AccessMode access, TransactionConfig config) {
        AsyncSession opened = driver.session(AsyncSession.class, access == AccessMode.READ ? reading : writing);
        return new OpenTransaction(opened, access, opened.beginTransactionAsync(config));
    }
}
