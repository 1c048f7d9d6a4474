package muster.cli.interleave;

import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.CountDownLatch;
import java.util.function.ToLongBiFunction;
import muster.cli.terminal.Failure;
import muster.model.OutcomeCounts;
import muster.protocol.Finished;
import muster.protocol.Progress;
import muster.store.analysis.interleave.ArmLatency;
import muster.worker.engine.time.OutsideClients;
import muster.worker.engine.time.TurnGate;
import muster.workloads.DataFiles;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;
import muster.workloads.plan.PlanReader;

/** The arm whose clients are not Muster's: its turns are known, and how many of its operations failed, but no latencies. */
final class OutsideArm extends ArmRun {
    private final Arm arm;
    private final CountDownLatch cancelled = new CountDownLatch(1);
    private final OutsideClients clients;

    OutsideArm(String name, ArmPlan plan, DataFiles files) {
        super(plan.phase());
        TurnGate gate = new TurnGate();
        ProcessorTime own = new ProcessorTime(ProcessHandle.current().pid());
        arm = new Arm(name, plan.keyRange(), gate, own::read);
        clients = started(plan, PlanReader.parse(plan.text(), name, List.of()), files, gate);
        start(() -> {
            cancelled.await();
            return Finished.getDefaultInstance();
        });
        progress(Progress.newBuilder().setPhase(plan.phase()).setOperations(1).build());
    }

    private static OutsideClients started(ArmPlan arm, Plan plan, DataFiles files, TurnGate gate) {
        PlanCheck check = PlanCheck.check(plan, files);
        try {
            return ServiceLoader.load(OutsideClients.Provider.class)
                    .findFirst()
                    .orElseThrow(() -> Failure.fault("there are no clients but Muster's"))
                    .start(plan, check, arm.executed(check), gate);
        } catch (Failure known) {
            throw known;
        } catch (Exception failed) {
            throw Failure.fault("the clients cannot be started: " + failed);
        }
    }

    @Override
    Arm arm() {
        return arm;
    }

    @Override
    ArmLatency latency(long fromNs, ToLongBiFunction<String, Long> expected) {
        long failed = clients.failed();
        return ArmLatency.of(new OutcomeCounts(arm.gate().completed() - failed, failed, 0, 0, 0, 0));
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
