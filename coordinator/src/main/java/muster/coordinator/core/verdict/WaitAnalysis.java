package muster.coordinator.core.verdict;

import static muster.coordinator.core.verdict.BottleneckAnalysis.found;

import muster.coordinator.core.event.PhaseFigures.OperationFigures;
import muster.coordinator.core.event.ServerUse;
import muster.coordinator.core.verdict.BottleneckAnalysis.Culprit;
import muster.coordinator.core.verdict.BottleneckAnalysis.Evidence;
import muster.coordinator.core.verdict.BottleneckAnalysis.Finding;
import muster.model.CountedOperations;
import muster.text.Quantity;
import org.jspecify.annotations.Nullable;

/**
 * Where operations wait while nothing that can be observed is full: in the server, in the network, or in one of both
 * (docs/decisions/0047-bottleneck.md).
 */
final class WaitAnalysis {
    /** With fewer operations under way a queue cannot be told from chance. */
    private static final double A_QUEUE = 4;

    private static final double MAX_OF_IT = 0.5;
    private static final double LITTLE_OF_IT = 0.2;
    /** A cheap round trip that takes less may be the cost of programs, not of a network. */
    private static final double ROUND_TRIP_NS = 1e6;

    private final Evidence evidence;
    private final ServerUse use;
    private final String generator;

    private WaitAnalysis(Evidence evidence, ServerUse use, String generator) {
        this.evidence = evidence;
        this.use = use;
        this.generator = generator;
    }

    /**
     * Null if the evidence points nowhere, as with a delay that is the same for all operations.
     *
     * @param use of a server of which nothing is full
     */
    @Nullable
    static Finding of(Evidence evidence, ServerUse use, String generator) {
        return new WaitAnalysis(evidence, use, generator).find();
    }

    private @Nullable Finding find() {
        double reported = evidence.share("server.");
        if (reported >= MAX_OF_IT) {
            return inside("it reports %s of the %s of an operation as its own"
                    .formatted(Quantity.duration(evidence.meanOf("server.")), mean("service")));
        }
        if (atOnce() <= underWay() / A_QUEUE && underWay() >= A_QUEUE) {
            return inside(
                    "%s operations are under way, and they are completed as if %.1f were worked on at a time (mean %s, fastest %s)"
                            .formatted(
                                    Quantity.number(underWay()),
                                    atOnce(),
                                    mean("service"),
                                    Quantity.duration(fastestNs())));
        }
        if (reported > 0 && reported <= LITTLE_OF_IT) {
            return network("the server reports %s of the %s of an operation as its own"
                    .formatted(Quantity.duration(evidence.meanOf("server.")), mean("service")));
        }
        boolean roundTrips = evidence.share("begin") >= LITTLE_OF_IT && evidence.meanNs("begin") >= ROUND_TRIP_NS;
        return roundTrips
                ? network("to begin a transaction, which is no work, takes %s of the %s of an operation"
                        .formatted(mean("begin"), mean("service")))
                : null;
    }

    private Finding inside(String why) {
        return found(
                Culprit.SERVER_WAIT,
                "a lock or wait inside the server: %s; %s; the generator %s"
                        .formatted(why, ServerAnalysis.notFull(use), generator));
    }

    private Finding network(String why) {
        return found(
                Culprit.NETWORK,
                "nothing is full: latency is the network's: %s; %s; the generator %s"
                        .formatted(why, ServerAnalysis.notFull(use), generator));
    }

    private double underWay() {
        return evidence.figures().underWay(evidence.seconds());
    }

    /** By the utilisation law: the throughput by the time that an operation takes which waits for no other. */
    private double atOnce() {
        double serviceNs = evidence.meanNs("service");
        return serviceNs <= 0 ? 0 : underWay() * fastestNs() / serviceNs;
    }

    /** The fastest of each operation, in the mix of the phase. */
    private double fastestNs() {
        double samples = 0;
        double sum = 0;
        for (OperationFigures row : evidence.figures().operations()) {
            if (!row.operation().isEmpty()
                    && CountedOperations.contain(row.operation())
                    && row.timing().equals("service")) {
                samples += row.samples();
                sum += (double) row.samples() * row.minNs();
            }
        }
        return samples == 0 ? evidence.meanNs("service") : sum / samples;
    }

    private String mean(String timing) {
        return Quantity.duration(evidence.meanNs(timing));
    }
}
