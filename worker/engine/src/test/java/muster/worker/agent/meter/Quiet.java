package muster.worker.agent.meter;

import java.util.Locale;
import muster.protocol.Resources;
import org.junit.jupiter.api.Assumptions;

/**
 * For tests with an upper bound on time, which only a machine that lets this process run can keep. A missed bound fails
 * the test if the process was not held up meanwhile; otherwise it is tried again, and skipped if that never changes.
 */
public final class Quiet {
    private static final int ATTEMPTS = 20;

    private Quiet() {}

    /** A whole test, with everything that it makes: it may run several times. */
    @FunctionalInterface
    public interface Scenario {
        void run() throws Exception;
    }

    /**
     * Passes, fails, or skips the test.
     *
     * @param slackNs by how much the process may have been held up without an effect on the bounds of the scenario
     */
    public static void within(long slackNs, Scenario scenario) throws Exception {
        String last = "";
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            try (ProcessMeter meter = new ProcessMeter()) {
                long beforeNs = heldUpNs(meter);
                try {
                    scenario.run();
                    return;
                } catch (AssertionError missed) {
                    // The steal of /proc/stat can run backwards.
                    long heldUpNs = Math.max(0, heldUpNs(meter) - beforeNs);
                    if (heldUpNs <= slackNs) {
                        throw missed;
                    }
                    last = String.format(Locale.ROOT, "held up for %.1f ms: %s", heldUpNs / 1e6, missed.getMessage());
                }
            }
        }
        Assumptions.abort("needs a quieter machine: " + ATTEMPTS + " attempts, at the last one " + last);
    }

    /** How long threads waited for a core, all of them stood still, or another guest had the machine. */
    private static long heldUpNs(ProcessMeter meter) {
        Resources now = meter.read().build();
        return now.getRunQueueWaitNs() + now.getGcPauseNs() + now.getStealNs() + now.getHiccupNs();
    }
}
