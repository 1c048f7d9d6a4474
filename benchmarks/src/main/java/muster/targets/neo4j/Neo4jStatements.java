package muster.targets.neo4j;

import muster.workloads.plan.language.Settings;
import org.jspecify.annotations.NullMarked;

/**
 * The texts of Graphity's statements as the target sends them, for the bare loop: a copy of them would drift. They are
 * no part of the target's interface, so this class stands in its package.
 */
@NullMarked
public final class Neo4jStatements {
    private final GraphityCypher cypher;

    private Neo4jStatements(GraphityCypher cypher) {
        this.cypher = cypher;
    }

    /** Of the algorithm that section "workload" of a plan names. */
    public static Neo4jStatements of(Settings workload) {
        return new Neo4jStatements(GraphityCypher.of(workload));
    }

    /** Parameter user. */
    public String addUser() {
        return GraphityCypher.ADD_USER;
    }

    /** Parameters author, post, message. */
    public String post() {
        return cypher.post();
    }

    /** Parameters user, followee. */
    public String follow(long user, long followee) {
        return cypher.follow(user < followee);
    }

    /** Parameters user, followee. */
    public String unfollow(long user, long followee) {
        return cypher.unfollow(user < followee);
    }
}
