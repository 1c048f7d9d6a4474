package muster.experiments.turns;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import muster.cli.run.Standalone;
import muster.coordinator.server.FileDepot;
import muster.protocol.Finished;
import muster.protocol.Submit;
import muster.store.file.Store;
import muster.worker.agent.EngineSetup;
import muster.worker.engine.Engine;
import org.jspecify.annotations.Nullable;

/** The arm whose coordinator is in this process. */
final class StandaloneArm extends ArmRun {
    private final ProcessorTime own = new ProcessorTime(ProcessHandle.current().pid());
    private final Function<String, Submit> submit;
    private final EngineSetup setup;
    private final FileDepot depot;
    private final List<Engine> engines;
    private final Store store;
    private volatile @Nullable Standalone running;

    StandaloneArm(
            String name,
            ArmPlan plan,
            Function<String, Submit> submit,
            EngineSetup setup,
            List<Engine> engines,
            FileDepot depot,
            Path file) {
        super(name, plan);
        this.submit = submit;
        this.setup = setup;
        this.depot = depot;
        this.engines = engines;
        store = Store.open(file);
    }

    @Override
    ProcessorTime.Used used() {
        return own.read();
    }

    @Override
    Finished run(String text) throws InterruptedException {
        try (Standalone standalone = new Standalone(store, depot, setup, this)) {
            running = standalone;
            return standalone.run(submit.apply(text));
        }
    }

    @Override
    long completed() {
        return engines.stream().mapToLong(Engine::completed).sum();
    }

    @Override
    void cancel() {
        Standalone now = running;
        if (now != null) {
            now.cancel();
        }
    }

    @Override
    public void close() {
        store.close();
    }
}
