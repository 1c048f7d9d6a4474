package muster.coordinator.core.membership;

import java.util.List;
import muster.model.IndexRange;

/** How a member of a phase drains and leaves; only the departures of the phase change it. */
public final class MemberDeparture {
    private boolean drainSent;
    private boolean drained;
    private long lastSeq;
    private long leftNs;
    private String reason = "";
    private List<IndexRange> lost = List.of();

    MemberDeparture() {}

    /** Of one that stays. */
    public static MemberDeparture none() {
        return new MemberDeparture();
    }

    private MemberDeparture(long leftNs, String reason) {
        this.leftNs = leftNs;
        this.reason = reason;
    }

    /** Of a session that was fenced before it said what it holds. */
    public static MemberDeparture fenced(long leftNs, String reason) {
        return new MemberDeparture(leftNs, reason);
    }

    /** Why it leaves, or will. */
    public void because(String why) {
        reason = why;
    }

    /** Returns whether it has to be sent, which is so once. */
    public boolean sendDrain() {
        boolean first = !drainSent;
        drainSent = true;
        return first;
    }

    /** It executes nothing more; this is the last snapshot that it sends. */
    public void drained(long seq) {
        drained = true;
        lastSeq = seq;
    }

    /** Its leases are void; what it held and did not report is lost. */
    public void left(long nowNs, List<IndexRange> indexes) {
        leftNs = nowNs;
        lost = indexes;
    }

    public boolean drainSent() {
        return drainSent;
    }

    public boolean drained() {
        return drained;
    }

    /** Number of the last snapshot of one that has drained. */
    public long lastSeq() {
        return lastSeq;
    }

    /** 0 while it has not. */
    public long leftNs() {
        return leftNs;
    }

    public String reason() {
        return reason;
    }

    /** What it held when it left, and had neither reported nor given back. */
    public List<IndexRange> lost() {
        return lost;
    }
}
