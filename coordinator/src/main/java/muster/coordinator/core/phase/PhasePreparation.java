package muster.coordinator.core.phase;

import java.util.List;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.RunScript.StepScript;
import muster.coordinator.core.membership.PhaseMember;
import muster.coordinator.core.membership.WorkerSession;
import muster.model.UnfinishedRun;
import muster.protocol.Envelope;
import muster.protocol.Prepare;
import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.rule.NamedStatements;
import org.jspecify.annotations.Nullable;

/** Asks workers to open their sessions and to warm up: those who are here when the phase begins, and those who come later. */
public final class PhasePreparation {
    private final PhaseContext phase;
    private final StepScript step;
    private final Departures departures;

    PhasePreparation(PhaseContext phase, StepScript step, Departures departures) {
        this.phase = phase;
        this.step = step;
        this.departures = departures;
    }

    /**
     * Prepares every worker that gets at least one client; says which do not.
     *
     * @param before as an earlier incarnation prepared it; null if none did
     */
    public void begin(List<WorkerSession> workers, UnfinishedRun.@Nullable Phase before, long nowNs) {
        phase.write();
        phase.streams().all().stream()
                .flatMap(
                        stream -> ProfileRows.of(phase.at(), stream, step.plan().thresholds()).stream())
                .forEach(row -> phase.outbox().add(new Action.WriteProfile(row)));
        if (before != null) {
            before.parts().stream().filter(part -> !part.left()).forEach(part -> neverStarted(part, nowNs));
        }
        phase.streams().open();
        workers.stream()
                .filter(worker -> !executes(worker))
                .forEach(worker -> idle(
                        worker, worker.isPython() ? "it loads no data of a plan" : "it has no generators of journeys"));
        List<WorkerSession> able = workers.stream().filter(this::executes).toList();
        for (int i = 0; i < able.size(); i++) {
            PhaseMember member = new PhaseMember(able.get(i), phase.streams().shares(i, able.size()), false, nowNs);
            if (member.clients() > 0) {
                prepare(member);
            } else {
                idle(able.get(i), "there are more workers than clients");
            }
        }
    }

    /** Java workers load the data of a plan, Python workers do not; generators of journeys are on Python workers alone. */
    private boolean executes(WorkerSession worker) {
        boolean loads = phase.phase().spec().kind() == PhaseKind.LOAD;
        boolean generated =
                NamedStatements.areGenerated(step.plan().workload().settings().raw());
        return worker.isPython() ? !(loads && step.plan().data().loads()) : loads || !generated;
    }

    private void idle(WorkerSession worker, String why) {
        phase.outbox()
                .log(worker.name() + " has no clients in phase " + phase.at().phase() + ": " + why);
    }

    private void neverStarted(UnfinishedRun.Part part, long nowNs) {
        departures.leftBehind(part.session(), "prepared by another coordinator, and not started", List.of(), nowNs);
    }

    private void prepare(PhaseMember member) {
        phase.members().add(member);
        member.worker.give(phase.assignment());
        Prepare.Builder prepare = Prepare.newBuilder()
                .setAssignment(phase.assignment())
                .setRunId(phase.at().runId())
                .setStep(phase.at().step())
                .setTrial(phase.at().trial())
                .setPlan(step.planJson())
                .setPhaseOrdinal(phase.phase().key().ordinal())
                .setClients(member.clients())
                .setLeaseSize(phase.submission().leaseSize())
                .addAllFiles(phase.submission().files())
                .setDrainMs((int) (phase.phase().spec().drainNs() / 1_000_000))
                .setJoining(member.joining);
        if (phase.streams().all().size() > 1) {
            phase.streams()
                    .all()
                    .forEach(stream -> prepare.addStreamClients(
                            member.stream(stream.number()).clients().share()));
        }
        phase.outbox().send(member.worker, Envelope.newBuilder().setPrepare(prepare));
    }

    /** A worker that came while the phase is under way. It gets its clients once it is warm and others have shrunk. */
    public void join(WorkerSession worker, long nowNs) {
        int active = phase.members().active().size() + 1;
        List<Integer> shares = phase.streams().shares(active - 1, active);
        PhaseMember member = new PhaseMember(worker, shares, phase.status().running(), nowNs);
        boolean canJoin = phase.status().preparing() || phase.status().running();
        if (canJoin
                && member.clients() > 0
                && executes(worker)
                && !phase.members().involves(worker)) {
            phase.outbox().log(worker.name() + " joins phase " + phase.at().phase());
            prepare(member);
        }
    }
}
