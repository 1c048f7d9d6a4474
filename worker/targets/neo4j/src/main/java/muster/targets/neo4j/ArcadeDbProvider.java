package muster.targets.neo4j;

import muster.targets.neo4j.cypher.Dialect;
import muster.targets.neo4j.cypher.Dialects;
import muster.workloads.plan.language.Settings;

/** Target "arcadedb": ArcadeDB 26 or later with its Bolt plugin. */
public final class ArcadeDbProvider extends DialectProvider {
    @Override
    public String kind() {
        return "arcadedb";
    }

    @Override
    public boolean loadsData() {
        return true;
    }

    @Override
    Dialect dialect(Settings target) {
        return Dialects.ARCADEDB;
    }
}
