package muster.coordinator.core.membership;

import muster.protocol.Ready;
import muster.protocol.Resources;

/** How far a member of a phase is on its way to the start; only the start barrier changes it. */
public final class MemberStart {
    private boolean ready;
    private boolean enrolled;
    private boolean started;
    private long offsetNs;
    private long offsetErrorNs;
    private Resources before = Resources.getDefaultInstance();

    MemberStart() {}

    private MemberStart(boolean started, long offsetNs, long offsetErrorNs, Resources before) {
        this.ready = true;
        this.enrolled = true;
        this.started = started;
        this.offsetNs = offsetNs;
        this.offsetErrorNs = offsetErrorNs;
        this.before = before;
    }

    /** Of a session of an earlier incarnation, which was ready and enrolled there. */
    public static MemberStart resumed(boolean started, long offsetNs, long offsetErrorNs, Resources before) {
        return new MemberStart(started, offsetNs, offsetErrorNs, before);
    }

    /** The worker is prepared: its clock is frozen for the phase, and what it uses counts from here. */
    public void prepared(Ready message) {
        ready = true;
        offsetNs = message.getOffsetNs();
        offsetErrorNs = message.getOffsetErrorNs();
        before = message.getResources();
    }

    public void enroll() {
        enrolled = true;
    }

    public void start() {
        started = true;
    }

    public boolean ready() {
        return ready;
    }

    /** Whether it is durable that it takes part: before, it may not start, for another incarnation would not wait for it. */
    public boolean enrolled() {
        return enrolled;
    }

    public boolean started() {
        return started;
    }

    /** The coordinator's clock less that of the worker, as of its Ready. */
    public long offsetNs() {
        return offsetNs;
    }

    public long offsetErrorNs() {
        return offsetErrorNs;
    }

    /** What the worker's process had used when it was ready. */
    public Resources before() {
        return before;
    }
}
