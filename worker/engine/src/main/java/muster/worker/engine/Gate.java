package muster.worker.engine;

/** The start of the phase, which clients wait for; opened once, by a thread that waits for the very moment. */
final class Gate {
    private volatile boolean open;
    private volatile long lateNs;

    boolean open() {
        return open;
    }

    /** How much later than planned it was opened. */
    long lateNs() {
        return lateNs;
    }

    void open(long late) {
        lateNs = late;
        open = true;
    }
}
