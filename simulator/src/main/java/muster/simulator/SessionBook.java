package muster.simulator;

import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import muster.protocol.Envelope;

/** Which sessions are here, which were fenced, and which message of each is the next one that counts. */
final class SessionBook {
    private final Timeline time;
    private final long leaseTimeoutNs;
    private final Set<Long> present = new HashSet<>();
    /** Sessions that this incarnation of the coordinator has fenced. */
    private final Set<Long> fenced = new HashSet<>();

    private final Map<Long, Long> heardNs = new HashMap<>();
    /** By session, the number of the last message that counts. */
    private final Map<Long, Long> heardNumber = new HashMap<>();

    /** By session, the numbers of what was sent to it. */
    private final Map<Long, BitSet> sentNumbers = new HashMap<>();

    private long sessionsFenced;

    SessionBook(Timeline time, long leaseTimeoutNs) {
        this.time = time;
        this.leaseTimeoutNs = leaseTimeoutNs;
    }

    boolean isPresent(long session) {
        return present.contains(session);
    }

    boolean isFenced(long session) {
        return fenced.contains(session);
    }

    /** A message has arrived. False if it does not count: of a session that is not here, doubled, or out of order. */
    boolean heard(Envelope envelope) {
        heardNs.put(envelope.getSession(), time.nowNs());
        return present.contains(envelope.getSession()) && isNext(envelope);
    }

    private boolean isNext(Envelope envelope) {
        long number = envelope.getNumber();
        return number == 0 || heardNumber.replace(envelope.getSession(), number - 1, number);
    }

    /** Whether this is sent for the first time: what is sent again is heard once. */
    boolean isNew(Envelope envelope) {
        int number = Math.toIntExact(envelope.getNumber());
        BitSet numbers = sentNumbers.computeIfAbsent(envelope.getSession(), session -> new BitSet());
        boolean again = number > 0 && numbers.get(number);
        numbers.set(number);
        return !again;
    }

    /** A session begins, or goes on. False if it was here. */
    boolean joined(long session) {
        if (!present.add(session)) {
            return false;
        }
        heardNumber.put(session, 0L);
        sentNumbers.remove(session);
        heardNs.put(session, time.nowNs());
        return true;
    }

    /** The coordinator gives a session up, for this reason. True if it was here and is fenced now. */
    boolean left(long session, String reason) {
        long silentNs = time.nowNs() - heardNs.getOrDefault(session, time.nowNs());
        if (reason.contains("silent") && silentNs < leaseTimeoutNs / 2) {
            throw time.violation("session " + session + " is fenced as silent though it was heard "
                    + silentNs / 1_000_000 + " ms ago");
        }
        if (!reason.startsWith("lost: ") || !present.remove(session)) {
            return false;
        }
        fenced.add(session);
        sessionsFenced++;
        return true;
    }

    /** Whoever the coordinator took for present must come again. */
    void died() {
        present.clear();
        fenced.clear();
    }

    long sessionsFenced() {
        return sessionsFenced;
    }
}
