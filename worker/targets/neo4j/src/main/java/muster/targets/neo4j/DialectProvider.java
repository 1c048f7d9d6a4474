package muster.targets.neo4j;

import java.util.List;
import muster.targets.neo4j.cypher.Dialect;
import muster.workloads.operation.Operation;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.Depth;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;
import muster.workloads.target.TargetProvider;

/** A database other than Neo4j that speaks Bolt and Cypher. Settings: those of target neo4j, but no address of http. */
abstract class DialectProvider implements TargetProvider {
    private static final String ALGORITHM = "algorithm";

    abstract Dialect dialect(Settings target);

    @Override
    public boolean namesColumns() {
        return true;
    }

    @Override
    public List<String> languages() {
        return QueryCypher.LANGUAGES;
    }

    @Override
    public void check(Settings target, Settings workload) {
        Dialect dialect = dialect(target);
        Neo4jSettings.of(target, dialect);
        if (workload.raw().containsKey(ALGORITHM)) {
            workload.choice(ALGORITHM, workload.text(ALGORITHM), dialect.algorithms());
        }
    }

    @Override
    public Target open(Settings target, Settings workload) throws TargetException {
        return Neo4jProvider.open(Neo4jSettings.of(target, dialect(target)), workload);
    }

    @Override
    public List<String> statements(Settings target, Settings workload, Depth depth, Operation operation) {
        return new Binding(dialect(target), workload, depth).texts(operation);
    }
}
