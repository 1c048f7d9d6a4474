package muster.targets.neo4j;

import muster.targets.neo4j.cypher.Dialect;
import muster.targets.neo4j.cypher.Dialects;
import muster.workloads.plan.language.Settings;

/** Target "bolt": a database that speaks Bolt and that Muster does not start; its dialect of Cypher is a setting. */
public final class BoltProvider extends DialectProvider {
    @Override
    public String kind() {
        return "bolt";
    }

    @Override
    Dialect dialect(Settings target) {
        String unused = target.choice("dialect");
        return Dialects.MEMGRAPH;
    }
}
