package muster.experiments.reproduce.judgement;

/** What became of a published claim here. */
public enum ClaimVerdict {
    /** All of each interval lies where the claim says. */
    REPRODUCED("reproduced"),
    /** All of an interval lies elsewhere. */
    DIFFERS("differs"),
    /** An interval reaches over a bound, or there are too few rounds for any. */
    NOT_DECIDED("not decided"),
    /** Something is missing on this machine. */
    NOT_TESTABLE("not testable here");

    private final String label;

    ClaimVerdict(String label) {
        this.label = label;
    }

    /** As the store and the pages have it. */
    public String label() {
        return label;
    }
}
