package muster.workloads.oracle;

/** How often something took place: at least and at most. */
record Effect(int least, int most) {
    static final Effect NONE = new Effect(0, 0);
    static final Effect ONCE = new Effect(1, 1);
    static final Effect PERHAPS = new Effect(0, 1);
    /** Executed twice, with one answer. */
    static final Effect PERHAPS_TWICE = new Effect(0, 2);

    /** That both took place. */
    Effect and(Effect other) {
        return new Effect(least * other.least, most * other.most);
    }

    boolean certain() {
        return least == most;
    }

    boolean possible() {
        return most > 0;
    }
}
