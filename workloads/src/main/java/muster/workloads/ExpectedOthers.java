package muster.workloads;

import java.util.Set;
import muster.workloads.operation.OperationKind;

/**
 * How many operations of a phase a right database answers with "absent" or "duplicate", because the plan asks for that: its graph
 * is used up, its operations are given, or it calls an answer so itself. What is beyond that says that the database does not
 * hold what the plan needs (docs/semantics.md rule 29).
 */
@FunctionalInterface
public interface ExpectedOthers {
    /** Every operation finds what it is about. */
    ExpectedOthers NONE = (operation, executed) -> 0;

    /** Recorded or logged events: one may follow or unfollow a second time, and the order between clients is open. */
    ExpectedOthers GIVEN = new ExpectedOthers() {
        private final Set<String> edges = Set.of(OperationKind.FOLLOW.label(), OperationKind.UNFOLLOW.label());

        @Override
        public long most(String operation, long executed) {
            return edges.contains(operation) ? executed : 0;
        }
    };

    /**
     * The most that are expected; {@code executed} where nothing is known of an operation.
     *
     * @param executed how many of this operation were executed, the first ones of the phase
     */
    long most(String operation, long executed);
}
