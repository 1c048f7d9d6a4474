package muster.coordinator.server;

import java.util.List;
import java.util.ServiceLoader;
import muster.protocol.RunResult;
import muster.store.file.Store;

/** The extensions that are installed. */
final class RunResultExtensions {
    private static final List<RunResultExtension> ALL =
            ServiceLoader.load(RunResultExtension.class, RunResultExtension.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();

    private RunResultExtensions() {}

    static void addTo(RunResult.Builder result, Store store, long runId) {
        ALL.forEach(extension -> extension.addTo(result, store, runId));
    }
}
