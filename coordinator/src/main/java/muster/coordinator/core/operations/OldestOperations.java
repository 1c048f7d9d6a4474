package muster.coordinator.core.operations;

import java.util.Comparator;
import java.util.PriorityQueue;
import muster.protocol.OperationInFlight;
import muster.protocol.OperationsInFlight;

/** The oldest of the operations that workers tell of; of the others only how many. */
final class OldestOperations {
    static final int MOST = 1_000;

    private static final Comparator<OperationInFlight> YOUNGEST_FIRST =
            Comparator.comparingLong(OperationInFlight::getAgeNs);

    private final int most;
    private final PriorityQueue<OperationInFlight> kept = new PriorityQueue<>(YOUNGEST_FIRST);
    private long omitted;

    OldestOperations(int most) {
        this.most = Math.clamp(most, 1, MOST);
    }

    void omit(long more) {
        omitted += more;
    }

    void add(OperationInFlight operation) {
        kept.add(operation);
        if (kept.size() > most) {
            kept.remove();
            omitted++;
        }
    }

    /** The oldest first. */
    OperationsInFlight.Builder told() {
        return OperationsInFlight.newBuilder()
                .addAllOperations(
                        kept.stream().sorted(YOUNGEST_FIRST.reversed()).toList())
                .setOmitted(omitted);
    }
}
