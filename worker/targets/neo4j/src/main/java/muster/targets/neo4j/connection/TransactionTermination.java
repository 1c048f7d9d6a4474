package muster.targets.neo4j.connection;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeoutException;
import muster.targets.support.Deadline;
import muster.workloads.target.AbortResult;
import muster.workloads.target.ClientLibrary;
import org.neo4j.driver.Driver;
import org.neo4j.driver.Record;
import org.neo4j.driver.SessionConfig;
import org.neo4j.driver.async.AsyncSession;

/** Ends the transaction of one client from another session, and looks whether the server still lists it. */
public final class TransactionTermination {
    /** Key of the metadata by which a client's transactions are found. */
    public static final String KEY = "muster";

    private static final Duration ATTEMPT = Duration.ofSeconds(10);
    /** A transaction that is about to begin appears within this time. */
    private static final long APPEARS_NS = 1_000_000_000;

    private static final long LOOK_AGAIN_MS = 20;
    private static final String SHOW = "SHOW TRANSACTIONS YIELD transactionId, metaData" + " WHERE metaData." + KEY
            + " = $client RETURN transactionId AS id";
    private static final String TERMINATE = "TERMINATE TRANSACTIONS $ids YIELD transactionId, message RETURN message";

    private final Driver driver;
    private final SessionConfig sessions;
    private final String client;

    /** @param client the value of {@link #KEY} in the metadata of its transactions */
    public TransactionTermination(Driver driver, SessionConfig sessions, String client) {
        this.driver = driver;
        this.sessions = sessions;
        this.client = client;
    }

    /** Terminates what the client has open. Blocks for ten seconds at most. */
    public AbortResult terminate() {
        Deadline deadline = Deadline.after(ATTEMPT);
        AsyncSession session = driver.session(AsyncSession.class, sessions);
        try {
            return terminate(session, deadline);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return AbortResult.running("interrupted");
        } catch (TimeoutException e) {
            return AbortResult.running("Neo4j still lists it after %d s".formatted(ATTEMPT.toSeconds()));
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            return AbortResult.running(
                    "Neo4j did not terminate it: " + ClientLibrary.line(String.valueOf(e.getMessage())));
        } finally {
            var unused = session.closeAsync();
        }
    }

    private AbortResult terminate(AsyncSession session, Deadline deadline) throws Throwable {
        long untilNs = System.nanoTime() + APPEARS_NS;
        Set<String> terminated = new TreeSet<>();
        List<String> open = open(session, deadline);
        while (!open.isEmpty() || (terminated.isEmpty() && System.nanoTime() < untilNs)) {
            if (!terminated.containsAll(open)) {
                ask(session, TERMINATE, Map.of("ids", open), deadline);
                terminated.addAll(open);
            }
            Thread.sleep(LOOK_AGAIN_MS);
            open = open(session, deadline);
        }
        return terminated.isEmpty()
                ? AbortResult.running("Neo4j lists no transaction of this client")
                : AbortResult.confirmed(
                        "Neo4j has terminated %s and lists it no more".formatted(String.join(", ", terminated)));
    }

    private List<String> open(AsyncSession session, Deadline deadline) throws Throwable {
        return ask(session, SHOW, Map.of("client", client), deadline).stream()
                .map(row -> row.get("id").asString())
                .toList();
    }

    private static List<Record> ask(
            AsyncSession session, String query, Map<String, Object> parameters, Deadline deadline) throws Throwable {
        return deadline.await(session.runAsync(query, parameters).thenCompose(cursor -> cursor.listAsync()));
    }
}
