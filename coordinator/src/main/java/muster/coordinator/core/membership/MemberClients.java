package muster.coordinator.core.membership;

/** How many clients a member of a phase may run; only {@link ConcurrencyShares} changes it. */
public final class MemberClients {
    private int share;
    /** What it should run once others have shrunk. */
    private int target;

    private long serial;
    private boolean confirmed = true;

    /** Its worker may believe in another share, of before a restart, and must be told this one before it starts. */
    private boolean untold;

    MemberClients(int share) {
        this.share = share;
        this.target = share;
    }

    /** Of a session that another incarnation has prepared and not started: it has no clients yet, and does not know it. */
    static MemberClients unstarted() {
        MemberClients clients = new MemberClients(0);
        clients.untold = true;
        return clients;
    }

    /** Whether its worker is to be told what it may run now. */
    boolean grows() {
        return share < target || untold;
    }

    void aim(int clients) {
        target = clients;
    }

    /** It joined a phase that runs, and has none before others have shrunk. */
    void none() {
        share = 0;
    }

    void take() {
        share = target;
    }

    /** Its worker has to confirm that it has shrunk. */
    void await() {
        confirmed = false;
    }

    void told(long division) {
        serial = division;
        untold = false;
    }

    /** Returns whether this is the division that it was told of last. */
    boolean confirm(long division) {
        boolean last = division == serial;
        confirmed |= last;
        return last;
    }

    /** Clients that it may run now. */
    public int share() {
        return share;
    }

    int target() {
        return target;
    }

    /** Whether it has confirmed the last division by which it had to shrink. */
    public boolean confirmed() {
        return confirmed;
    }
}
