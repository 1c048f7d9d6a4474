package muster.coordinator.control;

import java.util.function.LongSupplier;
import muster.coordinator.core.event.CrashTask;
import muster.coordinator.core.event.ServerTask;
import muster.model.ServerStartRow;
import muster.workloads.plan.Plan;
import muster.workloads.plan.language.PlanException;

/** Starts and stops the servers that plans name. One thread calls it, but for {@link #check}. */
public interface ServerControl extends AutoCloseable {
    /** Starts none, for coordinators whose users may not start programs on their host. */
    ServerControl NONE = new ServerControl() {
        @Override
        public void check(Plan plan) {
            plan.server().ifPresent(server -> {
                throw new PlanException("server: this coordinator starts no servers; allow it with --allow-servers");
            });
        }

        @Override
        public ServerStartRow perform(ServerTask task) {
            throw new IllegalStateException("no server may be started");
        }

        @Override
        public CrashTask.Times crash(CrashTask task, LongSupplier clock) {
            throw new IllegalStateException("no server was started");
        }

        @Override
        public void stop() {}

        @Override
        public void close() {}
    };

    /**
     * Whether the server of a plan could be started here.
     *
     * @throws PlanException if not
     */
    void check(Plan plan);

    /**
     * Returns when the server answers queries. Any exception but for a fault has a message for people.
     *
     * @return what was started, and how long it took
     */
    ServerStartRow perform(ServerTask task);

    /**
     * Does to the server that was started last what the task says, and returns when it answers queries again. Any exception
     * but for a fault has a message for people.
     *
     * @param clock nanoseconds of the coordinator's clock
     */
    CrashTask.Times crash(CrashTask task, LongSupplier clock);

    /** Stops the server, if it runs, and deletes its data and their copies, if they are temporary. */
    void stop();

    @Override
    void close();
}
