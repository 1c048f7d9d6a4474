package muster.workloads.plan.rule;

import java.time.Duration;

/**
 * "BOUND for TIME", such as "p95 &gt; 1s for 10s": ends a phase once the bound has been met in so many seconds in a row.
 *
 * @param text as written
 * @param bound met in a second that is bad
 */
public record StopRule(String text, Threshold bound, Duration time) {}
