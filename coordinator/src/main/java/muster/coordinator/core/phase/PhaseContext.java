package muster.coordinator.core.phase;

import muster.coordinator.core.bounds.SnapshotBounds;
import muster.coordinator.core.crash.PhaseCrash;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.CoordinatorSettings;
import muster.coordinator.core.event.Submission;
import muster.coordinator.core.membership.Outbox;
import muster.coordinator.core.membership.PhaseMembership;
import muster.coordinator.core.membership.UniqueNumbers;
import muster.model.PhaseAt;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.Plan;
import muster.workloads.plan.Plan.Section;

/** What the parts of one phase share. */
record PhaseContext(
        PhaseAt at,
        ExecutedPhase phase,
        Submission submission,
        CoordinatorSettings settings,
        long assignment,
        Outbox outbox,
        PhaseMembership members,
        PhaseStreams streams,
        SnapshotAcceptor acceptor,
        PhaseTimeline timeline,
        PhaseStatus status,
        PhaseCrash crash,
        Section target) {

    static PhaseContext of(
            PhaseAt at,
            ExecutedPhase phase,
            Plan plan,
            Submission submission,
            CoordinatorSettings settings,
            UniqueNumbers numbers,
            Outbox outbox) {
        long assignment = assignment(at, phase.key().ordinal());
        PhaseMembership members = new PhaseMembership();
        PhaseCrash crash = new PhaseCrash(at, phase.spec().crash(), outbox);
        PhaseStreams streams = PhaseStreams.of(at, phase, submission.leaseSize(), assignment, members, numbers, outbox);
        return new PhaseContext(
                at,
                phase,
                submission,
                settings,
                assignment,
                outbox,
                members,
                streams,
                new SnapshotAcceptor(
                        at, settings.epoch(), assignment, members, streams, crash, SnapshotBounds.of(plan), outbox),
                new PhaseTimeline(phase.spec()),
                new PhaseStatus(),
                crash,
                plan.target());
    }

    /** The same in every incarnation of the coordinator, and of no other phase in its store. */
    private static long assignment(PhaseAt at, int ordinal) {
        return at.runId() << 40 | (at.step() & 0xffffL) << 24 | (at.trial() & 0xfffL) << 12 | (ordinal + 1 & 0xfffL);
    }

    void write() {
        outbox.add(new Action.WritePhase(
                PhaseRows.phase(at, phase, timeline.startNs(), timeline.endNs(), members.size()), target));
    }
}
