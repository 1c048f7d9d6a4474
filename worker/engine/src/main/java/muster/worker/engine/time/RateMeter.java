package muster.worker.engine.time;

/** Indexes completed a second, over about the last half second; one thread feeds it, any reads it. */
public final class RateMeter {
    private static final int TICKS = 10;

    private final long[] atNs = new long[TICKS];
    private final long[] completed = new long[TICKS];
    private long ticks;
    private volatile double perS;

    public void tick(long nowNs, long completedNow) {
        int slot = (int) (ticks % TICKS);
        int oldest = ticks < TICKS ? 0 : slot;
        if (ticks > 0 && nowNs > atNs[oldest]) {
            perS = (completedNow - completed[oldest]) * 1e9 / (nowNs - atNs[oldest]);
        }
        atNs[slot] = nowNs;
        completed[slot] = completedNow;
        ticks++;
    }

    /** 0 until it is known. */
    public double perS() {
        return perS;
    }
}
