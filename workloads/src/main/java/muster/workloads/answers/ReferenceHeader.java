package muster.workloads.answers;

import java.util.List;

/**
 * What a reference says of itself.
 *
 * @param recorded when, in ISO-8601, UTC
 * @param plan name of the plan
 * @param database "neo4j 5.26.0 at 127.0.0.1:7687/neo4j"
 * @param data checksum of section "data" and of the data files that the plan names; "-" where it names none
 * @param operations those whose answers it may hold; answers name them by their place
 */
public record ReferenceHeader(
        String recorded, String plan, String database, String data, List<ReferenceOperation> operations) {
    public ReferenceHeader {
        operations = List.copyOf(operations);
    }

    /** The same with other operations. */
    ReferenceHeader with(List<ReferenceOperation> others) {
        return new ReferenceHeader(recorded, plan, database, data, others);
    }
}
