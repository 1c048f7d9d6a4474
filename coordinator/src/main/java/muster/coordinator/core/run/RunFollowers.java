package muster.coordinator.core.run;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.Peer;
import muster.coordinator.core.membership.Outbox;
import muster.coordinator.core.phase.PhaseExecution;
import muster.protocol.Envelope;
import muster.protocol.Finished;
import muster.protocol.Progress;
import muster.protocol.Submitted;

/** Those who follow a run: they get its progress once a second, and its end. */
final class RunFollowers {
    private static final long REPORT_NS = 1_000_000_000;

    private final Outbox outbox;
    private final Set<Peer> peers = new LinkedHashSet<>();
    private long lastReportNs;

    RunFollowers(Outbox outbox) {
        this.outbox = outbox;
    }

    void add(Peer peer) {
        peers.add(peer);
    }

    void submitted(long request, long runId) {
        tell(Envelope.newBuilder()
                .setSubmitted(Submitted.newBuilder().setRequest(request).setRunId(runId)));
    }

    /** What the run waits for, in one line. */
    void waiting(Progress.Builder progress, String line, long nowNs) {
        if (nowNs - lastReportNs >= REPORT_NS) {
            lastReportNs = nowNs;
            Envelope envelope =
                    Envelope.newBuilder().setProgress(progress.setLine(line)).build();
            peers.forEach(peer -> outbox.add(new Action.Send(peer, envelope)));
        }
    }

    /** A phase begins: its first report comes a second later. */
    void phaseBegins(long nowNs) {
        lastReportNs = nowNs;
    }

    boolean isDue(long nowNs) {
        return nowNs - lastReportNs >= REPORT_NS;
    }

    /** Where the phase stands; figures are added where the store is. */
    void report(PhaseExecution phase, Progress progress, long nowNs) {
        lastReportNs = nowNs;
        outbox.add(new Action.Report(List.copyOf(peers), phase.at, progress));
    }

    void finished(Finished finished) {
        tell(Envelope.newBuilder().setFinished(finished));
    }

    private void tell(Envelope.Builder message) {
        peers.forEach(peer -> outbox.send(peer, message));
    }
}
