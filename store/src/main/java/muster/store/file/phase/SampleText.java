package muster.store.file.phase;

import java.util.List;
import java.util.stream.Collectors;
import muster.store.file.row.SampledOperations.Sample;
import muster.store.file.row.SampledOperations.StageTime;
import muster.store.table.JsonText;

/**
 * Single operations as JSON for plain sqlite3: [[operation, index, outcome, start_ns, service_ns, response_ns,
 * {stage: ns, ...}], ...].
 */
final class SampleText {
    private SampleText() {}

    static String write(List<Sample> all) {
        return all.stream().map(SampleText::text).collect(Collectors.joining(",", "[", "]"));
    }

    private static String text(Sample sample) {
        return "[" + JsonText.quoted(sample.operation()) + "," + sample.index() + ","
                + JsonText.quoted(sample.outcome())
                + "," + sample.startNs() + "," + sample.serviceNs() + "," + sample.responseNs() + ","
                + stages(sample.stages()) + "]";
    }

    private static String stages(List<StageTime> stages) {
        return stages.stream()
                .map(stage -> JsonText.quoted(stage.stage()) + ":" + stage.ns())
                .collect(Collectors.joining(",", "{", "}"));
    }
}
