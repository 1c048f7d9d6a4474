package muster.model;

/**
 * One row of check_summary.
 *
 * @param kind a label of {@link CheckKind}
 * @param passed false for a warning, and true for a fact and a finding, which decide nothing
 * @param worker "" if it is about no worker
 */
public record CheckRow(
        long runId,
        int step,
        int trial,
        String kind,
        String name,
        String expected,
        String observed,
        boolean passed,
        String worker,
        String reason) {

    /** The oracle's check that all trials of a step start from one state. It says nothing of answers if it passes. */
    public static final String STATE_AFTER_LOAD = "state after load";

    /** A fact of a trial that the answer of a sweep leaves out: it has no verdict of its own. */
    public static final String LEFT_OUT = "left out";

    /** Whether throughput stayed on one level: a warning if not, or evidence against the run where the plan requires it. */
    public static final String STEADY = "steady";

    /** A warning that operations of a load failed or are missing: the graph is another one than the plan says. */
    public static final String FAILED_LOAD = "failed load";

    /**
     * A warning that no operation of a measure phase completed, so that its step has no verdict; a fact where an automatic
     * sweep ends with that step.
     */
    public static final String NOTHING_MEASURED = "nothing measured";

    /** A warning that the target stopped answering for good within the phase. */
    public static final String TARGET_LOST = "target lost";

    /** A warning of a phase whose target could not be reached for some time, and came back. */
    public static final String TARGET_AWAY = "target away";

    /** What a warning expected that answers were not checked. */
    public static final String VERIFIED = "verified";
}
