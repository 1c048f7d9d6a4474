package muster.worker.agent.protocol;

/**
 * The coordinator's clock minus this process's System.nanoTime.
 *
 * @param errorNs bound of the error, at least 1
 */
public record ClockOffset(long offsetNs, long errorNs) {
    /** Before the first exchange. */
    static final ClockOffset UNKNOWN = new ClockOffset(0, 0);
}
