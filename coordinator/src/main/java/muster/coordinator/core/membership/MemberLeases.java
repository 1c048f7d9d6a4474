package muster.coordinator.core.membership;

/** The leases that a member of a phase may ask for and has got; only the lease issuer changes it. */
public final class MemberLeases {
    private boolean connected;
    private long credit;
    private double ratePerS;
    private long granted;
    private long grantedIndexes;
    private long lastSize;

    MemberLeases() {}

    /** Of a session of an earlier incarnation, which was granted so many leases. */
    MemberLeases(long granted) {
        this.connected = true;
        this.granted = granted;
    }

    /** The worker asks for leases up to a total, at the rate that it executes now. */
    public void request(long total, double indexesPerS) {
        connected = true;
        credit = Math.max(credit, total);
        ratePerS = indexesPerS;
    }

    /** The next lease is to hold so many indexes. */
    public void sized(long size) {
        lastSize = size;
    }

    public void grant(long indexes) {
        granted++;
        grantedIndexes += indexes;
    }

    /** Whether it has asked for leases, so that its sessions with the target are open. */
    public boolean connected() {
        return connected;
    }

    /** Leases that it has asked for and not got. */
    public long wanted() {
        return credit - granted;
    }

    /** How many leases it was granted in this phase. */
    public long granted() {
        return granted;
    }

    public long grantedIndexes() {
        return grantedIndexes;
    }

    /** Indexes a second; 0 while it is not known. */
    public double ratePerS() {
        return ratePerS;
    }

    /** Indexes of the lease that was sized last. */
    public long lastSize() {
        return lastSize;
    }
}
