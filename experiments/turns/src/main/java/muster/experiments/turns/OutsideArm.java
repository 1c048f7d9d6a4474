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

/** The arm whose clients are not Muster's: its turns are known, and how many of its operations failed, but no latencies. */
final class OutsideArm extends ArmRun {
    private final ProcessorTime own = new ProcessorTime(ProcessHandle.current().pid());
    private final CountDownLatch cancelled = new CountDownLatch(1);
    private final OutsideClients clients;

    OutsideArm(String name, ArmPlan plan, DataFiles files) {
        super(name, plan);
        clients = started(plan, PlanReader.parse(plan.text(), name, List.of()), files);
    }

    private static OutsideClients started(ArmPlan arm, Plan plan, DataFiles files) {
        PlanCheck check = PlanCheck.check(plan, files);
        ExecutedPhase phase = arm.executed(check);
        long offsetNs = new SteadyClock().nowNs() - System.nanoTime();
        try {
            return ServiceLoader.load(OutsideClients.Provider.class)
                    .findFirst()
                    .orElseThrow(() -> Failure.fault("there are no clients but Muster's"))
                    .start(plan, check, phase, new PhaseClock(offsetNs, PhaseClock.SECOND_NS, phase.turns()));
        } catch (Failure known) {
            throw known;
        } catch (Exception failed) {
            throw Failure.fault("the clients cannot be started: " + failed);
        }
    }

    @Override
    ProcessorTime.Used used() {
        return own.read();
    }

    @Override
    Finished run(String text) throws InterruptedException {
        progress(Progress.newBuilder().setPhase(plan().phase()).setOperations(1).build());
        cancelled.await();
        return Finished.getDefaultInstance();
    }

    @Override
    long completed() {
        return clients.completed();
    }

    @Override
    long failed() {
        return clients.failed();
    }

    @Override
    void cancel() {
        cancelled.countDown();
    }

    @Override
    public void close() {
        clients.close();
    }
}
