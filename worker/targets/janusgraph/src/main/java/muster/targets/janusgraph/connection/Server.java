package muster.targets.janusgraph.connection;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import muster.targets.janusgraph.script.JanusGraphSettings;
import muster.targets.janusgraph.script.Request;
import muster.targets.support.Causes;
import muster.targets.support.Deadline;
import muster.targets.support.MinimumVersion;
import muster.workloads.target.TargetException;

/**
 * What the server says of itself when it first answers.
 *
 * @param storage settings of its storage that decide what its answers are worth, such as consistency levels
 */
public record Server(String version, Map<String, String> storage) {
    /** The version that is needed. */
    public static final MinimumVersion SUPPORTED = new MinimumVersion("1.0");

    /**
     * Asks it, on the graph that the plan names.
     *
     * @throws TargetException one line with address, graph and cause, within the connect time-out
     */
    public static Server contacted(Driver driver, JanusGraphSettings settings) throws TargetException {
        try (Connection connection = driver.connection()) {
            List<?> answer =
                    connection.answer(Request.of(about(settings), Map.of()), Deadline.after(settings.connectTimeout()));
            Server server = of(answer.stream().map(String::valueOf).toList());
            SUPPORTED.require(settings, server.version());
            return server;
        } catch (TargetException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new TargetException(settings + ": " + reason(e, settings), e);
        }
    }

    private static String about(JanusGraphSettings settings) {
        return """
            def settings = %s.configuration()
            def known = ['storage.backend', 'storage.berkeleyje.isolation-level', 'storage.cql.read-consistency-level',
                'storage.cql.write-consistency-level', 'storage.cql.replication-factor', 'cache.db-cache']
            [%s, System.getProperty('java.version')] +
                known.findAll { settings.containsKey(it) }.collect { it + '=' + settings.getProperty(it) }""".formatted(settings.graph(), settings.dialect().version());
    }

    private static Server of(List<String> answer) {
        Map<String, String> storage = new LinkedHashMap<>();
        storage.put("server.java", answer.get(1));
        for (String setting : answer.subList(2, answer.size())) {
            storage.put(setting.substring(0, setting.indexOf('=')), setting.substring(setting.indexOf('=') + 1));
        }
        return new Server(answer.getFirst(), storage);
    }

    private static String reason(Throwable failure, JanusGraphSettings settings) {
        if (failure instanceof TimeoutException) {
            return "no answer within " + settings.connectTimeout().toMillis() + " ms";
        }
        String line = Failures.line(Causes.root(failure));
        // Without a user the driver answers a server that asks who it is with Kerberos, and fails to.
        return line.contains("security context") && settings.user().isEmpty()
                ? "it asks for a user and a password, and target.user is not set"
                : line;
    }

    /** BerkeleyJE closes its whole environment when a thread of it is interrupted: nothing works then until a new start. */
    public boolean survivesInterrupts() {
        return !"berkeleyje".equals(storage.get("storage.backend"));
    }

    /** For the store. */
    public Map<String, String> facts(JanusGraphSettings settings, String driver) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("address", settings.address());
        facts.put("database", settings.graph());
        facts.put("server.version", version);
        facts.put("driver.version", driver);
        facts.put("locking", Boolean.toString(settings.locking()));
        settings.consistency().ifPresent(level -> facts.put("consistency", level));
        facts.putAll(storage);
        return facts;
    }
}
