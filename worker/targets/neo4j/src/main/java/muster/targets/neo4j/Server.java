package muster.targets.neo4j;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import muster.targets.support.Causes;
import muster.targets.support.Deadline;
import muster.targets.support.MinimumVersion;
import muster.workloads.target.ClientLibrary;
import muster.workloads.target.TargetException;
import org.neo4j.driver.Driver;
import org.neo4j.driver.Record;
import org.neo4j.driver.Session;
import org.neo4j.driver.async.AsyncSession;
import org.neo4j.driver.async.ResultCursor;
import org.neo4j.driver.summary.ServerInfo;

/** What the server says of itself when it first answers. */
record Server(String version, String edition, String protocol) {
    /** The first version whose Cypher has CALL (variables) { }. */
    static final MinimumVersion SUPPORTED = new MinimumVersion("5.23");

    private static final String ANSWER = "RETURN 1";

    /**
     * Asks it, in the database that the plan names.
     *
     * @throws TargetException one line with address, database and cause, within the connect time-out
     */
    public static Server contacted(Driver driver, Neo4jSettings settings) throws TargetException {
        Deadline deadline = Deadline.after(settings.connectTimeout());
        AsyncSession session = driver.session(AsyncSession.class, settings.session());
        try {
            Optional<String> components = settings.dialect().components();
            ResultCursor cursor = deadline.await(session.runAsync(components.orElse(ANSWER)));
            Record row = deadline.await(cursor.singleAsync());
            ServerInfo info = deadline.await(cursor.consumeAsync()).server();
            deadline.await(session.closeAsync());
            refuseOther(info.agent(), settings);
            if (components.isEmpty()) {
                return new Server(info.agent(), settings.dialect().title(), info.protocolVersion());
            }
            SUPPORTED.require(settings, row.get("version").asString());
            return new Server(row.get("version").asString(), row.get("edition").asString(), info.protocolVersion());
        } catch (TargetException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new TargetException(settings + ": " + reason(e, settings), e);
        }
    }

    private static void refuseOther(String agent, Neo4jSettings settings) throws TargetException {
        Optional<String> refusal = settings.dialect().refusal(agent);
        if (refusal.isPresent()) {
            throw new TargetException(settings.address() + " " + refusal.get());
        }
    }

    /** The driver's own words only say that it could not connect; why stands in the innermost cause. */
    private static String reason(Throwable failure, Neo4jSettings settings) {
        if (failure instanceof TimeoutException) {
            return "no answer within " + settings.connectTimeout().toMillis() + " ms";
        }
        String said = Failures.line(failure);
        String why = Failures.line(Causes.root(failure));
        return why.equals(said) ? said : said.replaceFirst("\\.$", "") + ": " + why;
    }

    /** For the store. */
    public Map<String, String> facts(Neo4jSettings settings) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("address", settings.address());
        facts.put("database", settings.database());
        facts.put("server.version", version);
        facts.put("server.edition", edition);
        facts.put("bolt.version", protocol);
        facts.put("driver.version", ClientLibrary.version(Session.class));
        return facts;
    }
}
