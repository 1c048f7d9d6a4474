package muster.worker.engine.time;

/** The start of the phase, which clients wait for; opened once, by a thread that waits for the very moment. */
public final class StartGate {
    private volatile boolean open;
    private volatile long lateNs;

    public boolean open() {
        return open;
    }

    /** How much later than planned it was opened. */
    public long lateNs() {
        return lateNs;
    }

    public void open(long late) {
        lateNs = late;
        open = true;
    }
}
