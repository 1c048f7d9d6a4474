package muster.protocol.session;

import muster.protocol.HeartbeatAck;

/**
 * The offset of the coordinator's clock to this worker's monotonic one, from the exchange with the shortest round trip
 * among the last 32: half that round trip bounds the error, whichever way the delays were split.
 */
public final class ClockSync {
    private static final int KEPT = 32;

    private final long[] roundTripsNs = new long[KEPT];
    private final long[] offsetsNs = new long[KEPT];
    private long exchanges;

    public void exchanged(HeartbeatAck ack, long nowNs) {
        long roundTripNs = nowNs - ack.getWorkerSentNs() - (ack.getSentNs() - ack.getReceivedNs());
        if (roundTripNs < 0) {
            return;
        }
        int slot = (int) (exchanges++ % KEPT);
        roundTripsNs[slot] = roundTripNs;
        long middleNs = ack.getWorkerSentNs() + (nowNs - ack.getWorkerSentNs()) / 2;
        offsetsNs[slot] = ack.getReceivedNs() + (ack.getSentNs() - ack.getReceivedNs()) / 2 - middleNs;
    }

    public boolean known() {
        return exchanges > 0;
    }

    /** Coordinator's clock minus this process's System.nanoTime. */
    public long offsetNs() {
        return offsetsNs[best()];
    }

    /** Bound of the error of the offset; at least 1, so that 0 can mean "not known". */
    public long errorNs() {
        return Math.max(1, roundTripsNs[best()] / 2);
    }

    private int best() {
        int best = 0;
        for (int i = 1; i < Math.min(exchanges, KEPT); i++) {
            best = roundTripsNs[i] < roundTripsNs[best] ? i : best;
        }
        return best;
    }

    public void forget() {
        exchanges = 0;
    }
}
