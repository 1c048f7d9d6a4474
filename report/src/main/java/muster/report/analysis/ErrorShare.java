package muster.report.analysis;

/** Operations that failed or were answered wrongly, as a share of all (docs/decisions/0097-wrong-answers-win-nothing.md). */
public final class ErrorShare {
    /** With a larger share how fast operations are says nothing. */
    public static final double FEW = 0.001;

    private ErrorShare() {}

    /** Errors by operations, both counts; 0 of no operations. */
    public static double of(double errors, double operations) {
        return errors / Math.max(1, operations);
    }
}
