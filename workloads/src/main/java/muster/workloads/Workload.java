package muster.workloads;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import muster.workloads.answers.ExpectedAnswers;
import muster.workloads.operation.Operation;
import muster.workloads.operation.PhaseKey;
import muster.workloads.operation.Query;
import muster.workloads.plan.language.PlanException;
import org.jspecify.annotations.Nullable;

/** What a plan asks: the parts of its load, and the operations of each phase. */
public interface Workload {
    /** The parts of a load phase in order; each is covered as a whole before the next begins. Empty: nothing to load. */
    List<LoadPart> loadParts();

    /** The operations of one phase: pure, and safe to call from any thread. */
    Operations operations(PhaseKey phase);

    /**
     * The same with a part of its mix.
     *
     * @param parts by name of an operation; those that it does not name are not executed
     * @throws muster.workloads.plan.language.PlanException if it has no mix, or no operation of a name
     */
    default Workload of(Map<String, Double> parts) {
        throw new PlanException("it has no mix of operations");
    }

    /** Whether its operations in phases other than load change the graph that a verify phase compares. */
    default boolean changesGraph() {
        return false;
    }

    /** How much of a phase follows uniformly drawn users; {@link FollowSpill#NONE} where nothing is followed. */
    default FollowSpill spill(PhaseKey phase) {
        return FollowSpill.NONE;
    }

    /** How much of a phase finds nothing, or finds what it writes, because the plan asks for it. */
    default ExpectedOthers expectedOthers(PhaseKey phase) {
        return ExpectedOthers.NONE;
    }

    /** The queries that a plan names, in its order; none for Muster's own workloads. */
    default List<Query> queries() {
        return List.of();
    }

    /** What queries must answer according to the plan, by name. */
    default Map<String, ExpectedAnswers> expected() {
        return Map.of();
    }

    /**
     * The answers of a query in a CSV file, as key "expect" takes them.
     *
     * @throws muster.workloads.plan.language.PlanException with file and line
     */
    default ExpectedAnswers answers(String query, Path file) {
        throw new PlanException("workload: it asks no queries, so it has no answers");
    }

    /** Actions in one transaction in phases other than load. */
    int actionsPerTransaction();

    /**
     * A part of the load.
     *
     * @param name "vertices", "edges" or "chains"; of a data set "schema", "nodes" or "edges"
     * @param actionsPerTransaction indexes that travel and commit together
     */
    record LoadPart(String name, long count, int actionsPerTransaction) {}

    /** The operations of one phase. */
    interface Operations {
        /** How many there are, or {@link Long#MAX_VALUE} where they never end. */
        long count();

        /** A pure function of the index, 0 &lt;= index &lt; count. */
        Operation at(long index);

        /**
         * When an operation is meant to start, in nanoseconds after the start of the phase, never before the one before it;
         * null where the load model of the plan decides.
         */
        default @Nullable LongUnaryOperator startNs() {
            return null;
        }
    }
}
