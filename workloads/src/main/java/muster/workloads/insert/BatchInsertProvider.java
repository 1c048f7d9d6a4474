package muster.workloads.insert;

import java.util.List;
import muster.workloads.DataFiles;
import muster.workloads.Workload;
import muster.workloads.WorkloadProvider;
import muster.workloads.data.DataSets;
import muster.workloads.plan.language.Settings;
import muster.workloads.random.Zipf;

/**
 * The workload "batch-insert". Its data is a drawn graph, or a data file or "debian", which gives what {@link #SYNTHETIC} would. Single
 * insert is a batch of 1.
 */
public final class BatchInsertProvider implements WorkloadProvider {
    private static final List<String> SYNTHETIC = List.of("vertices", "edges", "edgeExponent");

    @Override
    public String kind() {
        return "batch-insert";
    }

    @Override
    public Workload create(Settings settings, DataFiles files) {
        settings.choice("depth");
        EdgePayload.of(settings);
        InsertSettings read = InsertSettings.read(settings);
        return new InsertWorkload(settings.has("data") ? given(settings, files) : synthetic(settings), read);
    }

    private static InsertGraph synthetic(Settings settings) {
        int exponent = Zipf.milli(settings.number("edgeExponent"));
        long vertices = settings.integer("vertices");
        return new SyntheticGraph((int) vertices, settings.integer("edges"), exponent);
    }

    private static InsertGraph given(Settings settings, DataFiles files) {
        for (String key : SYNTHETIC) {
            if (settings.has(key)) {
                throw settings.wrong(key, "nothing here, since the data gives it: leave it out");
            }
        }
        String format = settings.choice("format");
        return new GivenGraph(DataSets.graph(settings.text("data"), format, files));
    }
}
