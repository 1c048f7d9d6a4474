package muster.coordinator.server;

import muster.coordinator.control.ServerControl;
import muster.coordinator.core.event.RunScript;
import muster.protocol.Submit;
import muster.workloads.DataFiles;

/**
 * Reads and checks submitted plans; it may read files, so it is called on its own thread. It owns what starts the
 * servers that plans name.
 */
@FunctionalInterface
public interface ScriptReader {
    /** Throws {@link muster.workloads.plan.language.PlanException} if the plan is wrong. */
    RunScript read(Submit submit, DataFiles files);

    /** What starts the servers that plans name. */
    default ServerControl servers() {
        return ServerControl.NONE;
    }
}
