package muster.targets.neo4j;

import java.util.List;
import muster.workloads.operation.Operation;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.Depth;
import muster.workloads.target.Probe;
import muster.workloads.target.TargetException;
import muster.workloads.target.TargetProvider;
import muster.workloads.target.Transaction;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;

/**
 * Target "neo4j": Neo4j 5.23 or later over Bolt. Settings: uri, database, user, password, tls (encrypted, trust),
 * fetchSize, connections, and the keys that every target has.
 */
public final class Neo4jProvider implements TargetProvider {
    @Override
    public String kind() {
        return "neo4j";
    }

    @Override
    public boolean executes(String workload) {
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

    /** Nothing of the workload is checked here: whatever its provider accepts can be executed. */
    @Override
    public void check(Settings target, Settings workload) {
        Neo4jSettings.of(target);
    }

    @Override
    public Neo4jTarget open(Settings target, Settings workload) throws TargetException {
        Neo4jSettings settings = Neo4jSettings.of(target);
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
        return Binding.of(workload, depth).statements(Transaction.of(operation), Probe.NONE).stream()
                .map(statement -> statement.query().text())
                .toList();
    }

    private static Driver driver(Neo4jSettings settings) throws TargetException {
        try {
            return GraphDatabase.driver(settings.uri(), settings.auth(), settings.driver());
        } catch (RuntimeException e) {
            throw new TargetException(settings + ": " + Failures.line(e), e);
        }
    }
}
