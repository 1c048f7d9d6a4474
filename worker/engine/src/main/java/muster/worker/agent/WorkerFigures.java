package muster.worker.agent;

import java.util.concurrent.atomic.LongAdder;
import muster.protocol.Resources;
import muster.protocol.Snapshot;
import muster.protocol.Start;
import muster.worker.agent.meter.ProcessMeter;
import muster.worker.engine.Engine.EngineGauges;
import muster.worker.engine.record.Interval;

/** What this process has used, and what reporting has cost it, in all and within the current phase. Any thread. */
public final class WorkerFigures implements AutoCloseable {
    private final ProcessMeter meter = new ProcessMeter();
    private final LongAdder encodeNs = new LongAdder();
    private final LongAdder sentBytes = new LongAdder();
    private final LongAdder serviceNs = new LongAdder();
    private final LongAdder serviceSamples = new LongAdder();
    private final LongAdder sendNs = new LongAdder();
    private volatile PhaseWindow window = PhaseWindow.NONE;

    public void sent(int bytes, long tookNs) {
        sentBytes.add(bytes);
        sendNs.add(tookNs);
    }

    /** The phase's own figures are read at its start and its end. */
    public void phaseStarts(Start start, long clockOffsetNs) {
        long endNs = start.getEndNs() == 0 ? Long.MAX_VALUE : start.getEndNs() - clockOffsetNs;
        window.close();
        window = new PhaseWindow(() -> sums().build(), start.getStartNs() - clockOffsetNs, endNs);
    }

    public void phaseEnds() {
        window.close();
    }

    public Snapshot.Builder encode(Interval interval, EngineGauges gauges) {
        long startNs = System.nanoTime();
        serviceNs.add(interval.effort().serviceNs());
        serviceSamples.add(interval.effort().serviceSamples());
        Resources now = resources(gauges);
        Snapshot.Builder snapshot =
                SnapshotEncoder.snapshot(interval).setResources(now).setPhase(window.until(now));
        encodeNs.add(interval.effort().encodeNs() + System.nanoTime() - startNs);
        return snapshot;
    }

    private Resources.Builder sums() {
        return meter.read()
                .setEncodeNs(encodeNs.sum())
                .setSendNs(sendNs.sum())
                .setSentBytes(sentBytes.sum())
                .setServiceNs(serviceNs.sum())
                .setServiceSamples(serviceSamples.sum());
    }

    public Resources resources(EngineGauges gauges) {
        return sums().setClientsRunning(gauges.clientsRunning())
                .setClientsWithoutCompletion(gauges.clientsWithoutCompletion())
                .setScheduleLagMaxNs(gauges.scheduleLagMaxNs())
                .setLeaseWaitNs(gauges.leaseWaitNs())
                .setPacingLagMaxNs(gauges.pacingLagMaxNs())
                .setLateStartNs(gauges.lateStartNs())
                .setHandoverNs(gauges.handoverNs())
                .setHandovers(gauges.handovers())
                .build();
    }

    @Override
    public void close() {
        meter.close();
    }
}
