package muster.workloads.insert;

import java.util.List;
import muster.workloads.DataFiles;
import muster.workloads.Workload;
import muster.workloads.WorkloadProvider;
import muster.workloads.data.DataSets;
import muster.workloads.plan.language.Settings;
import muster.workloads.random.Zipf;

/**
 * The workload "batch-insert". Settings: {@code vertices} (100,000), {@code edges} (500,000), {@code edgeExponent} (0.75)
 * of the Zipf law by which targets are chosen, {@code vertexBatch} (200), {@code edgeBatch} (500), {@code
 * edgePayload} (0) characters of text for each edge, {@code actionsPerTransaction} (1), {@code depth}; or {@code data}, the name of a data file or "debian", and {@code format},
 * "edges" (the default) or "debian", instead of the first three. Single insert is a batch of 1.
 */
public final class BatchInsertProvider implements WorkloadProvider {
    private static final List<String> SYNTHETIC = List.of("vertices", "edges", "edgeExponent");

    @Override
    public String kind() {
        return "batch-insert";
    }

    @Override
    public Workload create(Settings settings, DataFiles files) {
        settings.choice("depth", "execute", List.of("execute", "parse", "nothing"));
        EdgePayload.of(settings);
        InsertSettings read = InsertSettings.read(settings);
        return new InsertWorkload(settings.has("data") ? given(settings, files) : synthetic(settings), read);
    }

    private static InsertGraph synthetic(Settings settings) {
        int exponent = Zipf.milli(settings.number("edgeExponent", 0.75, 0, 2));
        long vertices = settings.integer("vertices", 100_000, 2, 100_000_000);
        return new SyntheticGraph((int) vertices, settings.integer("edges", 500_000, 0, 1L << 40), exponent);
    }

    private static InsertGraph given(Settings settings, DataFiles files) {
        for (String key : SYNTHETIC) {
            if (settings.has(key)) {
                throw settings.wrong(key, "nothing here, since the data gives it: leave it out");
            }
        }
        String format = settings.choice("format", "edges", DataSets.GRAPH_FORMATS);
        return new GivenGraph(DataSets.graph(settings.text("data"), format, files));
    }
}
