package muster.experiments.turns;

import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.CountDownLatch;
import muster.cli.terminal.Failure;
import muster.coordinator.server.SteadyClock;
import muster.protocol.Finished;
import muster.protocol.Progress;
import muster.worker.engine.time.OutsideClients;
import muster.worker.engine.time.PhaseClock;
import muster.workloads.DataFiles;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;
import muster.workloads.plan.PlanReader;
import org.jspecify.annotations.Nullable;

/** The arm whose clients are not Muster's: its turns are known, and how many of its operations failed, but no latencies. */
final class OutsideArm extends ArmRun {
    private final ProcessorTime own = new ProcessorTime(ProcessHandle.current().pid());
    private final CountDownLatch cancelled = new CountDownLatch(1);
    private final DataFiles files;
    private volatile @Nullable OutsideClients clients;

    OutsideArm(String name, ArmPlan plan, DataFiles files) {
        super(name, plan);
        this.files = files;
    }

    /** Not before the database is loaded: their turns are those of every clock. */
    @Override
    Finished run(String text) throws Exception {
        clients = started(PlanReader.parse(text, plan().phase(), List.of()));
        progress(Progress.newBuilder().setPhase(plan().phase()).setOperations(1).build());
        cancelled.await();
        return Finished.getDefaultInstance();
    }

    private OutsideClients started(Plan plan) throws Exception {
        PlanCheck check = PlanCheck.check(plan, files);
        ExecutedPhase phase = plan().executed(check);
        long offsetNs = new SteadyClock().nowNs() - System.nanoTime();
        return ServiceLoader.load(OutsideClients.Provider.class)
                .findFirst()
                .orElseThrow(() -> Failure.fault("there are no clients but Muster's"))
                .start(plan, check, phase, new PhaseClock(offsetNs, PhaseClock.SECOND_NS, phase.turns()));
    }

    @Override
    ProcessorTime.Used used() {
        return own.read();
    }

    @Override
    long completed() {
        OutsideClients now = clients;
        return now == null ? 0 : now.completed();
    }

    @Override
    long failed() {
        OutsideClients now = clients;
        return now == null ? 0 : now.failed();
    }

    @Override
    void cancel() {
        cancelled.countDown();
    }

    @Override
    public void close() {
        OutsideClients now = clients;
        if (now != null) {
            now.close();
        }
    }
}
