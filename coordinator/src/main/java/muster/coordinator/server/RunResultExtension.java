package muster.coordinator.server;

import muster.protocol.RunResult;
import muster.store.file.Store;

/** What the coordinator does not compute itself of a run that has ended, such as the answer of a sweep; found by ServiceLoader. */
public interface RunResultExtension {
    /** Called once for each run, on the thread of the store, after its verdicts were written. */
    void addTo(RunResult.Builder result, Store store, long runId);
}
