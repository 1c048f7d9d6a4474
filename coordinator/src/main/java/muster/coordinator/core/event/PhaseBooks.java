package muster.coordinator.core.event;

/**
 * The books of a phase, as its file has them.
 *
 * @param covered indexes in the union of what accepted snapshots cover
 * @param counted service samples of accepted snapshots
 */
public record PhaseBooks(long planned, long covered, long missing, long counted) {
    /** Of a store that keeps none. */
    public static final PhaseBooks NONE = new PhaseBooks(0, 0, 0, 0);

    public boolean agree() {
        return planned == covered + missing && counted == covered;
    }

    public String text() {
        return "planned " + planned + ", covered " + covered + ", missing " + missing + ", counted " + counted;
    }
}
