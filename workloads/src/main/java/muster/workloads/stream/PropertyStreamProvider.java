package muster.workloads.stream;

import muster.workloads.DataFiles;
import muster.workloads.Workload;
import muster.workloads.WorkloadProvider;
import muster.workloads.insert.BatchInsertProvider;
import muster.workloads.plan.language.Settings;

/**
 * Workload "property-stream": how fast does a property of all nodes reach the client? A load inserts the graph of
 * batch-insert, with its settings, and projects it.
 */
public final class PropertyStreamProvider implements WorkloadProvider {
    public static final String KIND = "property-stream";

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Workload create(Settings settings, DataFiles files) {
        if (settings.has("actionsPerTransaction")) {
            throw settings.wrong("actionsPerTransaction", "nothing here: a stream is read alone");
        }
        return new PropertyStream(StreamSettings.of(settings), new BatchInsertProvider().create(settings, files));
    }
}
