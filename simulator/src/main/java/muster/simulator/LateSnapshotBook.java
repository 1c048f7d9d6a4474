package muster.simulator;

import java.util.HashSet;
import java.util.Set;
import muster.model.SnapshotReport;
import muster.protocol.Envelope;
import muster.protocol.Snapshot;
import org.jspecify.annotations.Nullable;

/** What fenced sessions report must be kept, if this incarnation of the coordinator knows what they held. */
final class LateSnapshotBook {
    private final Timeline time;
    private final SessionBook sessions;
    private final Set<Key> heard = new HashSet<>();
    /** Sessions of which this incarnation knows what they hold: it granted them that, or they reported it. */
    private final Set<Long> known = new HashSet<>();

    private @Nullable Key mustBeKept;

    /** One snapshot as its worker numbers it. */
    private record Key(long session, long assignment, long seq) {}

    LateSnapshotBook(Timeline time, SessionBook sessions) {
        this.time = time;
        this.sessions = sessions;
    }

    void heard(Envelope envelope) {
        if (envelope.hasSnapshot()) {
            Snapshot snapshot = envelope.getSnapshot();
            Key key = new Key(envelope.getSession(), snapshot.getAssignment(), snapshot.getSeq());
            boolean late = sessions.isFenced(key.session()) && known.contains(key.session());
            mustBeKept = heard.add(key) && late ? key : null;
        }
        if (envelope.hasSessionState()) {
            known.add(envelope.getSession());
        }
    }

    void granted(long session) {
        known.add(session);
    }

    void kept(SnapshotReport report) {
        if (mustBeKept != null
                && mustBeKept.session() == report.key().session()
                && mustBeKept.seq() == report.key().seq()) {
            mustBeKept = null;
        }
    }

    /** All that the coordinator makes of one event is done. */
    void decided() {
        Key forgotten = mustBeKept;
        mustBeKept = null;
        if (forgotten != null) {
            throw time.violation("the late snapshot " + forgotten.seq() + " of session " + forgotten.session()
                    + ", which is fenced, is not kept");
        }
    }

    void died() {
        known.clear();
    }
}
