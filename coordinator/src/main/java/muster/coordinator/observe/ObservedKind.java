package muster.coordinator.observe;

/**
 * The subject of a resource row that belongs to no worker: server, host or metrics endpoint. Its session is below 0 and
 * encodes the kind: -1, -2 and -3 are the coordinator's own readings, -4, -5 and -6 those of the first observer, and so
 * on.
 */
public enum ObservedKind {
    SERVER(1),
    HOST(2),
    METRICS(3);

    private static final long KINDS = 3;

    private final long place;

    ObservedKind(long place) {
        this.place = place;
    }

    /**
     * The session of its rows.
     *
     * @param observer 0 for the coordinator itself, then from 1
     */
    public long session(long observer) {
        return -(KINDS * observer + place);
    }
}
