package muster.workloads.oracle;

/** A sum of which not every addend is certain. Addends are not negative. */
final class Bounds {
    private long least;
    private long most;

    void add(Effect effect, long value) {
        least += effect.least() * value;
        most += effect.most() * value;
    }

    boolean allows(long value) {
        return value >= least && value <= most;
    }

    @Override
    public String toString() {
        return least == most ? String.valueOf(least) : least + " to " + most;
    }
}
