package muster.experiments.turns;

import java.nio.file.Path;
import java.util.function.ToLongBiFunction;
import muster.cli.client.CoordinatorClient;
import muster.cli.run.WorkerCommand;
import muster.coordinator.server.FileDepot;
import muster.protocol.Submit;
import muster.worker.agent.DealerService;
import muster.worker.agent.EngineSetup;

/** The arm whose coordinator is another process, reached over ZeroMQ. */
final class ClusterArm extends ArmRun {
    private final Arm arm;
    private final Path store;
    private final CoordinatorProcess coordinator;
    private final DealerService worker;
    private final CoordinatorClient client;

    ClusterArm(String name, Submit submit, ArmPlan plan, EngineSetup setup, FileDepot depot, Path file) {
        super(plan.phase());
        store = file;
        coordinator = CoordinatorProcess.start(file);
        ProcessorTime own = new ProcessorTime(ProcessHandle.current().pid());
        ProcessorTime other = new ProcessorTime(coordinator.pid());
        arm = new Arm(name, plan.keyRange(), setup.turns(), () -> own.read().plus(other.read()));
        worker = new DealerService(coordinator.address(), null, WorkerCommand.hello("cluster"), setup, line -> {});
        Thread.ofPlatform().daemon(true).name("muster-dealer").start(worker::serve);
        client = new CoordinatorClient(coordinator.address(), null, coordinator::ended);
        start(() -> client.follow(client.submit(submit, depot, this), this));
    }

    @Override
    Arm arm() {
        return arm;
    }

    @Override
    ArmLatency latency(long fromNs, ToLongBiFunction<String, Long> expected) {
        return ArmLatency.read(store, fromNs, expected);
    }

    @Override
    void cancel() {
        client.cancelSoon();
    }

    @Override
    public void close() {
        worker.leave("the comparison is over");
        coordinator.close();
    }
}
