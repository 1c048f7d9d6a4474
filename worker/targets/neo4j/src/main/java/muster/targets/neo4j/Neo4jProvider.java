package muster.targets.neo4j;

import muster.workloads.plan.Settings;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;
import muster.workloads.target.TargetProvider;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;

/**
 * Target "neo4j": Neo4j 5.23 or later over Bolt. Settings: uri, database, user, password, tls (encrypted, trust),
 * fetchSize, and the keys that every target has.
 */
public final class Neo4jProvider implements TargetProvider {
    @Override
    public String kind() {
        return "neo4j";
    }

    @Override
    public void check(Settings target, Settings workload) {
        Neo4jSettings.of(target, workload);
    }

    @Override
    public Target open(Settings target, Settings workload) throws TargetException {
        return open(Neo4jSettings.of(target, workload));
    }

    static Neo4jTarget open(Neo4jSettings settings) throws TargetException {
        Driver driver = driver(settings);
        try {
            return new Neo4jTarget(driver, settings, Server.contacted(driver, settings));
        } catch (TargetException | RuntimeException e) {
            // Closing waits for connections; one that hangs must not delay the message beyond the connect time-out.
            driver.closeAsync();
            throw e;
        }
    }

    private static Driver driver(Neo4jSettings settings) throws TargetException {
        try {
            return GraphDatabase.driver(settings.uri(), settings.auth(), settings.driver());
        } catch (RuntimeException e) {
            throw new TargetException(settings + ": " + Failures.line(e), e);
        }
    }
}
