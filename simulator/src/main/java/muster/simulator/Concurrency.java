package muster.simulator;

import java.util.HashMap;
import java.util.Map;

/** How many operations sessions execute at the same time, as their workers know it. */
final class Concurrency {
    private final Timeline time;
    private final int clients;
    private final SessionBook sessions;
    private final Map<Long, Integer> inFlight = new HashMap<>();
    /** Of all sessions that are here. */
    private long busy;

    Concurrency(Timeline time, int clients, SessionBook sessions) {
        this.time = time;
        this.clients = clients;
        this.sessions = sessions;
    }

    void joined(long session) {
        busy += inFlight.getOrDefault(session, 0);
    }

    void left(long session) {
        busy -= inFlight.getOrDefault(session, 0);
    }

    void died() {
        busy = 0;
    }

    /** An operation began; now so many of this session are in flight. */
    void started(long session, int now) {
        inFlight.put(session, now);
        if (sessions.isPresent(session) && ++busy > clients) {
            throw time.violation(busy + " operations at the same time; the plan has " + clients + " clients");
        }
    }

    void ended(long session, int now) {
        inFlight.put(session, now);
        if (sessions.isPresent(session)) {
            busy--;
        }
    }
}
