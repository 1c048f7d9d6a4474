package muster.targets.neo4j;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import muster.targets.neo4j.connection.Deadline;
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
    private static final int LEAST_MAJOR = 5;

    private static final int LEAST_MINOR = 23;
    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+).*");
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
            return components.isPresent()
                    ? new Server(
                                    row.get("version").asString(),
                                    row.get("edition").asString(),
                                    info.protocolVersion())
                            .supported(settings)
                    : new Server(info.agent(), settings.dialect().title(), info.protocolVersion());
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

    private Server supported(Neo4jSettings settings) throws TargetException {
        if (!isSupported(version)) {
            throw new TargetException("%s: version %s is too old, Muster needs %d.%d or later"
                    .formatted(settings, version, LEAST_MAJOR, LEAST_MINOR));
        }
        return this;
    }

    public static boolean isSupported(String version) {
        Matcher parts = VERSION.matcher(version);
        if (!parts.matches()) {
            return false;
        }
        int major = Integer.parseInt(parts.group(1));
        return major > LEAST_MAJOR || (major == LEAST_MAJOR && Integer.parseInt(parts.group(2)) >= LEAST_MINOR);
    }

    /** The driver's own words only say that it could not connect; why stands in the innermost cause. */
    private static String reason(Throwable failure, Neo4jSettings settings) {
        if (failure instanceof TimeoutException) {
            return "no answer within " + settings.connectTimeout().toMillis() + " ms";
        }
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String said = Failures.line(failure);
        String why = Failures.line(root);
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
