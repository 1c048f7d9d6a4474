package muster.report.extension;

/**
 * A time in which the server of a phase did not answer, as the plan wanted it.
 *
 * @param how it was made to stop
 * @param fromNs unix nanoseconds
 * @param untilNs unix nanoseconds
 */
public record Outage(String how, long fromNs, long untilNs) {}
