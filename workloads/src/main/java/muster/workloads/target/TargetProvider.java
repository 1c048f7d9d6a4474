package muster.workloads.target;

import java.util.List;
import muster.workloads.operation.Operation;
import muster.workloads.plan.language.Settings;

/** One kind of target; found by {@link java.util.ServiceLoader}. */
public interface TargetProvider {
    /** Its name in plans: "neo4j". */
    String kind();

    /** Whether it executes the operations of a kind of workload; only few have streams of node properties. */
    default boolean executes(String workload) {
        return switch (workload) {
            case "query" -> !languages().isEmpty();
            case "journey" -> namesColumns();
            default -> !workload.equals("property-stream");
        };
    }

    /** Whether it hands over the rows of answers with the names of their columns, which steps of a journey refer to. */
    default boolean namesColumns() {
        return false;
    }

    /** Of the statements that it executes, the preferred one first: "cypher", "gremlin", "sql" or "http", or a dialect. */
    default List<String> languages() {
        return List.of();
    }

    /** Whether it executes {@link muster.workloads.operation.DataOperation}: loads what key "data" of a plan names. */
    default boolean loadsData() {
        return false;
    }

    /** Whether algorithm graphity needs nothing of the database that would change what the other algorithms cost. */
    default boolean keepsAlgorithmsApart() {
        return true;
    }

    /**
     * Checks the settings of plan section "target" without connecting; secrets are still references. Every key that
     * is not read is refused afterwards as unknown.
     *
     * @throws muster.workloads.plan.language.PlanException naming key, value, and what would be right
     */
    void check(Settings target, Settings workload);

    /**
     * Connects, and does not return before the server has answered.
     *
     * @throws TargetException if it cannot be reached within its connect time-out, refuses us, or is not supported
     */
    Target open(Settings target, Settings workload) throws TargetException;

    /**
     * What a transaction of this operation alone would send, for people to read: one text a request, in order, without
     * its parameters. Empty if nothing is sent. Does not connect.
     */
    List<String> statements(Settings target, Settings workload, Depth depth, Operation operation);
}
