package muster.benchmarks.bare;

import muster.targets.neo4j.cypher.Dialects;
import muster.workloads.operation.Operation;
import muster.workloads.plan.Plan;
import muster.workloads.plan.TargetDefaults;
import muster.workloads.plan.language.PlanException;

/** What the bare loop needs of a database: its client library, used as one would without Muster. */
interface BareDatabase extends AutoCloseable {
    /** A way to the database for one thread. */
    Client client() throws Exception;

    /** Whether nothing was changed, and another attempt may succeed: what the target tries again, too. */
    boolean isTransient(Exception failure);

    @Override
    void close();

    /** One thread's way to the database. */
    interface Client extends AutoCloseable {
        /**
         * Executes one operation, and returns when it is committed.
         *
         * @return how much of what is counted it did: 1 for an operation that was done, the number of elements for a
         *     batch, 0 where what it needs is absent or what it makes is there already
         */
        long execute(Operation operation) throws Exception;

        @Override
        void close();
    }

    /** The one that section "target" of a plan names. */
    static BareDatabase open(Plan plan, TargetDefaults limits) {
        return switch (plan.target().kind()) {
            case "neo4j" -> BareNeo4j.open(plan, limits, Dialects.NEO4J);
            case "arcadedb" -> BareNeo4j.open(plan, limits, Dialects.ARCADEDB);
            case "janusgraph" -> BareJanusGraph.open(plan, limits);
            case "hugegraph" -> BareHugeGraph.open(plan, limits);
            default ->
                throw new PlanException(
                        "target.kind: no bare loop for \"" + plan.target().kind() + "\"");
        };
    }
}
