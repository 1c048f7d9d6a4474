package muster.experiments.turns;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * How long turns are: {@value #MIN_MS} ms, so that most disturbances meet all arms, and longer where operations take long to
 * end, so that the hand-over is a fifth of a turn. It is found while arms warm up and does not change afterwards.
 */
final class TurnLength {
    private static final long MIN_MS = 100;
    private static final long MAX_MS = 2_000;
    /** After the hand-over clients start all at once, and caches hold another arm's data. */
    private static final long MIN_GUARD_MS = 20;

    private static final int HAND_OVERS_A_TURN = 5;
    private static final long MS = 1_000_000;

    private final List<Long> handOverNs = new ArrayList<>();
    private long turnNs = MIN_MS * MS;
    private long guardNs = MIN_GUARD_MS * MS;

    /** How long a turn is measured, guard time not counted. */
    long turnNs() {
        return turnNs;
    }

    /** How long after its beginning nothing is measured: all operations that began at once have ended by then. */
    long guardNs() {
        return guardNs;
    }

    /** Hears how long operations took to end after a turn. */
    void handedOver(long ns) {
        handOverNs.add(ns);
    }

    /** Takes what was heard since the last call for what turns will be like: nine in ten hand-overs are as short as this. */
    void settle() {
        if (handOverNs.isEmpty()) {
            return;
        }
        Collections.sort(handOverNs);
        long longNs = handOverNs.get(handOverNs.size() * 9 / 10);
        turnNs = Math.clamp(HAND_OVERS_A_TURN * longNs, MIN_MS * MS, MAX_MS * MS);
        guardNs = Math.clamp(longNs, MIN_GUARD_MS * MS, turnNs);
        handOverNs.clear();
    }
}
