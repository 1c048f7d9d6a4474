package muster.experiments.turns;

import java.nio.file.Path;
import java.util.function.ToLongBiFunction;
import muster.cli.run.Standalone;
import muster.coordinator.server.FileDepot;
import muster.protocol.Submit;
import muster.store.file.Store;
import muster.worker.agent.EngineSetup;

/** The arm whose coordinator is in this process. */
final class StandaloneArm extends ArmRun {
    private final Arm arm;
    private final Store store;
    private final Standalone standalone;

    StandaloneArm(String name, Submit submit, ArmPlan plan, EngineSetup setup, FileDepot depot, Path file) {
        super(plan.phase());
        ProcessorTime own = new ProcessorTime(ProcessHandle.current().pid());
        arm = new Arm(name, plan.keyRange(), setup.turns(), own::read);
        store = Store.open(file);
        standalone = new Standalone(store, depot, setup, this);
        start(() -> standalone.run(submit));
    }

    @Override
    Arm arm() {
        return arm;
    }

    @Override
    ArmLatency latency(long fromNs, ToLongBiFunction<String, Long> expected) {
        return ArmLatency.read(store.file(), fromNs, expected);
    }

    @Override
    void cancel() {
        standalone.cancel();
    }

    @Override
    public void close() {
        standalone.close();
        store.close();
    }
}
