package muster.workloads.plan;

/** The kinds of phases a plan may have; the label is the one in plans and SQL. */
public enum PhaseKind {
    LOAD("load"),
    WARMUP("warmup"),
    MEASURE("measure"),
    VERIFY("verify");

    private final String label;

    PhaseKind(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
