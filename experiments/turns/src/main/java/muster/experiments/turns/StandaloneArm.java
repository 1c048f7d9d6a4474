package muster.experiments.turns;

import muster.cli.run.Standalone;
import muster.protocol.Finished;
import muster.store.file.Store;
import org.jspecify.annotations.Nullable;

/** The arm whose coordinator is in this process. */
final class StandaloneArm extends ArmRun {
    private final ProcessorTime own = new ProcessorTime(ProcessHandle.current().pid());
    private final ArmSetup setup;
    private final Store store;
    private volatile @Nullable Standalone running;

    StandaloneArm(String name, ArmSetup setup) {
        super(name, setup.plan());
        this.setup = setup;
        store = Store.open(setup.file());
    }

    @Override
    ProcessorTime.Used used() {
        return own.read();
    }

    @Override
    Finished run(String text) throws InterruptedException {
        Standalone standalone = new Standalone(store, setup.depot(), setup.setup(), this);
        running = standalone;
        Finished end = standalone.run(setup.submit().apply(text));
        stop();
        return end;
    }

    @Override
    long completed() {
        return setup.completed();
    }

    @Override
    void cancel() {
        Standalone now = running;
        if (now != null) {
            now.cancel();
        }
    }

    private synchronized void stop() {
        Standalone now = running;
        running = null;
        if (now != null) {
            now.close();
        }
    }

    /** Also where another arm ended the comparison while this one goes on: nothing writes to a store that is closed. */
    @Override
    public void close() {
        stop();
        store.close();
    }
}
