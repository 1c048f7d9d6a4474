package muster.coordinator.core.verdict;

import muster.coordinator.core.verdict.BottleneckAnalysis.Evidence;
import muster.text.Quantity;

/** Whether the rate of an open model was kept without a queue before the server, so that nothing was at its limit. */
record OpenRate(Evidence evidence) {
    /** It counts as kept while no greater part of the arrivals is left when the phase ends. */
    private static final double LEFT = 0.05;

    private static final double DEVIATIONS = 3;
    /** With no more of the clients in service on average, one was always idle. */
    private static final double FEW_BUSY = 0.05;

    boolean kept() {
        return evidence.ratePerS() > 0
                && leftAtEnd() <= Math.max(LEFT * arrivals(), atMostInService() + chance())
                && (serviceShare() >= BottleneckAnalysis.MAX_OF_IT || clientsIdle());
    }

    private double arrivals() {
        return evidence.arrivals() > 0 ? evidence.arrivals() : evidence.ratePerS() * evidence.seconds();
    }

    /** Arrivals more or less than expected. */
    private double chance() {
        return evidence.arrivals() > 0 ? 0 : DEVIATIONS * Math.sqrt(arrivals());
    }

    private double leftAtEnd() {
        return arrivals() - evidence.figures().throughputPerS() * evidence.seconds();
    }

    /**
     * In service at one moment if no queue grows: the mean, by Little's law, and chance. Of a queue that grows from nothing
     * the end is twice the mean.
     */
    private double atMostInService() {
        double mean = evidence.figures().throughputPerS() * evidence.meanNs("service") / 1e9;
        return mean + DEVIATIONS * Math.sqrt(mean);
    }

    private double serviceShare() {
        return evidence.figures().share("service", "response");
    }

    /** Operations that wait while clients are idle do not wait for the server; those that wait for a lease are judged apart. */
    private boolean clientsIdle() {
        return evidence.figures().underWay(evidence.seconds()) <= FEW_BUSY * evidence.clients()
                && evidence.figures().share("lease", "response") < BottleneckAnalysis.MAX_OF_IT;
    }

    String text() {
        return "%s of %s operations/s that arrived were completed; %s of a response (mean %s) are service time%s"
                .formatted(
                        Quantity.number(evidence.figures().throughputPerS()),
                        Quantity.number(arrivals() / evidence.seconds()),
                        Quantity.percent(100 * serviceShare()),
                        Quantity.duration(evidence.meanNs("response")),
                        serviceShare() < BottleneckAnalysis.MAX_OF_IT
                                ? ", the rest passed in the generator while clients were idle"
                                : "");
    }
}
