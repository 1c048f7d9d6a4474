package muster.coordinator.core;

import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.CoordinatorSettings;
import muster.coordinator.core.event.Peer;
import muster.coordinator.core.membership.Outbox;
import muster.coordinator.core.membership.WorkerRegistry;
import muster.coordinator.core.phase.PhaseExecution;
import muster.coordinator.core.run.RunExecution;
import muster.coordinator.core.run.RunQueue;
import muster.protocol.Finished;
import muster.protocol.Progress;
import muster.protocol.RunStatus;
import muster.protocol.Status;

/** What {@code ./muster status} and the page ask for. */
final class StatusAnswers {
    private final CoordinatorSettings settings;
    private final WorkerRegistry workers;
    private final ObserverSessions observers;
    private final RunQueue runs;
    private final Outbox outbox;

    StatusAnswers(
            CoordinatorSettings settings,
            WorkerRegistry workers,
            ObserverSessions observers,
            RunQueue runs,
            Outbox outbox) {
        this.settings = settings;
        this.workers = workers;
        this.observers = observers;
        this.runs = runs;
        this.outbox = outbox;
    }

    /** Answers a status request; the store adds the figures of the phase. */
    void answer(Peer peer, long nowNs) {
        Status.Builder status = Status.newBuilder()
                .setVersion(settings.version())
                .setStore(settings.store())
                .setClockNs(nowNs);
        PhaseExecution phase = runs.phase();
        workers.present().forEach(worker -> {
            boolean working = phase != null && phase.members.involves(worker);
            status.addWorkers(worker.status(working, nowNs));
        });
        observers.present().forEach(observer -> status.addObservers(observer.status(false, nowNs)));
        runs.all().forEach(run -> status.addRuns(status(run, nowNs)));
        runs.waiting()
                .forEach(run -> status.addRuns(RunStatus.newBuilder()
                        .setRunId(run.runId())
                        .setName(run.script().plan().name())
                        .setState("interrupted, waiting for its workers")));
        Finished ended = runs.lastEnded();
        if (ended != null) {
            status.setEnded(ended);
        }
        outbox.add(new Action.Answer(peer, status.build(), phase == null ? null : phase.at));
    }

    private RunStatus status(RunExecution run, long nowNs) {
        RunStatus.Builder status = RunStatus.newBuilder()
                .setRunId(run.runId())
                .setName(run.name())
                .setState(run.equals(runs.running()) ? run.state() : "queued")
                .setPhase(run.where());
        Progress progress = run.progress(nowNs);
        return progress == null ? status.build() : status.setProgress(progress).build();
    }
}
