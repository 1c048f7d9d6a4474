package muster.experiments.turns.phase;

import java.util.Arrays;
import muster.model.OutcomeCounts;
import muster.statistics.TurnsRatio.Turns;

/**
 * One operation of an arm, or all of them together, over the arm's measured windows. Arrays have an element for each block that is
 * compared, in their order.
 *
 * @param counts of all windows, compared or not, as are percentiles: NaN where samples are too few
 * @param windows how many there are, compared or not
 * @param seconds of all windows
 * @param meanNs of responses
 * @param ok completed in the window
 * @param windowS length of the window
 * @param responseNs sum of the response times of what was completed in it
 * @param p50Ns by section of {@link muster.statistics.TurnsRatio}
 * @param serverCpu processor time of the server by what was completed; nothing where it was not observed, and of single operations
 */
record OperationTurns(
        OutcomeCounts counts,
        int windows,
        double seconds,
        double meanNs,
        double p50,
        double p99,
        double[] ok,
        double[] windowS,
        double[] responseNs,
        double[] p50Ns,
        Turns serverCpu) {

    Turns throughput() {
        return new Turns(ok, windowS);
    }

    Turns response() {
        return new Turns(responseNs, ok);
    }

    double perS() {
        return seconds > 0 ? counts.ok() / seconds : Double.NaN;
    }

    /** Compared blocks in which nothing was completed. */
    long idle() {
        return Arrays.stream(ok).filter(completed -> completed == 0).count();
    }
}
