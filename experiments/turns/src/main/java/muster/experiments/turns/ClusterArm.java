package muster.experiments.turns;

import java.util.List;
import java.util.stream.IntStream;
import muster.cli.client.CoordinatorClient;
import muster.cli.run.WorkerCommand;
import muster.protocol.Finished;
import muster.worker.agent.DealerService;

/** The arm whose coordinator is another process, reached over ZeroMQ by each of its workers. */
final class ClusterArm extends ArmRun {
    private final ProcessorTime own = new ProcessorTime(ProcessHandle.current().pid());
    private final ProcessorTime other;
    private final ArmSetup setup;
    private final CoordinatorProcess coordinator;
    private final List<DealerService> workers;
    private final CoordinatorClient client;

    /** @param count of its workers */
    ClusterArm(String name, ArmSetup setup, int count) {
        super(name, setup.plan());
        this.setup = setup;
        coordinator = CoordinatorProcess.start(setup.file());
        other = new ProcessorTime(coordinator.pid());
        workers = IntStream.rangeClosed(1, count)
                .mapToObj(number -> new DealerService(
                        coordinator.address(),
                        null,
                        WorkerCommand.hello("cluster-" + number),
                        setup.setup(),
                        line -> {}))
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
        return client.follow(client.submit(setup.submit().apply(text), setup.depot(), this), this);
    }

    @Override
    long completed() {
        return setup.completed();
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
