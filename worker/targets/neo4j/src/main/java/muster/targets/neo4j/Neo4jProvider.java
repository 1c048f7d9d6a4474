package muster.targets.neo4j;

import java.util.List;
import muster.targets.neo4j.cypher.Dialects;
import muster.targets.neo4j.http.QueryApiTarget;
import muster.workloads.operation.Operation;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.Depth;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;
import muster.workloads.target.TargetProvider;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;

/**
 * Target "neo4j": Neo4j 5.23 or later over Bolt, or for statements of a plan over HTTP. Settings: uri, database, user,
 * password, tls (encrypted, trust), fetchSize, connections, and the keys that every target has.
 */
public final class Neo4jProvider implements TargetProvider {
    /** Only workload query has it. */
    private static final String OPERATIONS = "operations";

    @Override
    public String kind() {
        return "neo4j";
    }

    @Override
    public boolean executes(String workload) {
        return true;
    }

    @Override
    public boolean namesColumns() {
        return true;
    }

    @Override
    public List<String> languages() {
        return QueryCypher.LANGUAGES;
    }

    @Override
    public boolean loadsData() {
        return true;
    }

    /** Whatever the provider of the workload accepts can be executed over Bolt. */
    @Override
    public void check(Settings target, Settings workload) {
        if (!Neo4jSettings.isHttp(target)) {
            Neo4jSettings.of(target, Dialects.NEO4J);
            return;
        }
        if (!workload.raw().containsKey(OPERATIONS)) {
            throw target.wrong(
                    "uri", "an address such as bolt://127.0.0.1:7687; only workload query executes over http");
        }
        QueryApiTarget.check(target, Neo4jSettings.http(target), Neo4jSettings.database(target, Dialects.NEO4J));
    }

    @Override
    public Target open(Settings target, Settings workload) throws TargetException {
        return Neo4jSettings.isHttp(target)
                ? QueryApiTarget.contacted(
                        target,
                        Neo4jSettings.http(target),
                        Neo4jSettings.database(target, Dialects.NEO4J),
                        bolt -> open(Neo4jSettings.told(target, bolt), workload))
                : open(Neo4jSettings.of(target, Dialects.NEO4J), workload);
    }

    /** Over Bolt. */
    static Neo4jTarget open(Neo4jSettings settings, Settings workload) throws TargetException {
        Driver driver = driver(settings);
        try {
            return new Neo4jTarget(driver, settings, Server.contacted(driver, settings), workload);
        } catch (TargetException | RuntimeException e) {
            // Closing waits for connections; one that hangs must not delay the message beyond the connect time-out.
            driver.closeAsync();
            throw e;
        }
    }

    @Override
    public List<String> statements(Settings target, Settings workload, Depth depth, Operation operation) {
        return new Binding(Dialects.NEO4J, workload, depth).texts(operation);
    }

    private static Driver driver(Neo4jSettings settings) throws TargetException {
        return settings.calls(RuntimeException.class)
                .ask(() -> GraphDatabase.driver(settings.uri(), settings.auth(), settings.driver()));
    }
}
