package muster.store.file.phase;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.model.SampledOperations.Sample;
import muster.text.Json;

/**
 * Single operations as JSON for plain sqlite3: [[operation, index, outcome, start_ns, service_ns, response_ns,
 * {stage: ns, ...}], ...].
 */
final class SampleText {
    private SampleText() {}

    static String write(List<Sample> all) {
        return Json.compact(all.stream().map(SampleText::values).toList());
    }

    private static List<Object> values(Sample sample) {
        Map<String, Long> stages = new LinkedHashMap<>();
        sample.stages().forEach(stage -> stages.put(stage.stage(), stage.ns()));
        return List.of(
                sample.operation(),
                sample.index(),
                sample.outcome(),
                sample.startNs(),
                sample.serviceNs(),
                sample.responseNs(),
                stages);
    }
}
