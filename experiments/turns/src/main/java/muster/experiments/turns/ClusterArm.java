package muster.experiments.turns;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import muster.cli.client.CoordinatorClient;
import muster.cli.run.WorkerCommand;
import muster.coordinator.server.FileDepot;
import muster.protocol.Finished;
import muster.protocol.Submit;
import muster.worker.agent.DealerService;
import muster.worker.agent.EngineSetup;
import muster.worker.engine.Engine;

/** The arm whose coordinator is another process, reached over ZeroMQ by each of its workers. */
final class ClusterArm extends ArmRun {
    private final ProcessorTime own = new ProcessorTime(ProcessHandle.current().pid());
    private final ProcessorTime other;
    private final Function<String, Submit> submit;
    private final FileDepot depot;
    private final List<Engine> engines;
    private final CoordinatorProcess coordinator;
    private final List<DealerService> workers;
    private final CoordinatorClient client;

    ClusterArm(
            String name,
            ArmPlan plan,
            int count,
            Function<String, Submit> submit,
            EngineSetup setup,
            List<Engine> engines,
            FileDepot depot,
            Path file) {
        super(name, plan);
        this.submit = submit;
        this.depot = depot;
        this.engines = engines;
        coordinator = CoordinatorProcess.start(file);
        other = new ProcessorTime(coordinator.pid());
        workers = IntStream.rangeClosed(1, count)
                .mapToObj(number -> new DealerService(
                        coordinator.address(), null, WorkerCommand.hello("cluster-" + number), setup, line -> {}))
                .toList();
        workers.forEach(
                worker -> Thread.ofPlatform().daemon(true).name("muster-dealer").start(worker::serve));
        client = new CoordinatorClient(coordinator.address(), null, coordinator::ended);
    }

    @Override
    ProcessorTime.Used used() {
        return own.read().plus(other.read());
    }

    @Override
    Finished run(String text) {
        return client.follow(client.submit(submit.apply(text), depot, this), this);
    }

    @Override
    long completed() {
        return engines.stream().mapToLong(Engine::completed).sum();
    }

    @Override
    void cancel() {
        client.cancelSoon();
    }

    @Override
    public void close() {
        workers.forEach(worker -> worker.leave("the comparison is over"));
        coordinator.close();
    }
}
